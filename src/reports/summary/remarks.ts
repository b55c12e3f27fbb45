import { ReadingTable } from '../../trace/readings.ts';
import type { ActorRecord, HeaderRecord, TraceRecord } from '../../trace/record.ts';
import { IdleFaults } from './idle-faults.ts';
import { type KnownBugFigures, knownBugFigures } from './known-bug-figures.ts';
import { type BugMeeting, joinMeetings, KnownBugsReader } from './known-bugs-met.ts';
import { headerOf } from './run-conditions.ts';

/** What is said about a run besides its output. */
export interface Remarks {
  /** In the order in which the run met them. */
  readonly knownBugs: readonly KnownBugFigures[];
  /** Faults that began but affected nothing. */
  readonly idleFaults: readonly string[];
}

/** The remarks of a part of a run, as plain data. */
export interface PartRemarks {
  readonly bugs: readonly BugMeeting[];
  readonly idleFaults: readonly string[];
}

/** Reads a part of a run for its remarks, record by record. */
export class RemarksReader {
  readonly #bugs: KnownBugsReader;
  readonly #table: ReadingTable;
  readonly #faults = new IdleFaults();

  constructor(header: HeaderRecord | undefined) {
    this.#bugs = new KnownBugsReader(header);
    this.#table = new ReadingTable(this.#bugs.readings);
  }

  readonly note = (record: ActorRecord): void => {
    this.#table.note(record);
    this.#faults.note(record);
  };

  remarks(): PartRemarks {
    return { bugs: this.#bugs.meetings(), idleFaults: this.#faults.names() };
  }
}

/** Returns the remarks of the run from those of its parts, in their order. */
export function joinRemarks(parts: readonly PartRemarks[]): Remarks {
  return {
    knownBugs: knownBugFigures(joinMeetings(parts.map(({ bugs }) => bugs))),
    idleFaults: idleInAll(parts.map(({ idleFaults }) => idleFaults)),
  };
}

/** Every part has all faults of the scenario. A fault that affects one of them is not idle. */
export function idleInAll([first, ...others]: readonly (readonly string[])[]): string[] {
  return (first ?? []).filter((fault) => others.every((idle) => idle.includes(fault)));
}

/** Returns the remarks of a whole trace. */
export function remarksOf(records: readonly TraceRecord[]): Remarks {
  const reader = new RemarksReader(headerOf(records));
  for (const record of records) if (record.type !== 'header' && record.type !== 'end') reader.note(record);
  return joinRemarks([reader.remarks()]);
}
