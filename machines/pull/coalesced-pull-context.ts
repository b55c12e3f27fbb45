import * as log from '../../src/rules/kubelet/images/pull-log.ts';
import type { Observation } from '../../src/trace/observation.ts';
import type { Recorder } from '../world/recorder.ts';
import type { ImagePull, ImagePullInput, PullRequested } from './image-manager.ts';
import type { PullCoalescer } from './pull-coalescer.ts';

export interface CoalescedPullInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly coalescer: PullCoalescer;
  /** The input of the pull that is made when its turn has come. */
  readonly pull: ImagePullInput;
}

export interface CoalescedPullContext {
  readonly input: CoalescedPullInput;
  /** The call that is under way, or the last one. */
  readonly request: PullRequested | undefined;
  readonly pull: ImagePull;
}

/** The input of the actor that stands before this pull. */
export function coalescedInput(pull: ImagePullInput, coalescer: PullCoalescer): CoalescedPullInput {
  return { name: `${pull.name}/joined`, recorder: pull.recorder, coalescer, pull };
}

export function requireRequest({ input, request }: CoalescedPullContext): PullRequested {
  if (request === undefined) throw new Error(`${input.name} has no request`);
  return request;
}

/**
 * What is the same for pulls that are joined, the `ImageSpec` of the release: the image, and the annotations and
 * the runtime handler where the release hands them on.
 */
export function coalescingKey(context: CoalescedPullContext): string {
  const { profile, annotations, runtimeHandler } = context.input.pull;
  const { image, policy } = requireRequest(context);
  const { runtimeImage } = log.openCall(profile, image, policy);
  const sorted = Object.keys(annotations)
    .sort()
    .map((name) => [name, annotations[name]]);
  return JSON.stringify([
    runtimeImage === '' ? image : runtimeImage,
    ...(profile.passesAnnotations ? sorted : []),
    ...(profile.passesRuntimeHandler ? [runtimeHandler] : []),
  ]);
}

/** The record when the pull of another pod is waited for. */
export function joined(context: CoalescedPullContext, leader: string): readonly Observation[] {
  const { image, policy } = requireRequest(context);
  const { pull } = context.input;
  return log.joined({ input: pull, call: log.openCall(pull.profile, image, policy) }, leader);
}
