import type { ActorRecord, EndRecord, HeaderRecord, TraceRecord } from '../../trace/record.ts';
import { EventQueue } from './event-queue.ts';
import type { PartEnd } from './part-run.ts';
import { isOfScenario, RecordNumbers } from './record-numbers.ts';

/** How a run ends of which a part ends so: the first of them. */
const endReasons = ['interrupted', 'horizon'] as const;

/**
 * Makes one trace of those of a run's parts: in order of time, at one microsecond in the order of the parts.
 * Each part numbers its records from 1; here they get the numbers of the whole, and causes follow. What the
 * scenario makes in every part is in it once.
 */
export class TraceJoin {
  readonly #write: (record: TraceRecord) => void;
  /** Undefined: there is one part, whose numbers are the whole's. */
  readonly #numbers: RecordNumbers | undefined;
  #written = 0;

  constructor(parts: number, write: (record: TraceRecord) => void) {
    this.#write = write;
    this.#numbers = parts === 1 ? undefined : new RecordNumbers(parts);
  }

  begin(header: HeaderRecord): void {
    this.#written++;
    this.#write(header);
  }

  /** The next record of the whole; it has no other holder yet, so that it is changed in place. */
  write(part: number, record: ActorRecord): void {
    if (this.#numbers !== undefined) {
      const id = this.#numbers.take(part, isOfScenario(record));
      if (id === undefined) return;
      const joinedRecord = record as { id: number; because?: { record?: number } };
      joinedRecord.id = id;
      if (joinedRecord.because?.record !== undefined)
        joinedRecord.because.record = this.#numbers.of(part, joinedRecord.because.record);
    }
    this.#written++;
    this.#write(record);
  }

  /** Writes the whole from the kept records of all parts. */
  writeAll(kept: readonly (readonly ActorRecord[])[]): void {
    const places = kept.map(() => 0);
    const nextAt = (part: number) => kept[part]?.[places[part] ?? 0]?.at;
    const writeInstant = (part: number, at: number) => {
      const records = kept[part] ?? [];
      let index = places[part] ?? 0;
      for (let record = records[index]; record?.at === at; record = records[++index])
        this.write(part, record);
      places[part] = index;
    };
    const instants = inOrderOfTime(kept.length, nextAt, writeInstant);
    while (!instants.next().done);
  }

  /** Writes the last record, and returns it. */
  end(ends: readonly PartEnd[]): EndRecord {
    const end: EndRecord = { type: 'end', id: this.#written, ...endOfParts(ends) };
    this.#write(end);
    return end;
  }
}

/**
 * Takes the records of parts in the order of a run's trace. `nextAt`: when the part's next record was
 * made, undefined where it has no more; `takeInstant`: takes all records of the part at that time. Stops
 * after each instant and yields its time.
 */
export function* inOrderOfTime(
  parts: number,
  nextAt: (part: number) => number | undefined,
  takeInstant: (part: number, at: number) => void,
): Generator<number, void> {
  const queue = new EventQueue();
  const add = (part: number): void => {
    const at = nextAt(part);
    if (at === undefined) return;
    const takeNext = () => {
      takeInstant(part, at);
      add(part);
    };
    queue.push({ atMicros: at, sequence: part, run: takeNext });
  };
  for (let part = 0; part < parts; part++) add(part);
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
    entry.run?.();
    yield entry.atMicros;
  }
}

/** How a run ends whose parts ended so. */
export function endOfParts(ends: readonly PartEnd[]): PartEnd {
  return {
    at: ends.reduce((latest, { at }) => Math.max(latest, at), 0),
    reason: endReasons.find((reason) => ends.some((end) => end.reason === reason)) ?? 'settled',
    steps: ends.reduce((sum, { steps }) => sum + steps, 0),
  };
}
