import { entries, get } from '../../collections/sorted-map.ts';
import type { ContentStore } from '../images/content-store.ts';
import type { Image } from '../images/image.ts';
import { canonicalImageName } from '../images/image-location.ts';

/**
 * What a node has and can give to others goes by the names that are asked for: a layer by its digest; of an image that is there
 * with all its layers, the tag by the image's full name, and index, manifest and config by the image's id.
 */
export interface Holdings {
  readonly held: readonly string[];
  readonly lost: readonly string[];
}

/** Returns what a request asks for. */
export function wantedHolding({ image, digest }: { readonly image: string; readonly digest?: string }): string {
  return digest === undefined || digest === '' ? canonicalImageName(image) : digest;
}

/** Returns what an image adds to its layers when it is complete. */
export function imageHoldings({ name, ref }: Image): readonly string[] {
  return [canonicalImageName(name), ref];
}

/** Returns all that a node with this image can give. */
export function holdingsOfImage(image: Image): readonly string[] {
  return [...imageHoldings(image), ...image.layers.map(({ digest }) => digest)];
}

/** Returns what was there before content was deleted, and is not any more; costs the size of the store. */
export function lostHoldings(before: ContentStore, after: ContentStore): readonly string[] {
  const left = new Set(entries(after.images).flatMap(([, image]) => imageHoldings(image)));
  const ofImages = entries(before.images).flatMap(([name, image]) => (get(after.images, name) === undefined ? imageHoldings(image) : []));
  const blobs = entries(before.present).flatMap(([key]) =>
    key.startsWith(blobPrefix) && get(after.present, key) === undefined ? [key] : [],
  );
  return [...new Set(ofImages)].filter((name) => !left.has(name)).concat(blobs.map((key) => key.slice(blobPrefix.length)));
}

const blobPrefix = 'blob ';
