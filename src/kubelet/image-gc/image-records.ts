import type { ListedImage } from './listed-image.ts';

/** What image GC knows about an image. Times are in microseconds; `never` is Go's zero time, before every other. */
export interface ImageRecord extends ListedImage {
  readonly firstDetectedMicros: number;
  readonly lastUsedMicros: number;
}

/** The records by image id. They are in memory only, so a restart of the kubelet forgets ages and uses. */
export type ImageRecords = ReadonlyMap<string, ImageRecord>;

export const never = Number.NEGATIVE_INFINITY;

/**
 * Returns the records after a detection: new images count as detected at `detectMicros`, images in use as used now, and images that are
 * gone are forgotten. Mirrors `detectImages` in image_gc_manager.go (v1.36.3).
 */
export function detectImages(
  records: ImageRecords,
  images: readonly ListedImage[],
  inUse: ReadonlySet<string>,
  detectMicros: number,
  nowMicros: number,
): ImageRecords {
  return new Map(
    images.map((image) => {
      const known = records.get(image.id);
      const firstDetectedMicros = known?.firstDetectedMicros ?? detectMicros;
      const lastUsedMicros = inUse.has(image.id) ? nowMicros : (known?.lastUsedMicros ?? never);
      return [image.id, { ...image, firstDetectedMicros, lastUsedMicros }];
    }),
  );
}

/** Returns the records without an image that has been removed. */
export function forgetImage(records: ImageRecords, id: string): ImageRecords {
  return new Map([...records].filter(([other]) => other !== id));
}

/**
 * The images that may go: not in use and not pinned, the least recently used first, then the first detected. The kubelet
 * leaves the order of equals open (an unstable sort over a map); here it is that of their ids.
 * Mirrors `imagesInEvictionOrder` and `byLastUsedAndDetected` in image_gc_manager.go (v1.36.3).
 */
export function imagesInEvictionOrder(records: ImageRecords, inUse: ReadonlySet<string>, sparesPinned: boolean): readonly ImageRecord[] {
  return [...records.values()].filter(({ id, pinned }) => !inUse.has(id) && !(pinned && sparesPinned)).sort(compare);
}

function compare(one: ImageRecord, other: ImageRecord): number {
  return (
    order(one.lastUsedMicros, other.lastUsedMicros) || order(one.firstDetectedMicros, other.firstDetectedMicros) || order(one.id, other.id)
  );
}

// Not a subtraction, since the difference of two times that are `never` is NaN.
function order<T extends number | string>(one: T, other: T): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
