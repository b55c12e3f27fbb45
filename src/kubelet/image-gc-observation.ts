import type { Because } from './observation.ts';

/** Why an image that is on the node stayed in a round of image GC. */
export type KeptBecause = 'inUse' | 'pinned' | 'justUsed' | 'tooYoung' | 'enoughFreed';

/**
 * Image GC removed an image, failed to, or ended a round in which it had something to do. Sizes as image GC believes them
 * (the runtime's), and what really left the disk: layers that other images need stay.
 */
export interface ImageGcObservation {
  readonly type: 'imageGC';
  readonly state: 'removed' | 'failed' | 'finished';
  /** The kubelet's 5-minute loop, or the eviction manager. */
  readonly trigger: 'loop' | 'diskPressure';
  /** removed, failed: a name of the image, its id, and for which of the two reasons it was to go. */
  readonly image?: string;
  readonly ref?: string;
  readonly reason?: 'age' | 'space';
  /** removed, failed: when image GC first saw it and last saw it in use (ms; absent: before all time, never). */
  readonly firstDetectedMs?: number;
  readonly lastUsedMs?: number;
  /** removed, finished: by the runtime's sizes. */
  readonly believedBytes?: number;
  /** removed, finished: by the disk. */
  readonly freedBytes?: number;
  /** removed: what images take of the disk from then on. */
  readonly heldBytes?: number;
  /** finished: images removed. */
  readonly removed?: number;
  /** finished: of the file system at the begin of the removals for space, and after them by what was freed; absent: not looked at. */
  readonly usedPercent?: number;
  readonly usedPercentAfter?: number;
  /** finished: to get down to the low threshold; absent: none, or all that is unused. */
  readonly bytesToFree?: number;
  readonly kept?: readonly { readonly image: string; readonly because: KeptBecause }[];
  /** failed: the runtime's error. finished: how the round failed. */
  readonly error?: string;
  readonly because?: Because;
}
