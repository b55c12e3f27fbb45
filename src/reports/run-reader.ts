import { type Readings, ReadingTable } from '../trace/readings.ts';
import type { EndRecord, HeaderRecord, TraceRecord } from '../trace/record.ts';
import { endOf, headerOf } from './summary/run-conditions.ts';

/** How far the answer of a reader goes. */
export interface ToldUntil {
  /** The run's end, or the moment that was asked for, in ms. */
  readonly endMs: number;
  /** Why the run ended. Absent if an earlier moment was asked for, or if the trace has no end. */
  readonly reason?: EndRecord['reason'];
}

/**
 * Reads the records of a run and returns an answer at its end. A reader keeps what its answer needs, and no
 * other records. The parts of a run (nodes that share nothing) may come one after another. An answer in order
 * of time must therefore be sorted by time, and at one moment keep the order in which the records came.
 */
export interface RunReader<Told> {
  readonly readings: readonly Readings[];
  /** To be asked once, after the last record. */
  finish(until: ToldUntil): Told;
}

/** Returns the answer of a reader for a whole trace, up to `atMs` (default: the trace's end). */
export function readRun<Told>(
  records: readonly TraceRecord[],
  atMs: number | undefined,
  readerOf: (header: HeaderRecord | undefined) => RunReader<Told>,
): Told {
  const endMs = atMs ?? records.at(-1)?.at ?? 0;
  const reader = readerOf(headerOf(records));
  new ReadingTable(reader.readings).noteUntil(records, endMs);
  const reason = atMs === undefined ? endOf(records)?.reason : undefined;
  return reader.finish(reason === undefined ? { endMs } : { endMs, reason });
}
