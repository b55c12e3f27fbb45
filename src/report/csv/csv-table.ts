import type { TraceRecord } from '../../trace/record.ts';
import { containerRows, csvColumns } from './container-rows.ts';
import { csvText } from './csv-text.ts';

/**
 * Returns the run as one table, up to `atMs` (default: the trace's end): a line of column names with their units, then a line for each
 * container, image volume and image pulled ahead. Unknown values are left empty.
 */
export function csvTable(records: readonly TraceRecord[], atMs?: number): string {
  return csvText([[...csvColumns], ...containerRows(records, atMs).map((row) => csvColumns.map((column) => row[column]))]);
}
