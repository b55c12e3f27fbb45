import { imageName } from '../../input/images/image-name.ts';

/** A larger size is a mistake of whoever wrote it. */
export const bytesMax = 1e12;

/** An image as its name says, whatever the spelling: `nginx` is `docker.io/library/nginx:latest`. */
export interface PulledImageName {
  readonly reference: string;
  readonly registry: string;
}

/** The image that a name stands for, as a Scenario takes it; undefined where it is none. */
export function normalizedReference(image: string): PulledImageName | undefined {
  const name = image.length > 500 ? undefined : imageName(image);
  if (name === undefined) return undefined;
  return { reference: name.canonical, registry: name.canonical.slice(0, name.canonical.indexOf('/')) };
}
