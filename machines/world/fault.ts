import type { Fault } from '../../src/rules/runtime/fault.ts';

/**
 * A fault of the scenario begins or ends. `id` distinguishes the faults of a run and is the name to which
 * causes in the trace point. `faultKinds` says whom each kind affects; other actors ignore it.
 */
export type FaultEvent =
  | { readonly type: 'FAULT.BEGAN'; readonly id: string; readonly fault: Fault }
  | { readonly type: 'FAULT.ENDED'; readonly id: string };

/** The kubelet has ended. Its requests and its watches are void. */
export type KubeletGone = { readonly type: 'KUBELET.GONE' };

/** The node went down. Everything that ran on it is dead; what is on its disk stays. */
export type NodeRebooted = { readonly type: 'NODE.REBOOTED' };

/** A client other than the kubelet (`crictl rmi`) removed the image. */
export type ImageRemoved = { readonly type: 'IMAGE.REMOVED'; readonly image: string };
