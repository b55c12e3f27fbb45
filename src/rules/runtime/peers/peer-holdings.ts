import { entries, get, remove, type SortedMap, set } from '../../collections/sorted-map.ts';
import type { ContentStore } from '../images/content-store.ts';
import type { Image } from '../images/image.ts';
import { canonicalImageName } from '../images/image-location.ts';
import { isPartOfLayer } from '../images/lazy-image.ts';

/**
 * What a node has and can give to others goes by the names that are asked for: a layer by its digest; of an
 * image that is there with all its layers, the tag by the image's full name, and index, manifest and config
 * by the image's id.
 */
export interface Holdings {
  readonly held: readonly string[];
  readonly lost: readonly string[];
}

/** Returns what a request asks for. */
export function wantedHolding({
  image,
  digest,
}: {
  readonly image: string;
  readonly digest?: string;
}): string {
  return digest === undefined || digest === '' ? canonicalImageName(image) : digest;
}

/** Returns what a layer adds; a part of one is nothing that another node asks for. */
export function layerHoldings(digest: string): readonly string[] {
  return isPartOfLayer(digest) ? [] : [digest];
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
  const remainingHoldings = new Set(entries(after.images).flatMap(([, image]) => imageHoldings(image)));
  const ofImages = entries(before.images).flatMap(([name, image]) =>
    get(after.images, name) === undefined ? imageHoldings(image) : [],
  );
  const blobs = entries(before.present).flatMap(([key]) =>
    key.startsWith(blobPrefix) && get(after.present, key) === undefined ? [key] : [],
  );
  return [...new Set(ofImages)]
    .filter((name) => !remainingHoldings.has(name))
    .concat(blobs.map((key) => key.slice(blobPrefix.length)));
}

const blobPrefix = 'blob ';

/** Which nodes have what, in the order in which they came to have it. */
export type PeerDirectory = SortedMap<readonly string[]>;

/** Returns the nodes that have it. */
export function findHolders(directory: PeerDirectory, name: string): readonly string[] {
  return get(directory, name) ?? [];
}

/**
 * Returns the directory after a node has come to have something, or lost it; costs the holders of each such
 * thing.
 */
export function withHoldings(
  directory: PeerDirectory,
  node: string,
  { held, lost }: Holdings,
): PeerDirectory {
  const without = lost.reduce((left, name) => {
    const otherHolders = findHolders(left, name).filter((holder) => holder !== node);
    return otherHolders.length === 0 ? remove(left, name) : set(left, name, otherHolders);
  }, directory);
  return held.reduce((known, name) => {
    const holders = findHolders(known, name);
    return holders.includes(node) ? known : set(known, name, [...holders, node]);
  }, without);
}
