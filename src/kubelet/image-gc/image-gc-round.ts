import type { DiskUsage } from './disk-usage.ts';
import type { ImageGcPolicy } from './image-gc-policy.ts';
import type { ImageRecord } from './image-records.ts';

/** One round of image GC under way: what is still to be looked at, and what came of the rest. A table without behaviour. */
export interface ImageGcRound {
  /** freeTime: images that were used since are left alone. */
  readonly beganMicros: number;
  /** Why the images go that are set out now. */
  readonly reason: 'age' | 'space';
  /** undefined: not looked at. */
  readonly usage: DiskUsage | undefined;
  readonly bytesToFree: bigint;
  /** To be looked at, in eviction order, from `next` on. */
  readonly candidates: readonly ImageRecord[];
  readonly next: number;
  /** What the pass for age leaves to the one for space. */
  readonly rest: readonly ImageRecord[];
  readonly skipped: readonly ImageRecord[];
  readonly failed: readonly ImageRecord[];
  readonly errors: readonly string[];
  /** What the call returns; empty for well. */
  readonly error: string;
  readonly removed: readonly ImageRecord[];
  /** Of both passes, by the runtime's sizes; of the one for space, as image GC counts; and of both, by the disk. */
  readonly believedBytes: bigint;
  readonly countedBytes: bigint;
  readonly freedBytes: number;
  readonly removedForSpace: number;
  readonly freedForSpaceBytes: number;
}

/** A round that begins; nothing is known yet. */
export function beginRound(beganMicros: number): ImageGcRound {
  return {
    beganMicros,
    reason: 'space',
    usage: undefined,
    bytesToFree: 0n,
    candidates: [],
    next: 0,
    rest: [],
    skipped: [],
    failed: [],
    errors: [],
    error: '',
    removed: [],
    believedBytes: 0n,
    countedBytes: 0n,
    freedBytes: 0,
    removedForSpace: 0,
    freedForSpaceBytes: 0,
  };
}

/**
 * Sets the images out that nobody has used for longer than the maximal age; one that was never used is one of them,
 * however young it is. Mirrors `freeOldImages` in image_gc_manager.go (v1.36.3).
 */
export function selectOldImages(round: ImageGcRound, policy: ImageGcPolicy): ImageGcRound {
  const isOld = ({ lastUsedMicros }: ImageRecord) => round.beganMicros - lastUsedMicros > policy.maxAgeMicros;
  return { ...round, reason: 'age', candidates: round.rest.filter(isOld), next: 0, rest: round.rest.filter((image) => !isOld(image)) };
}

/** Sets all images out that are left, to free this much. Mirrors the call of `freeSpace`. */
export function selectForSpace(round: ImageGcRound, bytesToFree: bigint): ImageGcRound {
  return { ...round, reason: 'space', bytesToFree, candidates: round.rest, next: 0, rest: [], failed: [], errors: [] };
}

/** Whether the pass for space has removed enough; it is asked after a removal only, so that one image always goes. */
export function hasFreedEnough(round: ImageGcRound): boolean {
  return round.removedForSpace > 0 && round.countedBytes >= round.bytesToFree;
}

/**
 * Passes over images that the pass for space leaves alone: those used since the round began, and those too young. The pass for age
 * takes all that were set out for it.
 */
export function skipIneligible(round: ImageGcRound, policy: ImageGcPolicy): ImageGcRound {
  if (round.reason === 'age' || hasFreedEnough(round)) return round;
  let { next } = round;
  while (next < round.candidates.length && whyIneligible(round, round.candidates[next], policy) !== undefined) next++;
  return next === round.next ? round : { ...round, next, skipped: [...round.skipped, ...round.candidates.slice(round.next, next)] };
}

/** Why the pass for space would leave an image alone, undefined where it would not. Mirrors `freeSpace` (v1.36.3). */
export function whyIneligible(
  { beganMicros }: ImageGcRound,
  image: ImageRecord | undefined,
  { minAgeMicros }: ImageGcPolicy,
): 'justUsed' | 'tooYoung' | undefined {
  if (image === undefined) return undefined;
  if (image.lastUsedMicros >= beganMicros) return 'justUsed';
  return beganMicros - image.firstDetectedMicros < minAgeMicros ? 'tooYoung' : undefined;
}

/** The image to remove next; throws where there is none, which a guard has ruled out. */
export function nextImage({ candidates, next }: ImageGcRound): ImageRecord {
  const image = candidates[next];
  if (image === undefined) throw new Error(`image GC: there is no image ${next} of ${candidates.length}`);
  return image;
}

/** The round after a removal. For age nothing is counted against the bytes to free: the disk is looked at afterwards. */
export function afterRemoval(round: ImageGcRound, freedBytes: number): ImageGcRound {
  const size = BigInt(nextImage(round).sizeBytes);
  const isForSpace = round.reason === 'space';
  return {
    ...round,
    next: round.next + 1,
    removed: [...round.removed, nextImage(round)],
    believedBytes: round.believedBytes + size,
    freedBytes: round.freedBytes + freedBytes,
    countedBytes: round.countedBytes + (isForSpace ? size : 0n),
    removedForSpace: round.removedForSpace + (isForSpace ? 1 : 0),
    freedForSpaceBytes: round.freedForSpaceBytes + (isForSpace ? freedBytes : 0),
  };
}

/** The round after a removal that failed: it goes on with the next image. */
export function afterFailure(round: ImageGcRound, error: string): ImageGcRound {
  const image = nextImage(round);
  return { ...round, next: round.next + 1, failed: [...round.failed, image], errors: [...round.errors, error] };
}

/**
 * The ids that the hook of pull records is told as remaining: only candidates that were passed over. What is in use, what
 * is pinned and what comes after enough was freed are missing, as upstream (known bug of v1.36.3).
 */
export function remainingImages(round: ImageGcRound): readonly string[] {
  return round.skipped.map(({ id }) => id);
}
