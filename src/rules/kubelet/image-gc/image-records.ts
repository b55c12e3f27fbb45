/**
 * What image GC knows about an image. Times are in microseconds; `never` is Go's zero time, before every
 * other.
 */
export interface ImageRecord extends ListedImage {
  readonly firstDetectedMicros: number;
  readonly lastUsedMicros: number;
}

/** The records by image id. They are in memory only, so a restart of the kubelet forgets ages and uses. */
export type ImageRecords = ReadonlyMap<string, ImageRecord>;

export const never = Number.NEGATIVE_INFINITY;

/**
 * Returns the records after a detection: new images count as detected at `detectMicros`, images in use as
 * used now, and images that are gone are forgotten. Mirrors `detectImages` in image_gc_manager.go (v1.36.3).
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
      const previousRecord = records.get(image.id);
      const firstDetectedMicros = previousRecord?.firstDetectedMicros ?? detectMicros;
      const lastUsedMicros = inUse.has(image.id) ? nowMicros : (previousRecord?.lastUsedMicros ?? never);
      return [image.id, { ...image, firstDetectedMicros, lastUsedMicros }];
    }),
  );
}

/** Returns the records without an image that has been removed. */
export function forgetImage(records: ImageRecords, id: string): ImageRecords {
  return new Map([...records].filter(([other]) => other !== id));
}

/**
 * The images that may go: not in use and not pinned, the least recently used first, then the first detected.
 * The kubelet leaves the order of equals open (an unstable sort over a map); here it is that of their ids.
 * Mirrors `imagesInEvictionOrder` and `byLastUsedAndDetected` in image_gc_manager.go (v1.36.3).
 */
export function imagesInEvictionOrder(
  records: ImageRecords,
  inUse: ReadonlySet<string>,
  sparesPinned: boolean,
): readonly ImageRecord[] {
  return [...records.values()]
    .filter(({ id, pinned }) => !inUse.has(id) && !(pinned && sparesPinned))
    .sort(compare);
}

function compare(one: ImageRecord, other: ImageRecord): number {
  return (
    order(one.lastUsedMicros, other.lastUsedMicros) ||
    order(one.firstDetectedMicros, other.firstDetectedMicros) ||
    order(one.id, other.id)
  );
}

// Not a subtraction, since the difference of two times that are `never` is NaN.
function order<T extends number | string>(one: T, other: T): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A container that exists, running or not, as image GC sees it. */
export interface ImageUser {
  readonly imageRef: string;
  readonly mountedImageRefs: readonly string[];
  /** The runtime's error if it cannot list the container's mounts. */
  readonly statusError?: string;
}

/** Which images count as used. */
export interface ImageUseRules {
  /** Whether images that are mounted as volumes count as used. */
  readonly countsImageVolumes: boolean;
  /**
   * The image with this tag counts as used; undefined if the release spares what the runtime pins instead.
   */
  readonly sandboxImage: string | undefined;
}

/**
 * The ids of images in use, or the error with which detection ends. A container counts by its image's id
 * only: what a pod calls the image does not matter. Mirrors the first half of `detectImages`, and
 * `handleImageVolumes` (v1.36.3).
 */
export function imagesInUse(
  containers: readonly ImageUser[],
  images: readonly ListedImage[],
  rules: ImageUseRules,
): { readonly inUse: ReadonlySet<string> } | { readonly error: string } {
  const inUse = new Set<string>();
  const sandboxes =
    rules.sandboxImage === undefined
      ? []
      : images.filter((image) => isTagged(image, rules.sandboxImage ?? ''));
  const sandbox = sandboxes.map(({ id }) => id).sort()[0];
  if (sandbox !== undefined) inUse.add(sandbox);
  const present = new Set(rules.countsImageVolumes ? images.map(({ id }) => id) : []);
  for (const { imageRef, mountedImageRefs, statusError } of containers) {
    if (rules.countsImageVolumes) {
      if (statusError) return { error: `get container status: ${statusError}` };
      for (const mounted of mountedImageRefs) if (present.has(mounted)) inUse.add(mounted);
    }
    inUse.add(imageRef);
  }
  return { inUse };
}

function isTagged({ repoTags }: ListedImage, tag: string): boolean {
  return repoTags.includes(tag);
}

/** An image as the runtime lists it (ListImages of the CRI). */
export interface ListedImage {
  readonly id: string;
  readonly repoTags: readonly string[];
  readonly repoDigests: readonly string[];
  /**
   * The size that the runtime reports: with containerd the compressed one, layers that other images share
   * included.
   */
  readonly sizeBytes: number;
  /** Whether the runtime asks the kubelet to keep the image; as a rule this is the pause image. */
  readonly pinned: boolean;
}
