import type { ResourceView } from '../../report/run-view/resource-view.ts';
import { canonicalImageName } from '../../runtime/images/image-location.ts';

/** Returns how large the run found each image to be; undefined: it never had it. */
export function imageSizes({ nodes }: ResourceView): (image: string) => number | undefined {
  const sizes = new Map<string, number>();
  for (const { images } of nodes)
    for (const { image, bytes } of images) if (bytes !== undefined) sizes.set(canonicalImageName(image), bytes);
  return (image) => sizes.get(canonicalImageName(image));
}
