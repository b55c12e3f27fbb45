import type { HeaderRecord, TraceRecord } from '../../trace/record.ts';
import { filteredReadings } from '../run-filter/shown-records.ts';
import { type RunReader, readRun } from '../run-reader.ts';
import type { TextOptions } from '../text/text-options.ts';
import { containerRowsReader, csvColumns } from './container-rows.ts';
import { csvText } from './csv-text.ts';

/**
 * Returns the run as one table, up to `atMs` (default: the trace's end): a line of column names with their units, then a line for each
 * container, image volume and image pulled ahead. Unknown values are left empty.
 */
export function csvTable(records: readonly TraceRecord[], atMs?: number): string {
  return readRun(records, atMs, (header) => csvReader(header));
}

export interface CsvOptions extends Pick<TextOptions, 'filter'> {
  /** Whether the first column has the seed of the run. */
  readonly withSeed?: boolean;
}

/** Reads a run for it. */
export function csvReader(header: HeaderRecord | undefined, { filter, withSeed = false }: CsvOptions = {}): RunReader<string> {
  const { readings, finish } = containerRowsReader(header);
  return {
    readings: filteredReadings(readings, filter),
    finish: (until) => {
      const lines = [[...csvColumns], ...finish(until).map((row) => csvColumns.map((column) => row[column]))];
      return csvText(withSeed ? lines.map((line, index) => [index === 0 ? 'seed' : header?.seed, ...line]) : lines);
    },
  };
}
