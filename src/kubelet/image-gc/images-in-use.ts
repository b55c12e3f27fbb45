import type { ListedImage } from './listed-image.ts';

/** A container that exists, running or not, as image GC sees it. */
export interface ImageUser {
  readonly imageRef: string;
  readonly mountedImageRefs: readonly string[];
  /** The runtime's error if it cannot tell the container's mounts. */
  readonly statusError?: string;
}

/** Which images count as used. */
export interface ImageUseRules {
  /** Whether images that are mounted as volumes count as used. */
  readonly countsImageVolumes: boolean;
  /** The image with this tag counts as used; undefined if the release spares what the runtime pins instead. */
  readonly sandboxImage: string | undefined;
}

/**
 * The ids of images in use, or the error with which detection ends. A container counts by its image's id only: what a pod
 * calls the image does not matter. Mirrors the first half of `detectImages`, and `handleImageVolumes` (v1.36.3).
 */
export function imagesInUse(
  containers: readonly ImageUser[],
  images: readonly ListedImage[],
  rules: ImageUseRules,
): { readonly inUse: ReadonlySet<string> } | { readonly error: string } {
  const inUse = new Set<string>();
  const sandboxes = rules.sandboxImage === undefined ? [] : images.filter((image) => isTagged(image, rules.sandboxImage ?? ''));
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
