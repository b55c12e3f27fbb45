import type { ActorRef, Snapshot } from 'xstate';
import type { CommandAnswer, KubeadmCommand } from '../../src/rules/kubeadm/command.ts';
import type { RuntimeCall, RuntimeCallName, RuntimeResult } from '../../src/rules/kubeadm/runtime-call.ts';

/** A command for the host: a process, or a call of the CRI. It is answered once. */
export type HostCommandRequested = {
  readonly type: 'HOST_COMMAND.REQUESTED';
  readonly command: KubeadmCommand;
  readonly requester: ActorRef<Snapshot<unknown>, HostCommandAnswered>;
};

export type HostCommandAnswered = { readonly type: 'HOST_COMMAND.ANSWERED'; readonly answer: CommandAnswer };

/** The host that kubeadm runs on. */
export type KubeadmHost = ActorRef<Snapshot<unknown>, HostCommandRequested>;

/** A command has ended: it was answered, or its deadline has passed. */
export type CommandEnded = { readonly type: 'COMMAND.ENDED'; readonly answer: CommandAnswer };

/** The result for one image: it was present, it was pulled, or every try has failed. */
export type ImageEnded = {
  readonly type: 'IMAGE.ENDED';
  readonly index: number;
  readonly image: string;
  /** What `PullImage` returns; undefined on success. */
  readonly error: string | undefined;
};

/** A pod sandbox has been removed, or every try to remove it has failed. */
export type SandboxEnded = {
  readonly type: 'SANDBOX.ENDED';
  /** The error of the last try; undefined on success. */
  readonly error: string | undefined;
};

/** A call of kubeadm's container runtime util. Calls come one at a time. */
export type RuntimeCallRequested = {
  readonly type: 'CALL.REQUESTED';
  readonly call: RuntimeCall;
  readonly requester: ActorRef<Snapshot<unknown>, RuntimeCallEnded>;
};

export type RuntimeCallEnded =
  | { readonly type: 'CALL.RETURNED'; readonly result: RuntimeResult }
  /** This release has no such call. */
  | { readonly type: 'CALL.UNSUPPORTED'; readonly op: RuntimeCallName };

/** Whether a runtime could be made. */
export type RuntimeMade =
  | { readonly type: 'RUNTIME.CONNECTED' }
  | { readonly type: 'RUNTIME.REFUSED'; readonly error: string };
