import type { Layer } from '../../../rules/runtime/images/image.ts';
import { DrawnBytes } from './drawn-bytes.ts';
import { DrawnTar, fileBytesWithin, tarBytesFor, tarEndBytes } from './drawn-tar.ts';
import {
  emptyGzipSegments,
  emptyTarDeflated,
  gzipFrameBytes,
  gzipSegments,
  gzipSplit,
  gzipTrailer,
} from './gzip-format.ts';
import { joinedSegments, type Segment } from './segments.ts';
import { tarBlockBytes } from './tar-header.ts';
import { zstdSegments, zstdSplit } from './zstd-format.ts';

/** What must be known of a whole layer before its last bytes can be given: CRC-32 of the tar in it. */
export interface LayerSum {
  readonly crc: number;
}

type Compression = NonNullable<Layer['compression']>;

/** The sizes of the smallest layers: with an empty tar. zstd fills up with frames of at least 8 bytes. */
export const layerBytesMin: Readonly<Record<Compression, number>> = {
  gzip: gzipFrameBytes + emptyTarDeflated.length,
  zstd: 18,
  none: tarEndBytes,
};

/** What is drawn: a layer of so many bytes, with a file of so many in it. */
export interface LayerSize {
  readonly bytes: number;
  readonly unpackedBytes: number;
  readonly compression?: Layer['compression'];
}

interface Content {
  readonly tar: DrawnTar;
  /** Without the end of a gzip file. */
  readonly segments: readonly Segment[];
}

/**
 * A layer of exactly so many bytes that a name decides: a tar with one file, gzipped, as zstd, or as it is. The file has
 * random bytes, which are copied and not compressed, and then zeros, which take next to no room, so that it has the size
 * that the layer unpacks to. Its bytes are made whenever they are read, from any place on, and never kept. The file is
 * smaller where the format cannot make so many zeros of so few bytes (gzip: 158 times as many), and where a tar that is
 * not compressed has no room for it. Below `layerBytesMin` the layer has that size.
 */
export class DrawnLayer {
  readonly bytes: number;
  readonly compression: Compression;
  readonly #tar: DrawnTar;
  readonly #body: Segment;

  constructor(name: string, { bytes, unpackedBytes, compression = 'gzip' }: LayerSize) {
    this.compression = compression;
    this.bytes = Math.max(layerBytesMin[compression], bytes);
    const { tar, segments } = contentOf[compression](name, { bytes: this.bytes, unpackedBytes });
    this.#tar = tar;
    this.#body = joinedSegments(segments);
  }

  get tarBytes(): number {
    return this.#tar.bytes;
  }

  /** Returns a piece of the tar in the layer. */
  tar(from: number, to: number): Buffer {
    return this.#tar.read(from, to);
  }

  /** What of the layer comes before its last bytes, for which the sum is needed. */
  get bodyBytes(): number {
    return this.#body.bytes;
  }

  body(from: number, to: number): Buffer {
    return this.#body.read(from, to);
  }

  /** Returns the end of the layer. */
  trailer({ crc }: LayerSum): Buffer {
    return this.compression === 'gzip' ? gzipTrailer(crc, this.tarBytes) : Buffer.alloc(0);
  }

  /** Returns a piece of the layer itself. It is as long in memory: read large layers in pieces. */
  read(from: number, to: number, sum: LayerSum): Buffer {
    const { bodyBytes } = this;
    const body = from < bodyBytes ? this.body(from, Math.min(to, bodyBytes)) : Buffer.alloc(0);
    if (to <= bodyBytes) return body;
    return Buffer.concat([body, this.trailer(sum).subarray(Math.max(0, from - bodyBytes), to - bodyBytes)]);
  }
}

type Contents = Omit<LayerSize, 'compression'>;

const contentOf: Readonly<Record<Compression, (name: string, size: Contents) => Content>> = {
  gzip: (name, { bytes, unpackedBytes }) => {
    const drawn = new DrawnBytes(name);
    const splitOf = (fileBytes: number) =>
      gzipSplit(tarBytesFor(fileBytes), tarBlockBytes, bytes - gzipFrameBytes);
    const fileBytes = largestThat((size) => splitOf(size) !== undefined, unpackedBytes);
    const split = splitOf(fileBytes);
    if (split === undefined)
      return { tar: DrawnTar.empty(drawn, name), segments: emptyGzipSegments(bytes, drawn) };
    const tar = new DrawnTar(drawn, name, { fileBytes, drawnBytes: split.copiedBytes });
    return { tar, segments: gzipSegments(bytes, tar, split, drawn) };
  },
  zstd: (name, { bytes, unpackedBytes }) => {
    const drawn = new DrawnBytes(name);
    const splitOf = (fileBytes: number) => zstdSplit(tarBytesFor(fileBytes), tarBlockBytes, bytes);
    const fileBytes = largestThat((size) => splitOf(size) !== undefined, unpackedBytes);
    const split = splitOf(fileBytes);
    const tar =
      split === undefined
        ? DrawnTar.empty(drawn, name)
        : new DrawnTar(drawn, name, { fileBytes, drawnBytes: split.copiedBytes });
    return {
      tar,
      segments: zstdSegments(bytes, tar, split ?? { copiedBytes: 0, zeroBytes: tar.bytes }, drawn),
    };
  },
  none: (name, { bytes, unpackedBytes }) => {
    const drawn = new DrawnBytes(name);
    const fileBytes = Math.min(unpackedBytes, fileBytesWithin(bytes));
    // A reader stops at the empty blocks; what comes after them are zeros, too.
    const tar =
      fileBytes < 0
        ? DrawnTar.empty(drawn, name, bytes)
        : new DrawnTar(drawn, name, { fileBytes, drawnBytes: bytes }, bytes);
    return { tar, segments: [tar] };
  },
};

/** Returns the largest whole number up to `most` that satisfies the condition, as all below it do; -1: none does. */
function largestThat(satisfies: (value: number) => boolean, most: number): number {
  let [low, high] = [-1, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (satisfies(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
