import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwritable } from '../files/file-errors.ts';
import { writeWhole } from '../files/write-whole.ts';

/** How many bytes stay in memory; the rest goes to a file. */
const memoryMax = 64 << 20;

type Chunk = Uint8Array | { readonly at: number; readonly length: number };

/**
 * Chunks of bytes of several parts, each part in order. They are in memory, and many of them in a temporary
 * file. To be closed.
 */
export class ChunkStore {
  readonly #parts = new Map<number, (Chunk | undefined)[]>();
  readonly #memoryMax: number;
  #inMemory = 0;
  #file: { readonly handle: number; readonly folder: string } | undefined;
  #written = 0;

  constructor(inMemory = memoryMax) {
    this.#memoryMax = inMemory;
  }

  /** Throws a `CommandError` if the file cannot be written. */
  add(part: number, bytes: Uint8Array): void {
    const chunks = this.#parts.get(part) ?? [];
    this.#parts.set(part, chunks);
    // Only a piece of a part's last chunk may be in use.
    const size = bytes.buffer.byteLength;
    const isKept = this.#inMemory + size <= this.#memoryMax;
    if (isKept) this.#inMemory += size;
    chunks.push(isKept ? bytes : this.#spilt(bytes));
  }

  /** Returns a function that gives the chunks of a part, one at each call, and then undefined. */
  reader(part: number): () => Uint8Array | undefined {
    const chunks = this.#parts.get(part) ?? [];
    let index = 0;
    return () => {
      const chunk = chunks[index];
      // A chunk that was read is freed.
      chunks[index++] = undefined;
      return chunk === undefined || chunk instanceof Uint8Array ? chunk : this.#read(chunk);
    };
  }

  close(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file === undefined) return;
    closeSync(file.handle);
    rmSync(file.folder, { recursive: true, force: true });
  }

  #spilt(bytes: Uint8Array): Chunk {
    const at = this.#written;
    try {
      this.#file ??= openTemporary();
      writeWhole(this.#file.handle, bytes);
    } catch (error) {
      this.close();
      throw unwritable(`the temporary folder ${tmpdir()} (TMPDIR names another)`, tmpdir(), error);
    }
    this.#written += bytes.length;
    return { at, length: bytes.length };
  }

  #read({ at, length }: { readonly at: number; readonly length: number }): Uint8Array {
    const bytes = new Uint8Array(length);
    const handle = this.#file?.handle ?? -1;
    for (let done = 0; done < length; ) {
      const read = readSync(handle, bytes, done, length - done, at + done);
      if (read === 0) throw new Error('the temporary file of the trace has become shorter');
      done += read;
    }
    return bytes;
  }
}

/**
 * Nobody else may read the file. If the system can delete an open file, it is deleted at once, so that it
 * never stays behind.
 */
function openTemporary(): { readonly handle: number; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'windlass-trace-'));
  const handle = openSync(join(folder, 'records'), 'wx+', 0o600);
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Windows cannot delete an open file; `close` does it.
  }
  return { handle, folder };
}
