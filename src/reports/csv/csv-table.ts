import { csvFormatRows } from 'd3-dsv';
import type { HeaderRecord, TraceRecord } from '../../trace/record.ts';
import { filteredReadings } from '../run-filter/shown-records.ts';
import { type RunReader, readRun } from '../run-reader.ts';
import type { TextOptions } from '../text/text-options.ts';
import { visibleText } from '../text/visible-text.ts';
import { containerRowsReader, csvColumns } from './container-rows.ts';

/**
 * Returns the run as one table, up to `atMs` (default: the trace's end): a line of column names with their
 * units, then a line for each container, image volume and image pulled ahead. Unknown values are left empty.
 */
export function csvTable(records: readonly TraceRecord[], atMs?: number): string {
  return readRun(records, atMs, (header) => csvReader(header));
}

interface CsvOptions extends Pick<TextOptions, 'filter'> {
  /** Whether the first column has the seed of the run. */
  readonly withSeed?: boolean;
}

/** Reads a run for it. */
export function csvReader(
  header: HeaderRecord | undefined,
  { filter, withSeed = false }: CsvOptions = {},
): RunReader<string> {
  const { readings, finish } = containerRowsReader(header);
  return {
    readings: filteredReadings(readings, filter),
    finish: (until) => {
      const rows = finish(until);
      const columns = csvColumns(rows);
      const lines = [[...columns], ...rows.map((row) => columns.map((column) => row[column]))];
      return csvText(
        withSeed ? lines.map((line, index) => [index === 0 ? 'seed' : header?.seed, ...line]) : lines,
      );
    },
  };
}

/**
 * Returns rows for spreadsheets and data frames, RFC 4180, ending in a line feed. Undefined values are left
 * empty.
 */
export function csvText(rows: readonly (readonly (string | number | undefined)[])[]): string {
  return `${csvFormatRows(rows.map((row) => row.map(cellText)))}\n`;
}

function cellText(value: string | number | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'number' ? String(value) : spreadsheetText(value);
}

/**
 * Returns a text that no spreadsheet takes for a formula. Names and errors come from manifests and
 * registries, and a spreadsheet computes a cell that begins with `=`, `+`, `-` or `@`. An apostrophe before
 * it makes it text. Line breaks and other characters that could begin a new cell are spelled out.
 */
function spreadsheetText(text: string): string {
  const visible = visibleText(text);
  return /^\s*[=+\-@]/.test(visible) ? `'${visible}` : visible;
}
