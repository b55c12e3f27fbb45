import type { ImageRecord, ImageRecords } from './image-records.ts';

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

// Not a subtraction: two times that are `never` are equal.
function order<T extends number | string>(one: T, other: T): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
