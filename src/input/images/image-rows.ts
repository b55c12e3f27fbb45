import type { imageRow } from '../../json/tables.ts';
import type { Parsed } from '../../trace/record.ts';
import { findKnownImage, knownImages } from '../known-images/find-known-image.ts';
import type { SimulationInput } from '../model.ts';
import { uncertainImage } from './assumed-image.ts';
import { uncertainOrigin } from './image-catalogue.ts';
import { imageName } from './image-name.ts';
import { type ImageOrigin, rangeOf } from './image-origin.ts';

/** One image for people: its size and the source. Compressed bytes; both ends are equal if the size is no range. */
export type ImageRow = Parsed<typeof imageRow>;

/** Returns the images of an input, by name. */
export function imageRowsOf({ images }: Pick<SimulationInput, 'images'>, origins: ReadonlyMap<string, ImageOrigin>): ImageRow[] {
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

function rowOf(image: string, layers: readonly { readonly bytes: number }[], origin: ImageOrigin): ImageRow {
  const bytes = layers.reduce((sum, layer) => sum + layer.bytes, 0);
  const range = rangeOf(origin) ?? { low: bytes, high: bytes };
  const common = { image, bytes, lowBytes: range.low, highBytes: range.high, layers: layers.length };
  if (origin.kind === 'given') return { ...common, layersKnown: true, from: 'given', mark: 'given', of: origin.by, source: origin.by };
  if (origin.kind === 'drawn') {
    const source = 'no document tells of it: lognormal, fitted to the known images with such names';
    return { ...common, layersKnown: false, from: 'drawn', mark: 'assumed', of: origin.nameKind.name, source };
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
