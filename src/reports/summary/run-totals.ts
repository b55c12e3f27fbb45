import type { ActorRecord, EndRecord, HeaderRecord } from '../../trace/record.ts';
import { type PartTimes, recordNumber } from '../numbering/record-number.ts';
import type { RunFilter } from '../run-filter/run-filter.ts';
import { IdleFaults } from './idle-faults.ts';
import { idleInAll } from './remarks.ts';
import { joinSummaries, type RunSummary } from './summary.ts';
import { type PartSummary, type PodTime, SummaryReader } from './summary-reader.ts';

/** How a run, or a part of one, ended. */
type End = Pick<EndRecord, 'at' | 'reason'>;

/** What the totals of a run tell. */
export interface RunTold {
  readonly summary: RunSummary;
  readonly podTimes: readonly PodTime[];
  readonly idleFaults: readonly string[];
}

/** What counts of a run. */
export interface TotalsOptions {
  /** What happens later does not count; absent: everything does. */
  readonly atMs?: number | undefined;
  /** Whose figures they are; absent: all pods'. */
  readonly filter?: RunFilter | undefined;
}

/** The results of a part of a run, as plain data. */
export interface PartTotals {
  readonly summary: PartSummary;
  readonly times: PartTimes;
  /** Faults that affected nothing in the part. */
  readonly idleFaults: readonly string[];
}

/**
 * If each record were read at once, between the steps of machines, the processor's caches would be full of
 * other data. If many more were read together, they would be old objects that are expensive to collect. Both
 * cost twice as much.
 */
const recordsAtOnce = 200;

/** Adds up a part of a run, whose records have the part's own numbers, from 1. */
export class PartTotalsReader {
  readonly #horizonMs: number;
  readonly #atMs: number | undefined;
  readonly #summary: SummaryReader;
  readonly #faults = new IdleFaults();
  #unread: ActorRecord[] = [];

  /** `header` is that of the part, with its nodes. */
  constructor(header: HeaderRecord, { atMs, filter }: TotalsOptions = {}) {
    this.#horizonMs = header.horizonMs;
    this.#atMs = atMs;
    this.#summary = new SummaryReader(header, atMs, filter);
  }

  readonly note = (record: ActorRecord): void => {
    if (this.#unread.push(record) >= recordsAtOnce) this.#read();
  };

  /**
   * Returns the totals once they are known. If a container still waits at the part's end, its waiting time
   * depends on the end of the run.
   */
  totals({ at }: Pick<End, 'at'>, isRunOver = false): PartTotals | undefined {
    this.#read();
    const isOpen = !isRunOver && this.#atMs === undefined && at < this.#horizonMs;
    if (isOpen && this.#summary.isAnyoneWaiting) return undefined;
    return {
      summary: this.#summary.finish(this.#atMs ?? at),
      times: this.#summary.times(),
      idleFaults: this.#faults.names(),
    };
  }

  #read(): void {
    for (const record of this.#unread) {
      this.#summary.note(record);
      this.#faults.note(record);
    }
    this.#unread = [];
  }
}

/** Adds up a run part by part. Only the totals of a finished part are kept. */
export class RunTotals {
  readonly #header: HeaderRecord;
  readonly #options: TotalsOptions;
  readonly #parts: (PartTotals | PartTotalsReader)[] = [];

  constructor(header: HeaderRecord, options: TotalsOptions = {}) {
    this.#header = header;
    this.#options = options;
  }

  /** Begins the next part, in the order that decides what comes first at one microsecond. */
  begin(header: HeaderRecord): {
    readonly note: (record: ActorRecord) => void;
    readonly end: (end: Pick<End, 'at'>) => void;
  } {
    const reader = new PartTotalsReader(header, this.#options);
    const index = this.#parts.push(reader) - 1;
    return {
      note: reader.note,
      end: (end) => {
        this.#parts[index] = reader.totals(end) ?? reader;
      },
    };
  }

  /** Adds the next part, whose totals were computed elsewhere. */
  add(part: PartTotals): void {
    this.#parts.push(part);
  }

  /**
   * Returns the summary of the run, the times of its pods part by part, and the faults that affected nothing.
   */
  finish(end: End): RunTold {
    const parts = this.#parts.flatMap((part) =>
      part instanceof PartTotalsReader ? (part.totals(end, true) ?? []) : part,
    );
    const numberOf = recordNumber(parts.map(({ times }) => times));
    const { atMs, filter } = this.#options;
    const endMs = atMs ?? end.at;
    return {
      summary: joinSummaries(
        { header: this.#header, endMs, endReason: end.at <= endMs ? end.reason : null, numberOf, filter },
        parts.map(({ summary }) => summary),
      ),
      podTimes: parts.flatMap(({ summary }) => summary.podTimes),
      idleFaults: idleInAll(parts.map(({ idleFaults }) => idleFaults)),
    };
  }
}
