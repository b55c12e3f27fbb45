import type { Image, Layer } from '../../runtime/images/image.ts';
import { defaultOf } from '../defaults.ts';
import { bytes } from '../scenario/quantity-shapes.ts';
import { nameFraction, nameHash } from './name-hash.ts';

/** A gzipped tar of nothing; no layer is smaller. */
const layerBytesMin = 32;
const imageBytesMin = 10_000;

/**
 * An image of which only the name is known: size, number of layers and split drawn from what was found on Docker Hub (docs/defaults.md),
 * by the canonical name alone, so that a run's seed and the other images change nothing.
 */
export function assumedImage(name: string, canonical: string): Image {
  const drawn = Math.exp(Math.log(bytes(defaultOf('imageSizeMedian'))) + Number(defaultOf('imageSizeSigma')) * normal(canonical, 'size'));
  const size = Math.min(Math.max(drawn, imageBytesMin), bytes(defaultOf('imageSizeMax')));
  // Whole kilobytes: engines may differ in the last bit of exp and log, and must not in a trace.
  return imageOfSize(name, canonical, Math.round(size / 1_000) * 1_000, 'assumed');
}

/** An image of a known compressed size, split into an assumed number of layers. */
export function imageOfSize(name: string, canonical: string, sizeBytes: number, source: Image['source']): Image {
  const drawn = Math.exp(Math.log(Number(defaultOf('layersMedian'))) + Number(defaultOf('layersSigma')) * normal(canonical, 'layers'));
  const most = Math.min(Number(defaultOf('layersMax')), Math.floor(sizeBytes / layerBytesMin));
  const count = Math.max(1, Math.min(Math.round(drawn), most));
  return {
    name,
    ref: `sha256:${nameHash(`image ${canonical} ${sizeBytes}`)}`,
    index: false,
    configBytes: bytes(defaultOf('configSize')),
    layers: splitIntoLayers(canonical, sizeBytes, count),
    source,
  };
}

/** Unpacked bytes of a compressed layer of which nothing else is known. */
export function assumedUnpackedBytes(compressedBytes: number): number {
  return Math.round(compressedBytes * Number(defaultOf('unpackedRatio')));
}

function splitIntoLayers(canonical: string, sizeBytes: number, count: number): Layer[] {
  const sigma = Number(defaultOf('layerWeightSigma'));
  const weights = Array.from(
    { length: count },
    (_, index) => Math.round(1_000 * Math.exp(sigma * normal(canonical, `weight ${index}`))) + 1,
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const minimum = Math.min(layerBytesMin, Math.floor(sizeBytes / count));
  const spread = sizeBytes - minimum * count;
  let weighed = 0;
  let given = 0;
  return weights.map((weight, index) => {
    weighed += weight;
    const upTo = index === count - 1 ? spread : Math.floor((spread * weighed) / total);
    const layerBytes = minimum + upTo - given;
    given = upTo;
    // The size is part of the digest: the same name with another size is another image.
    const digest = `sha256:${nameHash(`layer ${canonical} ${sizeBytes} ${index}`)}`;
    return { digest, bytes: layerBytes, unpackedBytes: assumedUnpackedBytes(layerBytes) };
  });
}

/** A standard normal number that depends on the texts alone (Box and Muller). */
function normal(canonical: string, purpose: string): number {
  const radius = Math.sqrt(-2 * Math.log(1 - nameFraction(`${purpose} radius ${canonical}`)));
  return radius * Math.cos(2 * Math.PI * nameFraction(`${purpose} angle ${canonical}`));
}
