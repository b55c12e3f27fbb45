import type { Image } from '../../rules/runtime/images/image.ts';
import {
  canonicalImageName,
  type ImageLocation,
  imageLocation,
} from '../../rules/runtime/images/image-location.ts';

/** An image, and the tag under which it is served. */
interface ServedTag {
  readonly image: Image;
  readonly location: ImageLocation;
  readonly tag: string;
}

/**
 * Returns the tags of images. One that is named by a digest, which its drawn bytes do not have, has the tag that its
 * name has beside it, or otherwise, and where another image has that one, `digest-` with the first twelve digits.
 */
export function servedTags(images: readonly Image[]): readonly ServedTag[] {
  const located = images.map((image) => ({ image, location: imageLocation(canonicalImageName(image.name)) }));
  const taken = new Set<string>();
  const isFree = ({ registry, repository }: ImageLocation, tag: string): boolean => {
    const name = `${registry}/${repository}:${tag}`;
    if (taken.has(name)) return false;
    taken.add(name);
    return true;
  };
  const ofTags = located
    .filter(({ image }) => !image.name.includes('@'))
    .map(({ image, location }) => ({ image, location, tag: location.version }))
    .filter(({ location, tag }) => isFree(location, tag));
  const ofDigests = located
    .filter(({ image }) => image.name.includes('@'))
    .map(({ image, location }) => {
      const [, tag] = /:([\w.-]+)@/.exec(image.name) ?? [];
      const digits = location.version.replace(/^\w+:/, '').slice(0, 12);
      return { image, location, tag: tag !== undefined && isFree(location, tag) ? tag : `digest-${digits}` };
    });
  return [...ofTags, ...ofDigests];
}
