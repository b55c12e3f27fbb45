import { createHash } from 'node:crypto';
import { appendAll } from '../../../rules/collections/append-all.ts';
import { DrawnBytes } from './drawn-bytes.ts';
import { tarBlockBytes, tarHeader } from './tar-header.ts';

/** What must be known of a whole layer before its last bytes can be given: CRC-32 of the tar in it. */
export interface LayerSum {
  readonly crc: number;
}

/** The parts of a gzip file (RFC 1952): fixed header, CRC-32 and length at the end. */
const gzipHeaderBytes = 10;
const gzipTrailerBytes = 8;
/** Deflate copies what it stores in blocks of at most so many bytes, with a header before each (RFC 1951, 3.2.4). */
const storedBytesMax = 65_535;
const storedHeaderBytes = 5;
/** Two empty blocks end a tar. */
const tarEndBytes = 2 * tarBlockBytes;
/** An empty tar, deflated: for layers too small to have a file. */
const emptyTarDeflated = Buffer.from('63601805a360148c540000', 'hex');
const extraField = 0x04;
const nameField = 0x08;

/** The size of the smallest layer: an empty tar, gzipped. */
export const layerBytesMin = gzipHeaderBytes + emptyTarDeflated.length + gzipTrailerBytes;

/**
 * A layer of exactly so many bytes that a name decides: a gzip file of a tar with one file of random bytes,
 * which are copied and not compressed. Its bytes are made whenever they are read, from any place on, and never
 * kept. A field of the gzip header fills what blocks of tar leave over. Below `layerBytesMin` it has that size.
 */
export class DrawnLayer {
  readonly bytes: number;
  readonly tarBytes: number;
  readonly #header: Buffer;
  readonly #fileBytes: number;
  readonly #tarHeader: Buffer;
  readonly #drawn: DrawnBytes;

