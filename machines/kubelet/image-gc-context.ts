import { type Fifo, peek, shift } from '../../src/rules/collections/fifo.ts';
import {
  type FreedBytes,
  failedObservation,
  finishedObservation,
  removedObservation,
} from '../../src/rules/kubelet/image-gc/image-gc-log.ts';
import { freeOldImagesError, freeSpaceError } from '../../src/rules/kubelet/image-gc/image-gc-messages.ts';
import {
  allBytes,
  bytesToFree,
  type DiskUsage,
  diskUsage,
} from '../../src/rules/kubelet/image-gc/image-gc-policy.ts';
import {
  beginRound,
  type ImageGcRound,
  remainingImages,
} from '../../src/rules/kubelet/image-gc/image-gc-round.ts';
import {
  detectImages,
  type ImageRecords,
  type ImageUser,
  imagesInEvictionOrder,
  imagesInUse,
  type ListedImage,
} from '../../src/rules/kubelet/image-gc/image-records.ts';
import type { Observation, ObservationOf } from '../../src/trace/observation.ts';
import type { RecordsPruned } from '../pull/pull-records-protocol.ts';
import type { ImageFsAnswer } from '../runtime/cri.ts';
import type { ImageGcInput, ImageGcRequest } from './image-gc-protocol.ts';

export interface ImageGcContext {
  readonly input: ImageGcInput;
  readonly images: ImageRecords;
  readonly inUse: ReadonlySet<string>;
  /** The images that the runtime has listed, kept until the containers are known too. */
  readonly listed: readonly ListedImage[];
  readonly requests: Fifo<ImageGcRequest>;
  readonly request: ImageGcRequest | undefined;
  readonly round: ImageGcRound;
  /** The last round's end that was recorded, as JSON. The same end again is not recorded. */
  readonly lastTold: string;
}

export type ImageFsAnswered = Extract<ImageFsAnswer, { type: 'IMAGE_FS.ANSWERED' }>;

/** The call under way; throws where there is none. */
export function requireRequest({ input, request }: ImageGcContext): ImageGcRequest {
  if (request === undefined) throw new Error(`${input.name}: no request is under way`);
  return request;
}

function roundTrigger(context: ImageGcContext): ObservationOf<'imageGC'>['trigger'] {
  return requireRequest(context).type === 'UNUSED_IMAGES.DELETE_REQUESTED' ? 'diskPressure' : 'loop';
}

/** The changes when the oldest waiting request is taken and its round begins. */
export function beginning({ requests, input }: ImageGcContext): Partial<ImageGcContext> {
  return { request: peek(requests), requests: shift(requests), round: beginRound(input.clock.nowMicros()) };
}

/** The changes after a listing: images are detected, and those that may be removed are put in order. */
export function detecting(
  context: ImageGcContext,
  containers: readonly ImageUser[],
): Partial<ImageGcContext> {
  const { input, listed, round } = context;
  const request = requireRequest(context);
  const uses = imagesInUse(containers, listed, input.uses);
  const inUse: ReadonlySet<string> = 'inUse' in uses ? uses.inUse : new Set();
  const detectMicros = request.type === 'IMAGES.DETECT_REQUESTED' ? request.detectMicros : round.beganMicros;
  const images = detectImages(context.images, listed, inUse, detectMicros, input.clock.nowMicros());
  return {
    images,
    inUse,
    listed: [],
    round: { ...round, rest: imagesInEvictionOrder(images, inUse, input.rules.sparesPinned) },
  };
}

/** The error of a listing in which a container's mounts are unknown; undefined if all are known. */
export function mountsError(
  { listed, input }: ImageGcContext,
  containers: readonly ImageUser[],
): string | undefined {
  const uses = imagesInUse(containers, listed, input.uses);
  return 'error' in uses ? uses.error : undefined;
}

/** The disk usage in the stats; undefined for a kubelet that has just started and has none yet. */
export function measuredUsage(
  { input, round }: ImageGcContext,
  answer: ImageFsAnswered,
): DiskUsage | undefined {
  return round.beganMicros < input.statsReadyMicros
    ? undefined
    : diskUsage(answer.capacityBytes, answer.availableBytes);
}

/** Whether the usage is at or over the high threshold. */
export function isTooFull(context: ImageGcContext, answer: ImageFsAnswered): boolean {
  const usage = measuredUsage(context, answer);
  return usage !== undefined && bytesToFree(usage, context.input.policy) !== undefined;
}

/** The message to the pull records after the pass for space. */
export function pruned(round: ImageGcRound): RecordsPruned {
  return { type: 'RECORDS.PRUNED', remaining: remainingImages(round), sinceMicros: round.beganMicros };
}

/** How many bytes the pass for space must free: everything unused, or as much as the thresholds demand. */
export function passBytesToFree(context: ImageGcContext): bigint {
  const { usage } = context.round;
  return usage === undefined ? allBytes : (bytesToFree(usage, context.input.policy) ?? 0n);
}

/** The error of a pass in which removals failed. */
export function removalsError({ input, round }: ImageGcContext): string {
  return round.reason === 'age'
    ? freeOldImagesError(input.policy.maxAgeMicros, round.errors)
    : freeSpaceError(round.bytesToFree, round.countedBytes, round.errors);
}

/**
 * The error of a round that freed too little; undefined if it freed enough, or if it had to delete whatever
 * is unused.
 */
export function shortageError({ input, round }: ImageGcContext): string | undefined {
  const { usage, countedBytes } = round;
  if (usage === undefined || countedBytes >= round.bytesToFree) return undefined;
  const { usedPercent, capacityBytes } = usage;
  return input.rules.insufficient({
    usedPercent,
    capacityBytes,
    bytesToFree: round.bytesToFree,
    freedBytes: countedBytes,
  });
}

/** The record of a removal. The round then continues with the next image. */
export function removedBy(
  context: ImageGcContext,
  { freedBytes, heldBytes }: FreedBytes,
): readonly Observation[] {
  return [removedObservation(context.round, roundTrigger(context), { freedBytes, heldBytes })];
}

/** The record of a removal that failed. */
export function failedBy(context: ImageGcContext, { error }: { error: string }): readonly Observation[] {
  return [failedObservation(context.round, roundTrigger(context), error)];
}

/** The warning event on the node. */
export function warning(reason: string, message: string): readonly Observation[] {
  return [{ type: 'event', eventType: 'Warning', reason, message }];
}

/** The record of a round's end; none if the round found nothing to do, or the same as the round before. */
export function roundEnd(context: ImageGcContext): {
  readonly observations: readonly Observation[];
  readonly lastTold: string;
} {
  const { round, images, inUse, lastTold, input } = context;
  const trigger = roundTrigger(context);
  const hasDone = round.removed.length > 0 || round.failed.length > 0;
  const hasTried = round.bytesToFree !== 0n;
  if (requireRequest(context).type === 'IMAGES.DETECT_REQUESTED' || (!hasDone && !hasTried))
    return { observations: [], lastTold };
  const finishedRecord = finishedObservation(round, trigger, images, inUse, input.policy);
  const text = JSON.stringify(finishedRecord);
  return { observations: !hasDone && text === lastTold ? [] : [finishedRecord], lastTold: text };
}
