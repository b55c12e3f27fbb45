import type { Path } from '../documents/source-document.ts';
import type { PodSpecDocument } from './kubernetes-shapes.ts';

/**
 * Returns the images of a pod spec, each with the path to its name: those of containers of all kinds, then
 * those of image volumes.
 */
export function imagesOfSpec(
  spec: PodSpecDocument,
): readonly { readonly image: string; readonly path: Path }[] {
  const containers = (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).map(({ image }, index) => ({ image, path: [list, index, 'image'] })),
  );
  const volumes = (spec.volumes ?? []).map(({ image }, index) => ({
    image: image?.reference,
    path: ['volumes', index, 'image', 'reference'],
  }));
  return [...containers, ...volumes].flatMap(({ image, path }) => (image ? [{ image, path }] : []));
}
