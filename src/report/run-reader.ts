import { type Readings, ReadingTable } from '../trace/readings.ts';
import type { EndRecord, HeaderRecord, TraceRecord } from '../trace/record.ts';
import { endOf, headerOf } from './summary/run-conditions.ts';

/** What is told of a run goes so far. */
export interface ToldUntil {
  /** The run's end, or the moment that was asked for. In ms. */
  readonly endMs: number;
  /** Why the run ended; absent: an earlier moment was asked for, or the trace breaks off. */
  readonly reason?: EndRecord['reason'];
}

/**
 * Reads a run and tells at its end what it came to. It keeps what that needs, and not the records. The parts of a run, nodes that
 * share nothing, may be read one after another: what is told in order of time is sorted by it, and keeps their order at one moment.
 */
export interface RunReader<Told> {
  readonly readings: readonly Readings[];
  /** To be asked once, after the last record. */
  finish(until: ToldUntil): Told;
}

/** Returns what the reader tells of a whole trace, up to `atMs` (default: the trace's end). */
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
