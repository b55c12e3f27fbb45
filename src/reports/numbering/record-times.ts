import { lowerBound } from '../../rules/collections/lower-bound.ts';

/** The times of records in order, as plain data. */
export interface PackedTimes {
  readonly count: number;
  /** Of each record the microseconds since the one before, seven bits a byte; the last byte has no high bit. */
  readonly bytes: Uint8Array;
  /** Of each block the microseconds before its first record, and where its bytes begin. */
  readonly blockMicros: Float64Array;
  readonly blockStarts: Float64Array;
}

const recordsOfBlock = 1_024;

/** Takes the times of records, and needs a byte or two for each. */
export class RecordTimes {
  #bytes = new Uint8Array(1_024);
  #length = 0;
  #count = 0;
  #micros = 0;
  readonly #blockMicros: number[] = [];
  readonly #blockStarts: number[] = [];

  /** Takes the time of the next record, in ms, and returns its number. One before the last counts as the last. */
  push(atMs: number): number {
    if (this.#count % recordsOfBlock === 0) {
      this.#blockMicros.push(this.#micros);
      this.#blockStarts.push(this.#length);
    }
    const micros = Math.max(this.#micros, Math.round(atMs * 1_000));
    let rest = micros - this.#micros;
    this.#micros = micros;
    while (rest > 127) {
      this.#add((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.#add(rest);
    return this.#count++;
  }

  pack(): PackedTimes {
    return {
      count: this.#count,
      bytes: this.#bytes.slice(0, this.#length),
      blockMicros: Float64Array.from(this.#blockMicros),
      blockStarts: Float64Array.from(this.#blockStarts),
    };
  }

  #add(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }
}

/** Returns the time of a record in ms; 0 if there is none of this number. */
export function timeOfRecord(times: PackedTimes, record: number): number {
  if (record < 0 || record >= times.count) return 0;
  return timesOfBlock(times, Math.floor(record / recordsOfBlock))[record % recordsOfBlock] ?? 0;
}

/** Returns the number of the first record whose time is so; it must be so of all later ones. */
export function firstRecord(times: PackedTimes, isThere: (atMs: number) => boolean): number {
  const { blockMicros } = times;
  // A record may have the time that stands before its block, and none in a block before that one can be later.
  const block = lowerBound(blockMicros.length, (index) => isThere((blockMicros[index] ?? 0) / 1_000)) - 1;
  if (block < 0) return 0;
  const ofBlock = timesOfBlock(times, block);
  return block * recordsOfBlock + lowerBound(ofBlock.length, (index) => isThere(ofBlock[index] ?? 0));
}

function timesOfBlock(times: PackedTimes, block: number): number[] {
  const { count, bytes, blockMicros, blockStarts } = times;
  let micros = blockMicros[block] ?? 0;
  let at = blockStarts[block] ?? 0;
  return Array.from({ length: Math.min(recordsOfBlock, count - block * recordsOfBlock) }, () => {
    let unit = 1;
    for (let byte = 128; byte >= 128; unit *= 128) {
      byte = bytes[at++] ?? 0;
      micros += (byte % 128) * unit;
    }
    return micros / 1_000;
  });
}
