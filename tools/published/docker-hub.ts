import { imageOfSize } from '../../src/inputs/images/assumed-image.ts';
import type { Image } from '../../src/rules/runtime/images/image.ts';

const imagesMax = 20_000;

let drawn: readonly Image[] | undefined;

/**
 * Images of the sizes that Zhao et al. found on Docker Hub (CLUSTER'19): a median of 17 MB, nine in ten below
 * 0.48 GB, as quantiles of a distribution that is nearly lognormal.
 */
function images(): readonly Image[] {
  drawn ??= Array.from({ length: imagesMax }, (_, index) => {
    const share = (index + 0.5) / imagesMax;
    const size = Math.round(17e6 * Math.exp((-2.61 * Math.log(1 / share - 1)) / 1.702));
    return imageOfSize('x', `docker.io/library/image-${index}:v1`, size, 'assumed');
  });
  return drawn;
}

/** The share of such images that have fewer layers, in percent. */
export function imagesOfFewerLayers(layers: number): number {
  return (100 * images().filter((image) => image.layers.length < layers).length) / imagesMax;
}

/** The share of their layers that are smaller, in percent. */
export function layersBelow(bytes: number): number {
  const layers = images().flatMap((image) => image.layers);
  return (100 * layers.filter((layer) => layer.bytes < bytes).length) / layers.length;
}
