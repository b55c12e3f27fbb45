import { createCipheriv, createHash } from 'node:crypto';

const blockBytes = 16;

/**
 * Random bytes without end that a name decides, from any place on: the key stream of AES-128 in counter mode.
 * The same name gives the same bytes on every machine.
 */
export class DrawnBytes {
  readonly #key: Buffer;

  constructor(name: string) {
    this.#key = createHash('sha256').update(name).digest().subarray(0, blockBytes);
  }

  /** Returns the bytes from `from` up to, and without, `to`. */
  read(from: number, to: number): Buffer {
    const block = Math.floor(from / blockBytes);
    const skipped = from - block * blockBytes;
    const counter = Buffer.alloc(blockBytes);
    counter.writeBigUInt64BE(BigInt(block), blockBytes / 2);
    const cipher = createCipheriv('aes-128-ctr', this.#key, counter);
    return cipher.update(Buffer.alloc(skipped + to - from)).subarray(skipped);
  }
}
