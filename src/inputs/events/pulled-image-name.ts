import { imageName } from '../images/image-name.ts';

/** A larger size is an error in the source. */
export const bytesMax = 1e12;

/** The name of an image in one spelling: `nginx` is `docker.io/library/nginx:latest`. */
interface PulledImageName {
  readonly reference: string;
  readonly registry: string;
}

/** Returns the image that a name means, as a Scenario takes it; undefined if it is not valid. */
export function normalizedReference(image: string): PulledImageName | undefined {
  const name = image.length > 500 ? undefined : imageName(image);
  if (name === undefined) return undefined;
  return { reference: name.canonical, registry: name.canonical.slice(0, name.canonical.indexOf('/')) };
}
