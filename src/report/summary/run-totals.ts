import type { ActorRecord, EndRecord, HeaderRecord } from '../../trace/record.ts';
import { IdleFaults } from './idle-faults.ts';
import { type PartTimes, recordNumber } from './record-number.ts';
import { idleInAll } from './remarks.ts';
import { joinSummaries, type RunSummary } from './summary.ts';
import { type PartSummary, SummaryReader } from './summary-reader.ts';

/** How a run, or a part of one, ended. */
type End = Pick<EndRecord, 'at' | 'reason'>;

/** What a part of a run came to. Plain data. */
export interface PartTotals {
  readonly summary: PartSummary;
  readonly times: PartTimes;
  /** Faults that nothing in the part met. */
  readonly idleFaults: readonly string[];
}

/**
 * One by one, between the steps of machines, records would find the processor's caches full of those; many more at once would be old
 * by then, and dear to collect. Both cost twice as much.
 */
const recordsAtOnce = 200;

/** Adds up a part of a run, whose records have the part's own numbers, from 1. */
export class PartTotalsReader {
  readonly #horizonMs: number;
  readonly #summary: SummaryReader;
  readonly #faults = new IdleFaults();
  #unread: ActorRecord[] = [];

  /** Of the part: its nodes. */
  constructor(header: HeaderRecord) {
    this.#horizonMs = header.horizonMs;
    this.#summary = new SummaryReader(header);
  }

  readonly note = (record: ActorRecord): void => {
    if (this.#unread.push(record) >= recordsAtOnce) this.#read();
  };

  /** The totals, once they are known: how long a container waits that waits at the part's end depends on the end of the run. */
  totals({ at }: End, isRunOver = false): PartTotals | undefined {
    this.#read();
    if (!isRunOver && at < this.#horizonMs && this.#summary.isAnyoneWaiting) return undefined;
    return { summary: this.#summary.finish(at), times: this.#summary.times(), idleFaults: this.#faults.names() };
  }

  #read(): void {
    for (const record of this.#unread) {
      this.#summary.note(record);
      this.#faults.note(record);
    }
    this.#unread = [];
  }
}

/** What a run comes to, added up part by part: of a part that is over nothing stays but its totals. */
export class RunTotals {
  readonly #header: HeaderRecord;
  readonly #parts: (PartTotals | PartTotalsReader)[] = [];

  constructor(header: HeaderRecord) {
    this.#header = header;
  }

  /** The next part, in the order that settles what happens at one microsecond. */
  begin(header: HeaderRecord): { readonly note: (record: ActorRecord) => void; readonly end: (end: End) => void } {
    const reader = new PartTotalsReader(header);
    const index = this.#parts.push(reader) - 1;
    return {
      note: reader.note,
      end: (end) => {
        this.#parts[index] = reader.totals(end) ?? reader;
      },
    };
  }

  /** The next part, which somebody else has added up. */
  add(part: PartTotals): void {
    this.#parts.push(part);
  }

  /** The summary of the run, and the faults that nothing met. */
  finish(end: End): { readonly summary: RunSummary; readonly idleFaults: readonly string[] } {
    const parts = this.#parts.flatMap((part) => (part instanceof PartTotalsReader ? (part.totals(end, true) ?? []) : part));
    const numberOf = recordNumber(parts.map(({ times }) => times));
    return {
      summary: joinSummaries(
        { header: this.#header, endMs: end.at, endReason: end.reason, numberOf },
        parts.map(({ summary }) => summary),
      ),
      idleFaults: idleInAll(parts.map(({ idleFaults }) => idleFaults)),
    };
  }
}
