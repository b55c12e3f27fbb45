import type { ActorRecord, RecordOf, TraceRecord } from './record.ts';

/**
 * Calls `note` with the actors' records in order, up to that time: all records except the header and the end.
 */
export function noteRecords(
  records: readonly TraceRecord[],
  note: (record: ActorRecord) => void,
  untilMs = Infinity,
): void {
  for (const record of records) {
    if (record.at > untilMs) break;
    if (record.type !== 'header' && record.type !== 'end') note(record);
  }
}

/** A reader's function for each record type. Types that are left out do not concern the reader. */
export type Readings<Answer = void> = {
  readonly [Type in ActorRecord['type']]?: (record: RecordOf<Type>) => Answer;
};

/**
 * Gives each record to the functions for its type, in the order in which they are given here. Readers that a
 * type does not concern cost nothing.
 */
export class ReadingTable {
  readonly #byType = new Map<string, ((record: never) => void)[]>();

  constructor(all: readonly Readings[]) {
    for (const [type, reading] of all.flatMap((readings) => Object.entries(readings))) {
      const typeReadings = this.#byType.get(type);
      if (typeReadings === undefined) this.#byType.set(type, [reading]);
      else typeReadings.push(reading);
    }
  }

  /** Takes the next record. */
  note(record: ActorRecord): void {
    const readings = this.#byType.get(record.type);
    if (readings !== undefined) for (const reading of readings) reading(record as never);
  }

  /** Takes all records of actors up to that time. */
  noteUntil(records: readonly TraceRecord[], untilMs: number): void {
    noteRecords(records, (record) => this.note(record), untilMs);
  }
}
