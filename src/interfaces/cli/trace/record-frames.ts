import type { PartEnd } from '../../../run/simulation/part-run.ts';
import { isOfScenario, RecordNumbers } from '../../../run/simulation/record-numbers.ts';
import type { Pauses } from '../../../run/simulation/simulate.ts';
import { inOrderOfTime } from '../../../run/simulation/trace-join.ts';
import type { ActorRecord, HeaderRecord } from '../../../trace/record.ts';
import { formatRecord } from '../../../trace/write-trace.ts';
import type { ChunkStore } from './chunk-store.ts';
import type { TraceOutput } from './trace-output.ts';

/**
 * Records of a part on their way into the run's trace, as bytes: they take a tenth of the memory of objects
 * and cost no garbage collection. A frame has a head (time, number of the causing record, length) and the
 * record's line without the two numbers that are known only for the whole run: its own, which begins the
 * line, and the causing record's, which ends it.
 */
const headLength = 16;

/** Values in place of a causing record's number: there is none; or the record is the scenario's. */
const noCause = 0xffff_ffff;
const ofScenario = 0xffff_fffe;

const end = '}}';

/** The bytes of a part that are passed on at once. A joined trace reads as much of each part. */
const chunkLength = 1 << 15;

/** Makes frames of a part's records, and passes on chunks of whole frames. */
export class FrameWriter {
  readonly #put: (chunk: Uint8Array<ArrayBuffer>) => void;
  #bytes: Buffer<ArrayBuffer> = Buffer.from(new ArrayBuffer(chunkLength));
  #length = 0;

  constructor(put: (chunk: Uint8Array<ArrayBuffer>) => void) {
    this.#put = put;
  }

  readonly note = (record: ActorRecord): void => {
    const line = formatRecord(record);
    const cause = record.because?.record;
    const to = cause === undefined ? line.length : line.length - end.length - `${cause}`.length;
    const body = line.slice(line.indexOf(','), to);
    // A character takes at most three bytes of UTF-8; a surrogate pair takes four.
    const lengthMax = headLength + body.length * 3;
    if (this.#length + lengthMax > this.#bytes.length) {
      this.finish();
      if (lengthMax > chunkLength) this.#bytes = Buffer.from(new ArrayBuffer(lengthMax));
    }
    const bytes = this.#bytes;
    const at = this.#length;
    const length = bytes.write(body, at + headLength);
    bytes.writeDoubleLE(record.at, at);
    bytes.writeUInt32LE(cause ?? (isOfScenario(record) ? ofScenario : noCause), at + 8);
    bytes.writeUInt32LE(length, at + 12);
    this.#length = at + headLength + length;
  };

  /** Passes on the rest. */
  finish(): void {
    if (this.#length === 0) return;
    this.#put(new Uint8Array(this.#bytes.buffer, 0, this.#length));
    this.#bytes = Buffer.from(new ArrayBuffer(chunkLength));
    this.#length = 0;
  }
}

/** Reads the frames of a part, chunk by chunk. */
export class FrameReader {
  readonly #nextChunk: () => Uint8Array | undefined;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(nextChunk: () => Uint8Array | undefined) {
    this.#nextChunk = nextChunk;
    this.#load();
  }

  /** The time of the next record; undefined if there is none. */
  get nextAt(): number | undefined {
    return this.#at < this.#bytes.length ? this.#bytes.readDoubleLE(this.#at) : undefined;
  }

  get isOfScenario(): boolean {
    return this.#cause === ofScenario;
  }

  /**
   * Returns the next record's line with the numbers of the whole run; undefined if the trace has the record
   * already.
   */
  take(id: number | undefined, numberOf: (own: number) => number): string | undefined {
    const cause = this.#cause;
    const from = this.#at + headLength;
    const to = from + this.#bytes.readUInt32LE(this.#at + 12);
    const body = id === undefined ? '' : this.#bytes.toString('utf8', from, to);
    this.#at = to;
    if (to === this.#bytes.length) this.#load();
    if (id === undefined) return undefined;
    return cause < ofScenario ? `{"id":${id}${body}${numberOf(cause)}${end}` : `{"id":${id}${body}`;
  }

  get #cause(): number {
    return this.#bytes.readUInt32LE(this.#at + 8);
  }

  #load(): void {
    const chunk = this.#nextChunk() ?? new Uint8Array();
    this.#bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#at = 0;
  }
}

/**
 * Writes the trace of a run from the frames of its finished parts, as `TraceJoin` does from records. `hear`
 * gets each record, too. Returns how the trace ends: as the run did, or interrupted at the time that it has
 * reached.
 */
export async function joinFrames(
  store: ChunkStore,
  { header, parts, end }: { readonly header: HeaderRecord; readonly parts: number; readonly end: PartEnd },
  output: TraceOutput,
  pauses: Pauses,
  hear?: (record: ActorRecord) => void,
): Promise<PartEnd> {
  const numbers = new RecordNumbers(parts);
  const readers = Array.from({ length: parts }, (_, part) => new FrameReader(store.reader(part)));
  const writeInstant = (part: number, at: number) => {
    for (const reader = readers[part]; reader?.nextAt === at; ) {
      const line = reader.take(numbers.take(part, reader.isOfScenario), (own) => numbers.of(part, own));
      if (line === undefined) continue;
      output.add(line);
      hear?.(JSON.parse(line));
    }
  };
  const finish = (last: PartEnd) => {
    output.add(formatRecord({ type: 'end', id: numbers.next, ...last }));
    return last;
  };
  output.add(formatRecord(header));
  for (const at of inOrderOfTime(parts, (part) => readers[part]?.nextAt, writeInstant)) {
    // The records of an interrupted run are all written.
    if (end.reason === 'interrupted' || !pauses.isDue() || (await pauses.goesOn())) continue;
    return finish({ ...end, at, reason: 'interrupted' });
  }
  return finish(end);
}
