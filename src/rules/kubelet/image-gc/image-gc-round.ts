import type { DiskUsage, ImageGcPolicy } from './image-gc-policy.ts';
import type { ImageRecord } from './image-records.ts';

/** A round of image GC: the images that are left to look at, and what happened to the others. */
export interface ImageGcRound {
  /** When the round began (upstream's freeTime). Images that were used since are left alone. */
  readonly beganMicros: number;
  /** Why the current candidates are removed. */
  readonly reason: 'age' | 'space';
  /** undefined: the round has not looked at the disk. */
  readonly usage: DiskUsage | undefined;
  readonly bytesToFree: bigint;
  /** The images of the current pass, in eviction order. Those from `next` on are still to be looked at. */
  readonly candidates: readonly ImageRecord[];
  readonly next: number;
  /** The images that the pass for age leaves to the pass for space. */
  readonly rest: readonly ImageRecord[];
  readonly skipped: readonly ImageRecord[];
  readonly failed: readonly ImageRecord[];
  readonly errors: readonly string[];
  /** The error that the call returns; empty on success. */
  readonly error: string;
  readonly removed: readonly ImageRecord[];
  /**
   * Three sums: what both passes have removed by the runtime's sizes; what the pass for space has, which
   * image GC compares with the bytes to free; and what both have really freed on the disk.
   */
  readonly believedBytes: bigint;
  readonly countedBytes: bigint;
  readonly freedBytes: number;
  readonly removedForSpace: number;
  readonly freedForSpaceBytes: number;
}

/** Returns a round at its beginning. */
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
 * Begins the pass for age: its candidates are the images that were last used longer ago than the maximal age.
 * An image that was never used is one of them, however young it is. Mirrors `freeOldImages` in
 * image_gc_manager.go (v1.36.3).
 */
export function selectOldImages(round: ImageGcRound, policy: ImageGcPolicy): ImageGcRound {
  const isOld = ({ lastUsedMicros }: ImageRecord) => round.beganMicros - lastUsedMicros > policy.maxAgeMicros;
  return {
    ...round,
    reason: 'age',
    candidates: round.rest.filter(isOld),
    next: 0,
    rest: round.rest.filter((image) => !isOld(image)),
  };
}

/**
 * Begins the pass for space: its candidates are all images that are left. Mirrors the call of `freeSpace`.
 */
export function selectForSpace(round: ImageGcRound, bytesToFree: bigint): ImageGcRound {
  return {
    ...round,
    reason: 'space',
    bytesToFree,
    candidates: round.rest,
    next: 0,
    rest: [],
    failed: [],
    errors: [],
  };
}

/**
 * Whether the pass for space has freed enough. At least one image is removed, even if there is nothing to
 * free.
 */
export function hasFreedEnough(round: ImageGcRound): boolean {
  return round.removedForSpace > 0 && round.countedBytes >= round.bytesToFree;
}

/**
 * Skips images that the pass for space leaves alone: those used since the round began, and those that are too
 * young. The pass for age skips none.
 */
export function skipIneligible(round: ImageGcRound, policy: ImageGcPolicy): ImageGcRound {
  if (round.reason === 'age' || hasFreedEnough(round)) return round;
  let { next } = round;
  while (next < round.candidates.length && whyIneligible(round, round.candidates[next], policy) !== undefined)
    next++;
  return next === round.next
    ? round
    : { ...round, next, skipped: [...round.skipped, ...round.candidates.slice(round.next, next)] };
}

/**
 * Why the pass for space would leave an image alone, undefined where it would not. Mirrors `freeSpace`
 * (v1.36.3).
 */
export function whyIneligible(
  { beganMicros }: ImageGcRound,
  image: ImageRecord | undefined,
  { minAgeMicros }: ImageGcPolicy,
): 'justUsed' | 'tooYoung' | undefined {
  if (image === undefined) return undefined;
  if (image.lastUsedMicros >= beganMicros) return 'justUsed';
  return beganMicros - image.firstDetectedMicros < minAgeMicros ? 'tooYoung' : undefined;
}

/** Returns the image to remove next; throws if there is none, which a guard has ruled out. */
export function nextImage({ candidates, next }: ImageGcRound): ImageRecord {
  const image = candidates[next];
  if (image === undefined) throw new Error(`image GC: there is no image ${next} of ${candidates.length}`);
  return image;
}

/**
 * Returns the round after a removal. A removal for age does not count towards the bytes to free, since the
 * disk is looked at afterwards.
 */
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

/** Returns the round after a removal that failed: it continues with the next image. */
export function afterFailure(round: ImageGcRound, error: string): ImageGcRound {
  const image = nextImage(round);
  return {
    ...round,
    next: round.next + 1,
    failed: [...round.failed, image],
    errors: [...round.errors, error],
  };
}

/**
 * Returns the ids that the pull records get as remaining: only candidates that were skipped. Images that
 * are in use or pinned, and those after the point where enough was freed, are missing, as upstream (known bug
 * of v1.36.3).
 */
export function remainingImages(round: ImageGcRound): readonly string[] {
  return round.skipped.map(({ id }) => id);
}