  constructor(name: string, bytesWanted: number) {
    this.bytes = Math.max(layerBytesMin, bytesWanted);
    this.#drawn = new DrawnBytes(name);
    const tarBytes = tarBytesFor(this.bytes);
    this.#fileBytes = Math.max(0, tarBytes - tarBlockBytes - tarEndBytes);
    const hasFile = tarBytes > tarEndBytes;
    this.tarBytes = hasFile ? tarBytes : tarEndBytes;
    const fileName = `drawn/${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
    this.#tarHeader = hasFile ? tarHeader(fileName, this.#fileBytes) : Buffer.alloc(0);
    const body = hasFile ? storedBytes(tarBytes) : emptyTarDeflated.length;
    const leftOver = this.bytes - gzipHeaderBytes - gzipTrailerBytes - body;
    this.#header = gzipHeader(leftOver, this.#drawn);
  }

  /** Returns a piece of the tar in the layer. */
  tar(from: number, to: number): Buffer {
    const fileAt = this.#tarHeader.length;
    const pieces = [
      this.#tarHeader.subarray(from, Math.min(to, fileAt)),
      drawnPiece(this.#drawn, { from: from - fileAt, to: to - fileAt, end: this.#fileBytes }),
      Buffer.alloc(Math.max(0, to - Math.max(from, fileAt + this.#fileBytes))),
    ];
    return Buffer.concat(pieces);
  }

  /** Returns a piece of the layer itself. It is as long in memory: read large layers in pieces. */
  read(from: number, to: number, sum: LayerSum): Buffer {
    const headerBytes = this.#header.length;
    const bodyEnd = this.bytes - gzipTrailerBytes;
    const pieces = [this.#header.subarray(from, Math.min(to, headerBytes))];
    if (to > headerBytes && from < bodyEnd)
      appendAll(pieces, this.#body(Math.max(0, from - headerBytes), Math.min(to, bodyEnd) - headerBytes));
    if (to > bodyEnd) pieces.push(this.trailer(sum).subarray(Math.max(0, from - bodyEnd), to - bodyEnd));
    return Buffer.concat(pieces);
  }

  /** Returns the end of the layer: CRC-32 and length of the tar. */
  trailer({ crc }: LayerSum): Buffer {
    const trailer = Buffer.alloc(gzipTrailerBytes);
    trailer.writeUInt32LE(crc, 0);
    trailer.writeUInt32LE(this.tarBytes % 2 ** 32, 4);
    return trailer;
  }

  /** What comes before the first block. */
  get header(): Buffer {
    return this.#header;
  }

  /** Returns the blocks between header and CRC-32, in order: what each stores of the tar, and its bytes in the layer. */
  *blocks(): Generator<{ readonly tar: Buffer; readonly stored: readonly Buffer[] }> {
    if (this.#tarHeader.length === 0) yield { tar: Buffer.alloc(tarEndBytes), stored: [emptyTarDeflated] };
    else
      for (let at = 0; at < this.tarBytes; at += storedBytesMax) {
        const end = Math.min(at + storedBytesMax, this.tarBytes);
        const tar = this.tar(at, end);
        yield { tar, stored: [storedHeader(end - at, end === this.tarBytes), tar] };
      }
  }

  #body(from: number, to: number): Buffer[] {
    if (this.#tarHeader.length === 0) return [emptyTarDeflated.subarray(from, to)];
    const pieces: Buffer[] = [];
    const step = storedHeaderBytes + storedBytesMax;
    for (let index = Math.floor(from / step); index * step < to; index++) {
      const at = index * step;
      const tarAt = index * storedBytesMax;
      const length = Math.min(storedBytesMax, this.tarBytes - tarAt);
      const header = storedHeader(length, tarAt + length === this.tarBytes);
      if (from < at + storedHeaderBytes) pieces.push(header.subarray(Math.max(0, from - at), to - at));
      const start = Math.max(0, from - at - storedHeaderBytes);
      const end = Math.min(length, to - at - storedHeaderBytes);
      if (end > start) pieces.push(this.tar(tarAt + start, tarAt + end));
    }
    return pieces;
  }
}

function drawnPiece(drawn: DrawnBytes, { from, to, end }: { from: number; to: number; end: number }): Buffer {
  const [start, stop] = [Math.max(0, from), Math.min(to, end)];
  return stop > start ? drawn.read(start, stop) : Buffer.alloc(0);
}

/** Returns the size of the largest tar that fits into a layer of this size, in whole blocks. */
function tarBytesFor(layerBytes: number): number {
  const room = layerBytes - gzipHeaderBytes - gzipTrailerBytes;
  let blocks = Math.floor(room / tarBlockBytes);
  while (blocks > 0 && storedBytes(blocks * tarBlockBytes) > room) blocks -= stepDown(blocks, room);
  return blocks * tarBlockBytes;
}

/** Returns by how many blocks to shrink a tar at least, so that the headers of its stored blocks have room. */
function stepDown(blocks: number, room: number): number {
  const excess = storedBytes(blocks * tarBlockBytes) - room;
  return Math.max(1, Math.floor(excess / (tarBlockBytes + storedHeaderBytes)));
}

function storedBytes(tarBytes: number): number {
  return tarBytes + storedHeaderBytes * Math.ceil(tarBytes / storedBytesMax);
}

function storedHeader(length: number, isLast: boolean): Buffer {
  const header = Buffer.alloc(storedHeaderBytes);
  header.writeUInt8(isLast ? 1 : 0, 0);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(length ^ 0xffff, 3);
  return header;
}

/**
 * Returns a gzip header that is longer by so many bytes: an extra field, filled with the layer's random bytes so
 * that small layers differ; one byte more is an empty name.
 */
function gzipHeader(leftOver: number, drawn: DrawnBytes): Buffer {
  const flags = leftOver === 0 ? 0 : leftOver === 1 ? nameField : extraField;
  const header = Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 255]);
  if (leftOver < 2) return Buffer.concat([header, Buffer.alloc(leftOver)]);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(leftOver - 2);
  return Buffer.concat([header, length, drawn.read(0, leftOver - 2)]);
}
