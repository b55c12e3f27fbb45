import type { SimulationInput } from '../../run/simulation-input.ts';
import { findKnownImage, knownImages } from '../known-images/find-known-image.ts';
import { uncertainImage } from './assumed-image.ts';
import { uncertainOrigin } from './image-catalogue.ts';
import { imageName } from './image-name.ts';
import { type ImageOrigin, rangeOf } from './image-origin.ts';

/** One image for people: its size and the source. */
export interface ImageRow {
  readonly image: string;
  /** Compressed. */
  readonly bytes: number;
  /** 10 % of such images are smaller. Both ends are equal if the size is no range. */
  readonly lowBytes: number;
  readonly highBytes: number;
  readonly layers: number;
  /** False: their number is drawn. */
  readonly layersKnown: boolean;
  /**
   * Given by the user; of this very tag; of the nearest version; of the same program in another repository;
   * drawn by the kind of the name.
   */
  readonly from: 'given' | 'exact' | 'nearest' | 'elsewhere' | 'drawn';
  readonly mark: 'given' | 'measured' | 'published' | 'assumed';
  /** The row from which it was taken, the kind of its name, or who gave it. */
  readonly of: string;
  /** The document. */
  readonly source: string;
}

/** Returns the images of an input, by name. */
export function imageRowsOf(
  { images }: Pick<SimulationInput, 'images'>,
  origins: ReadonlyMap<string, ImageOrigin>,
): ImageRow[] {
  return Object.values(images).flatMap((image) => {
    const origin = origins.get(imageName(image.name)?.canonical ?? image.name);
    return origin === undefined ? [] : [rowOf(image.name, image.layers, origin)];
  });
}

/** Returns what a run would assume of an image with this name. */
export function imageRowOfName(name: string): ImageRow {
  const origin = uncertainOrigin(name);
  return rowOf(name, uncertainImage(name, imageName(name)?.canonical ?? name, origin).layers, origin);
}

/** Returns the rows of all known images whose names contain the words. */
export function catalogueRows(words: string): ImageRow[] {
  return [...knownImages().values()].flat().flatMap((row) => {
    const name = `${row.repository}:${row.tag}`;
    const found = findKnownImage(name);
    return name.includes(words) && found !== undefined ? [imageRowOfName(name)] : [];
  });
}

/** Returns the reasons of a size in words: `cuda × 4.1, pytorch × 2.0`. */
function reasonsText(because: readonly (readonly [feature: string, factor: number])[]): string {
  if (because.length === 0) return 'no word that counts';
  return because
    .map(
      ([feature, factor]) => `${feature.replace(/^(?:word|about|tagged) /, '')} × ${factor.toPrecision(2)}`,
    )
    .join(', ');
}

function rowOf(image: string, layers: readonly { readonly bytes: number }[], origin: ImageOrigin): ImageRow {
  const bytes = layers.reduce((sum, layer) => sum + layer.bytes, 0);
  const range = rangeOf(origin) ?? { low: bytes, high: bytes };
  const common = { image, bytes, lowBytes: range.low, highBytes: range.high, layers: layers.length };
  if (origin.kind === 'given')
    return { ...common, layersKnown: true, from: 'given', mark: 'given', of: origin.by, source: origin.by };
  if (origin.kind === 'drawn') {
    const source = 'no document tells of it: what its name says, learnt from images whose sizes are known';
    return {
      ...common,
      layersKnown: false,
      from: 'drawn',
      mark: 'assumed',
      of: reasonsText(origin.because),
      source,
    };
  }
  const { row, isExact, isElsewhere } = origin.found;
  return {
    ...common,
    layersKnown: row.layers !== undefined,
    from: isExact ? 'exact' : isElsewhere ? 'elsewhere' : 'nearest',
    mark: isExact ? row.source.mark : 'assumed',
    of: `${row.repository}:${row.tag}`,
    source: `${row.source.title}; ${row.source.where}`,
  };
}
