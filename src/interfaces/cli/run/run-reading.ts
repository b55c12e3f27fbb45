import type { RunReader, ToldUntil } from '../../../reports/run-reader.ts';
import { RunTotals, type TotalsOptions } from '../../../reports/summary/run-totals.ts';
import type { RunSummary } from '../../../reports/summary/summary.ts';
import type { PartEnd } from '../../../run/simulation/part-run.ts';
import { type Readings, ReadingTable } from '../../../trace/readings.ts';
import type { ActorRecord, HeaderRecord, TraceRecord } from '../../../trace/record.ts';

/** One by one, between the steps of machines, records would find the processor's caches full of those. */
const recordsAtOnce = 200;

/** Hears a part of a run. */
interface PartReading {
  readonly note: (record: ActorRecord) => void;
  readonly end: (end: Pick<PartEnd, 'at'>) => void;
}

/** The types of records that are read; undefined: all. */
export type TypesRead = ReadonlySet<string> | undefined;

/**
 * Reads a run once, part after part, for all who ask something of it. Nothing stays of its records but what
 * they keep.
 */
export class RunReading {
  readonly #header: HeaderRecord;
  readonly #asked: {
    readonly untilMs: number;
    readonly readings: readonly Readings[];
    readonly table: ReadingTable;
  }[] = [];
  readonly #totals: RunTotals[] = [];

  constructor(header: HeaderRecord) {
    this.#header = header;
  }

  /**
   * One more who reads, up to `atMs` or to the end. Returns what is to be asked for the answer, once the run
   * is over.
   */
  add<Told>({ readings, finish }: RunReader<Told>, atMs?: number): (end: PartEnd) => Told {
    this.#asked.push({
      untilMs: atMs ?? Number.POSITIVE_INFINITY,
      readings,
      table: new ReadingTable(readings),
    });
    const until = ({ at, reason }: PartEnd): ToldUntil =>
      atMs === undefined ? { endMs: at, reason } : { endMs: atMs };
    return (end) => finish(until(end));
  }

  /**
   * The run is added up, as the options say. Returns what is to be asked for the summary, once the run is
   * over.
   */
  addUp(options?: TotalsOptions): (end: PartEnd) => RunSummary {
    const totals = new RunTotals(this.#header, options);
    this.#totals.push(totals);
    let summary: RunSummary | undefined;
    return (end) => {
      summary ??= totals.finish(end).summary;
      return summary;
    };
  }

  get types(): TypesRead {
    if (this.#totals.length > 0) return undefined;
    return new Set(this.#asked.flatMap(({ readings }) => readings.flatMap((one) => Object.keys(one))));
  }

  /** The next part. */
  begin(part: HeaderRecord): PartReading {
    const totals = this.#totals.map((one) => one.begin(part));
    let unread: ActorRecord[] = [];
    const read = (): void => {
      for (const { untilMs, table } of this.#asked)
        for (const record of unread) if (record.at <= untilMs) table.note(record);
      for (const { note } of totals) unread.forEach(note);
      unread = [];
    };
    return {
      note: (record) => {
        if (unread.push(record) >= recordsAtOnce) read();
      },
      end: (end) => {
        read();
        for (const one of totals) one.end(end);
      },
    };
  }

  /** A whole trace that is there already. */
  readAll(records: readonly TraceRecord[], end: PartEnd): void {
    const part = this.begin(this.#header);
    for (const record of records) if (record.type !== 'header' && record.type !== 'end') part.note(record);
    part.end(end);
  }
}
