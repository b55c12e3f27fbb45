import type { ActorRef, Snapshot } from 'xstate';
import type { CommandAnswer, CommandFailure } from '../../src/rules/kubeadm/command.ts';
import type { KubeadmRules } from '../../src/rules/kubeadm/kubeadm-rules.ts';
import type { Recorder } from '../world/recorder.ts';
import type { CommandCarrier } from './kubeadm-command-context.ts';
import type { ImageEnded } from './kubeadm-protocol.ts';

export interface KubeadmImagePullInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly rules: KubeadmRules;
  readonly carrier: CommandCarrier;
  readonly image: string;
  /** The image's place in its owner's list. */
  readonly index: number;
  readonly ifNotPresent: boolean;
  readonly owner: ActorRef<Snapshot<unknown>, ImageEnded>;
}

export interface KubeadmImagePullContext {
  readonly input: KubeadmImagePullInput;
  /** The number of pulls that have begun. */
  readonly attempt: number;
  /** The error of the last pull that failed. */
  readonly failure: CommandFailure | undefined;
}

/** Whether the status call has found the image. */
export function isImagePresent({ input }: KubeadmImagePullContext, answer: CommandAnswer): boolean {
  return input.rules.imageIsPresent(answer);
}

/** Returns what `PullImage` returns after the last failure. */
export function pullError({ input, failure }: KubeadmImagePullContext): string {
  if (failure === undefined) throw new Error(`${input.name}: no pull has failed`);
  return input.rules.pullFailed(input.image, failure);
}

/** Returns the last failure in the words of its source: the runtime, or crictl. */
export function failureOutput({ failure }: KubeadmImagePullContext): string {
  return failure?.output?.trimEnd() ?? failure?.error ?? '';
}
