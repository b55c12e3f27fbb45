import { bytes } from '../scenario/quantity-shapes.ts';
import { type ImageSource, imageSource } from './image-sources.ts';

/** What a public document says about an image: linux/amd64, compressed. */
export interface KnownImage {
  readonly repository: string;
  readonly tag: string;
  /** The likeliest size, and its range; all are equal if the document is exact. */
  readonly bytes: number;
  readonly low: number;
  readonly high: number;
  /** The size of each layer if known, or only their number. */
  readonly layers: readonly number[] | number | undefined;
  readonly source: ImageSource;
}

/**
 * Reads a text of rows. A line without indentation is a repository with its host. Each line below it has a
 * tag, a size or a range (`10MB..18MB`), the word of its source, and, if known, the number of layers or their
 * sizes (`49.3MB+25.6MB`). Throws if a line is none of these.
 */
export function readRows(text: string): KnownImage[] {
  let repository = '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      if (line.startsWith('  ')) return [readRow(repository, line)];
      repository = line;
      return [];
    });
}

/** Returns the repositories of a text of rows, whose rows are not read. */
export function repositoriesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('  '));
}

function readRow(repository: string, line: string): KnownImage {
  const [tag = '', size = '', word = '', layers] = line.trim().split(' ');
  const source = imageSource(word);
  if (repository === '' || source === undefined) throw new Error(`not a row of known images: ${line}`);
  const [from, to] = size.split('..').map(bytes);
  if (from === undefined) throw new Error(`no size: ${line}`);
  const factor = to === undefined ? (source.factor ?? 1) : 1;
  const [low, high] = [Math.round(from / factor), Math.round((to ?? from) * factor)];
  return {
    repository,
    tag,
    bytes: to === undefined ? from : Math.round(Math.sqrt(from * to)),
    low,
    high,
    layers: layersOf(layers),
    source,
  };
}

function layersOf(text: string | undefined): KnownImage['layers'] {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) : text.split('+').map(bytes);
}
