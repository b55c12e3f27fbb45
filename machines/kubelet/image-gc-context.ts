import { type Fifo, peek, shift } from '../../src/collections/fifo.ts';
import { allBytes, bytesToFree, type DiskUsage, diskUsage } from '../../src/kubelet/image-gc/disk-usage.ts';
import { type FreedBytes, failedObservation, finishedObservation, removedObservation } from '../../src/kubelet/image-gc/image-gc-log.ts';
import { freeOldImagesError, freeSpaceError } from '../../src/kubelet/image-gc/image-gc-messages.ts';
import { beginRound, type ImageGcRound, remainingImages } from '../../src/kubelet/image-gc/image-gc-round.ts';
import { detectImages, type ImageRecords } from '../../src/kubelet/image-gc/image-records.ts';
import { imagesInEvictionOrder } from '../../src/kubelet/image-gc/images-in-eviction-order.ts';
import { type ImageUser, imagesInUse } from '../../src/kubelet/image-gc/images-in-use.ts';
import type { ListedImage } from '../../src/kubelet/image-gc/listed-image.ts';
import type { Observation, ObservationOf } from '../../src/trace/observation.ts';
import type { RecordsPruned } from '../pull/pull-records-protocol.ts';
import type { ImageFsAnswer } from '../runtime/cri.ts';
import type { ImageGcInput, ImageGcRequest } from './image-gc-protocol.ts';

export interface ImageGcContext {
  /** Apart from the rest, because a context is copied at each assignment. */
  readonly input: ImageGcInput;
  readonly images: ImageRecords;
  readonly inUse: ReadonlySet<string>;
  /** What the runtime has listed, until the containers are known too. */
  readonly listed: readonly ListedImage[];
  readonly requests: Fifo<ImageGcRequest>;
  readonly request: ImageGcRequest | undefined;
  readonly round: ImageGcRound;
  /** The end of a round that the trace was told last, as JSON: the same once more says nothing. */
  readonly lastTold: string;
}

export type ImageFsAnswered = Extract<ImageFsAnswer, { type: 'IMAGE_FS.ANSWERED' }>;

/** The call under way; throws where there is none. */
export function requestOf({ input, request }: ImageGcContext): ImageGcRequest {
  if (request === undefined) throw new Error(`${input.name}: nobody has asked for anything`);
  return request;
}

function triggerOf(context: ImageGcContext): ObservationOf<'imageGC'>['trigger'] {
  return requestOf(context).type === 'UNUSED_IMAGES.DELETE_REQUESTED' ? 'diskPressure' : 'loop';
}

/** What the oldest request that waits makes of the context: its round begins. */
export function beginning({ requests, input }: ImageGcContext): Partial<ImageGcContext> {
  return { request: peek(requests), requests: shift(requests), round: beginRound(input.clock.nowMicros()) };
}

/** What a listing makes of the context: images are detected, and those that may go stand in their order. */
export function detecting(context: ImageGcContext, containers: readonly ImageUser[]): Partial<ImageGcContext> {
  const { input, listed, round } = context;
  const request = requestOf(context);
  const uses = imagesInUse(containers, listed, input.uses);
  const inUse: ReadonlySet<string> = 'inUse' in uses ? uses.inUse : new Set();
  const detectMicros = request.type === 'IMAGES.DETECT_REQUESTED' ? request.detectMicros : round.beganMicros;
  const images = detectImages(context.images, listed, inUse, detectMicros, input.clock.nowMicros());
  return { images, inUse, listed: [], round: { ...round, rest: imagesInEvictionOrder(images, inUse, input.rules.sparesPinned) } };
}

/** The error of a listing in which one container's mounts are unknown; undefined where all are known. */
export function mountsError({ listed, input }: ImageGcContext, containers: readonly ImageUser[]): string | undefined {
  const uses = imagesInUse(containers, listed, input.uses);
  return 'error' in uses ? uses.error : undefined;
}

/** What the stats say; a kubelet that has just started has none yet. */
export function usageOf({ input, round }: ImageGcContext, answer: ImageFsAnswered): DiskUsage | undefined {
  return round.beganMicros < input.statsReadyMicros ? undefined : diskUsage(answer.capacityBytes, answer.availableBytes);
}

/** Whether the usage is at or over the high threshold. */
export function isTooFull(context: ImageGcContext, answer: ImageFsAnswered): boolean {
  const usage = usageOf(context, answer);
  return usage !== undefined && bytesToFree(usage, context.input.policy) !== undefined;
}

/** What the pull records are told once the pass for space is over. */
export function pruned(round: ImageGcRound): RecordsPruned {
  return { type: 'RECORDS.PRUNED', remaining: remainingImages(round), sinceMicros: round.beganMicros };
}

/** What the pass for space is to free: all that is unused, or as much as the thresholds say. */
export function bytesToFreeOf(context: ImageGcContext): bigint {
  const { usage } = context.round;
  return usage === undefined ? allBytes : (bytesToFree(usage, context.input.policy) ?? 0n);
}

/** The error of a pass in which removals failed. */
export function removalsError({ input, round }: ImageGcContext): string {
  return round.reason === 'age'
    ? freeOldImagesError(input.policy.maxAgeMicros, round.errors)
    : freeSpaceError(round.bytesToFree, round.countedBytes, round.errors);
}

/** The error of a round that freed too little; undefined where it did enough, or was to delete whatever is unused. */
export function shortageError({ input, round }: ImageGcContext): string | undefined {
  const { usage, countedBytes } = round;
  if (usage === undefined || countedBytes >= round.bytesToFree) return undefined;
  const { usedPercent, capacityBytes } = usage;
  return input.rules.insufficient({ usedPercent, capacityBytes, bytesToFree: round.bytesToFree, freedBytes: countedBytes });
}

/** What the trace is told of a removal, before the round goes on to the next image. */
export function removedBy(context: ImageGcContext, { freedBytes, heldBytes }: FreedBytes): readonly Observation[] {
  return [removedObservation(context.round, triggerOf(context), { freedBytes, heldBytes })];
}

/** The same of one that failed. */
export function failedBy(context: ImageGcContext, { error }: { error: string }): readonly Observation[] {
  return [failedObservation(context.round, triggerOf(context), error)];
}

/** A warning on the node. */
export function warning(reason: string, message: string): readonly Observation[] {
  return [{ type: 'event', eventType: 'Warning', reason, message }];
}

/** What the trace is told at a round's end: nothing of one that found nothing to do, or just what the one before found. */
export function roundEnd(context: ImageGcContext): { readonly observations: readonly Observation[]; readonly lastTold: string } {
  const { round, images, inUse, lastTold, input } = context;
  const trigger = triggerOf(context);
  const hasDone = round.removed.length > 0 || round.failed.length > 0;
  const hasTried = round.bytesToFree !== 0n;
  if (requestOf(context).type === 'IMAGES.DETECT_REQUESTED' || (!hasDone && !hasTried)) return { observations: [], lastTold };
  const told = finishedObservation(round, trigger, images, inUse, input.policy);
  const text = JSON.stringify(told);
  return { observations: !hasDone && text === lastTold ? [] : [told], lastTold: text };
}
