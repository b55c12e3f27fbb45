import type { ActorRecord, RecordOf, TraceRecord } from './record.ts';

/** Gives what actors told to `note`, in order, up to that time: every record but the header and the end. */
export function noteRecords(records: readonly TraceRecord[], note: (record: ActorRecord) => void, untilMs = Infinity): void {
  for (const record of records) {
    if (record.at > untilMs) break;
    if (record.type !== 'header' && record.type !== 'end') note(record);
  }
}

/** What a reader makes of records, by their type; those of a type that it leaves out are nothing to it. */
export type Readings<Answer = void> = { readonly [Type in ActorRecord['type']]?: (record: RecordOf<Type>) => Answer };

/** Gives each record to the readings of its type, in the order in which they are given here: nobody is asked about what is nothing to him. */
export class ReadingTable {
  readonly #byType = new Map<string, ((record: never) => void)[]>();

  constructor(all: readonly Readings[]) {
    for (const [type, reading] of all.flatMap((readings) => Object.entries(readings))) {
      const known = this.#byType.get(type);
      if (known === undefined) this.#byType.set(type, [reading]);
      else known.push(reading);
    }
  }

  /** Records in order. */
  note(record: ActorRecord): void {
    const readings = this.#byType.get(record.type);
    if (readings !== undefined) for (const reading of readings) reading(record as never);
  }

  /** What actors told of a whole run, up to that time. */
  noteUntil(records: readonly TraceRecord[], untilMs: number): void {
    noteRecords(records, (record) => this.note(record), untilMs);
  }
}
