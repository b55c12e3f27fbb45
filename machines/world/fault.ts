import type { Fault } from '../../src/runtime/fault.ts';

/**
 * A scenario's fault begins or ends. `id` tells the faults of a run apart; it is also the name that causes in the
 * trace point to. Whom each kind befalls stands in `faultKinds`; each actor ignores the other kinds.
 */
export type FaultEvent =
  | { readonly type: 'FAULT.BEGAN'; readonly id: string; readonly fault: Fault }
  | { readonly type: 'FAULT.ENDED'; readonly id: string };

/** The kubelet has ended. What it asked for, and what it watched, is over. */
export type KubeletGone = { readonly type: 'KUBELET.GONE' };

/** The node has gone down: what ran on it is dead, what is on its disk stays. */
export type NodeRebooted = { readonly type: 'NODE.REBOOTED' };

/** Somebody other than the kubelet (`crictl rmi`) removed the image. */
export type ImageRemoved = { readonly type: 'IMAGE.REMOVED'; readonly image: string };
