import { createHash } from 'node:crypto';
import type { DrawnBytes } from './drawn-bytes.ts';
import { tarBlockBytes, tarHeader } from './tar-header.ts';

/** Two empty blocks end a tar. */
export const tarEndBytes = 2 * tarBlockBytes;

const zeros = Buffer.alloc(1 << 20);

/**
 * A tar with one file, whose name and random bytes a name decides; zeros follow the random bytes. Its bytes are made
 * whenever they are read.
 */
export class DrawnTar {
  readonly bytes: number;
  /** Where the last random byte ends: from there on there are zeros alone. */
  readonly #drawnBytes: number;
  readonly #header: Buffer;
  readonly #drawn: DrawnBytes;

  /**
   * `drawnBytes`: how much of the tar is not zeros, its header included; more than there is of the file: all of it.
   * `bytes`: its size if it is larger than it had to be.
   */
  constructor(
    drawn: DrawnBytes,
    name: string,
    file: { readonly fileBytes: number; readonly drawnBytes: number } | undefined,
    bytes?: number,
  ) {
    this.#drawn = drawn;
    const fileName = `drawn/${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
    this.#header = file === undefined ? Buffer.alloc(0) : tarHeader(fileName, file.fileBytes);
    this.#drawnBytes =
      file === undefined ? 0 : Math.min(file.drawnBytes, this.#header.length + file.fileBytes);
    this.bytes = bytes ?? (file === undefined ? tarEndBytes : tarBytesFor(file.fileBytes));
  }

  /** Returns a tar without a file. */
  static empty(drawn: DrawnBytes, name: string, bytes?: number): DrawnTar {
    return new DrawnTar(drawn, name, undefined, bytes);
  }

  /** Returns a piece of the tar. It is as long in memory, and not to be written to: read large ones in pieces. */
  read(from: number, to: number): Buffer {
    if (from >= this.#drawnBytes && to - from <= zeros.length) return zeros.subarray(0, to - from);
    const headerBytes = this.#header.length;
    const [start, stop] = [Math.max(from, headerBytes), Math.min(to, this.#drawnBytes)];
    const zeroBytes = Math.max(0, to - Math.max(from, this.#drawnBytes));
    return Buffer.concat([
      this.#header.subarray(from, Math.min(to, headerBytes)),
      stop > start ? this.#drawn.read(start - headerBytes, stop - headerBytes) : Buffer.alloc(0),
      Buffer.alloc(zeroBytes),
    ]);
  }
}

/** Returns the size of a tar with one file. */
export function tarBytesFor(fileBytes: number): number {
  return tarBlockBytes + Math.ceil(fileBytes / tarBlockBytes) * tarBlockBytes + tarEndBytes;
}

/** Returns the size of the largest file whose tar has no more bytes; negative if there is none. */
export function fileBytesWithin(tarBytes: number): number {
  return Math.floor(tarBytes / tarBlockBytes) * tarBlockBytes - tarBlockBytes - tarEndBytes;
}
