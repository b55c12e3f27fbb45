import type { Image, Layer } from '../../rules/runtime/images/image.ts';
import { defaultOf } from '../defaults.ts';
import { predictSize } from '../known-images/predict-size.ts';
import { layerModel } from '../known-images/size-model.ts';
import { bytes } from '../scenario/quantity-shapes.ts';
import type { UncertainOrigin } from './image-origin.ts';
import { nameFraction, nameHash } from './name-hash.ts';

/** The size of an empty gzipped tar; no layer is smaller. */
const layerBytesMin = 32;
const imageBytesMin = 10_000;

/**
 * The part of a normal distribution from which sizes are drawn: between its 10 and 90 %, like the ranges in
 * the tables.
 */
const tenPercent = 1.2816;

/**
 * Returns the compressed size of an image whose size was not given. It depends only on the canonical name, so
 * that a run's seed and the other images do not affect it. In draw 0 it is the likeliest size, in every other
 * draw a size within the range.
 */
export function sizeOf(origin: UncertainOrigin, canonical: string, draw: number): number {
  if (draw === 0) return origin.kind === 'known' ? origin.found.row.bytes : origin.middle;
  const far = within(canonical, `size ${draw}`) / tenPercent;
  const [middle, low, high] =
    origin.kind === 'known'
      ? [origin.found.row.bytes, origin.found.low, origin.found.high]
      : [origin.middle, origin.low, origin.high];
  const drawn = middle * (far < 0 ? middle / low : high / middle) ** far;
  // Whole kilobytes: engines may differ in the last bit of exp and log, which must not show in a trace.
  return drawn < 1_000_000 ? Math.round(drawn / 10) * 10 : Math.round(drawn / 1_000) * 1_000;
}

/** Returns the range of sizes for a name of which no document tells. */
export function drawnOrigin(name: string): UncertainOrigin & { readonly kind: 'drawn' } {
  const { middle, low, high, because } = predictSize(name);
  const most = bytes(defaultOf('imageSizeMax'));
  const bounded = (size: number) => Math.min(Math.max(size, imageBytesMin), most);
  return { kind: 'drawn', because, middle: bounded(middle), low: bounded(low), high: bounded(high) };
}

/** Returns an image of which nothing was given: from public documents, or drawn. */
export function uncertainImage(name: string, canonical: string, origin: UncertainOrigin, draw = 0): Image {
  const size = sizeOf(origin, canonical, draw);
  if (origin.kind === 'drawn') return imageOfSize(name, canonical, size, 'assumed');
  const { layers, bytes: whole } = origin.found.row;
  if (typeof layers !== 'object') return imageOfSize(name, canonical, size, 'known', layers);
  const weights = layers.map((layer) => Math.max(1, Math.round((layer * size) / whole)));
  const image = imageOfLayers(name, canonical, size, weights, 'known');
  return origin.found.isExact && size === whole
    ? { ...image, layers: image.layers.map(asInOtherImages) }
    : image;
}

/**
 * Two layers of a million bytes or more are the same if they have the same number of bytes: a base that
 * images share.
 */
function asInOtherImages(layer: Layer): Layer {
  return layer.bytes < 1e6
    ? layer
    : { ...layer, digest: `sha256:${nameHash(`layer of ${layer.bytes} bytes`)}` };
}

/** Returns an image of a known compressed size, split into this number of layers or an assumed one. */
export function imageOfSize(
  name: string,
  canonical: string,
  sizeBytes: number,
  source: Image['source'],
  layers?: number,
): Image {
  const { median, growth, sigma } = layerModel;
  const drawn = median * (sizeBytes / 100_000_000) ** growth * Math.exp(sigma * normal(canonical, 'layers'));
  const most = Math.min(Number(defaultOf('layersMax')), Math.floor(sizeBytes / layerBytesMin));
  const count = Math.max(1, Math.min(layers ?? Math.round(drawn), most));
  return imageOfLayers(name, canonical, sizeBytes, splitIntoLayers(canonical, sizeBytes, count), source);
}

function imageOfLayers(
  name: string,
  canonical: string,
  sizeBytes: number,
  layers: readonly number[],
  source: Image['source'],
): Image {
  return {
    name,
    ref: `sha256:${nameHash(`image ${canonical} ${sizeBytes}`)}`,
    index: false,
    configBytes: bytes(defaultOf('configSize')),
    layers: layers.map((layerBytes, index) => ({
      // The size is part of the digest: the same name with another size is another image.
      digest: `sha256:${nameHash(`layer ${canonical} ${sizeBytes} ${index}`)}`,
      bytes: layerBytes,
      unpackedBytes: assumedUnpackedBytes(layerBytes),
    })),
    source,
  };
}

/** Returns the compressed bytes of an image of which only the bytes on disk are known. */
export function assumedCompressedBytes(unpackedBytes: number): number {
  return Math.round(unpackedBytes / Number(defaultOf('unpackedRatio')));
}

/** Returns the unpacked bytes of a compressed layer of which nothing else is known. */
export function assumedUnpackedBytes(compressedBytes: number): number {
  return Math.round(compressedBytes * Number(defaultOf('unpackedRatio')));
}

function splitIntoLayers(canonical: string, sizeBytes: number, count: number): number[] {
  const weights = Array.from(
    { length: count },
    (_, index) =>
      Math.round(1_000 * Math.exp(layerModel.weightSigma * normal(canonical, `weight ${index}`))) + 1,
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
    return layerBytes;
  });
}

/** Returns a standard normal number between 10 and 90 %: the first such number of a sequence. */
function within(canonical: string, purpose: string): number {
  for (let attempt = 0; attempt < 100; attempt++) {
    const number = normal(canonical, `${purpose} ${attempt}`);
    if (Math.abs(number) <= tenPercent) return number;
  }
  return 0;
}

/** Returns a standard normal number that depends only on the texts (Box and Muller). */
export function normal(canonical: string, purpose: string): number {
  const radius = Math.sqrt(-2 * Math.log(1 - nameFraction(`${purpose} radius ${canonical}`)));
  return radius * Math.cos(2 * Math.PI * nameFraction(`${purpose} angle ${canonical}`));
}
