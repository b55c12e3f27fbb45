import type { ActorRef, Snapshot } from 'xstate';
import type { Fifo } from '../../src/rules/collections/fifo.ts';
import type { PrePullPlan } from '../../src/rules/kubeadm/pre-pull-plan.ts';
import type { FailedImage } from '../../src/rules/kubeadm/runtime-errors.ts';
import type { ImageService } from '../runtime/cri.ts';
import type { Clock } from '../world/clock.ts';
import type { NodeRebooted } from '../world/fault.ts';
import type { Recorder } from '../world/recorder.ts';

/** A pre-pull of images begins on the node. None begins while the node is down. */
export type PrePullRequested = { readonly type: 'PRE_PULL.REQUESTED'; readonly plan: PrePullPlan };

export type PrePullEvent = PrePullRequested | NodeRebooted;

export type PrePullRef = ActorRef<Snapshot<unknown>, PrePullEvent>;

export interface PrePullInput {
  /** `node-1/pre-pull` */
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly imageService: ImageService;
}

export interface PrePullContext {
  readonly input: PrePullInput;
  /** Pre-pulls that wait for the one under way. */
  readonly waiting: Fifo<PrePullPlan>;
  readonly plan: PrePullPlan | undefined;
  /** The number of pre-pulls that have begun. It is part of the names of their pulls. */
  readonly begun: number;
  /** Images whose pull has begun. */
  readonly started: number;
  /** Ids of the pulls that have not ended. */
  readonly open: Fifo<string>;
  readonly failed: readonly FailedImage[];
}

/** Returns the pre-pull under way. Only states that have one may ask. */
export function requirePlan({ input: { name }, plan }: PrePullContext): PrePullPlan {
  if (plan === undefined) throw new Error(`${name}: nothing is being pulled`);
  return plan;
}

/** Whether a failure has ended the list before its end. */
export function hasStopped(context: PrePullContext): boolean {
  return requirePlan(context).stopsAtError === true && context.failed.length > 0;
}
