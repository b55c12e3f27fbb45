import { csvFormatRows } from 'd3-dsv';
import type { TraceRecord } from '../../trace/record.ts';
import { visibleText } from '../text/visible-text.ts';
import { containerRows, csvColumns } from './container-rows.ts';

/**
 * Returns the run as one table for spreadsheets and data frames, up to `atMs` (default: the trace's end): a line for each
 * container, image volume and image pulled ahead, below a line of column names with their units; RFC 4180, ending in a
 * line feed. What is not known is left empty.
 */
export function csvTable(records: readonly TraceRecord[], atMs?: number): string {
  const rows = containerRows(records, atMs).map((row) => csvColumns.map((column) => cellText(row[column])));
  return `${csvFormatRows([[...csvColumns], ...rows])}\n`;
}

function cellText(value: string | number | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'number' ? String(value) : spreadsheetText(value);
}

/**
 * Returns a text that no spreadsheet takes for a formula: names and errors come from manifests and registries, and a cell
 * that begins with `=`, `+`, `-` or `@` would be computed. An apostrophe before it makes it text; line breaks and other
 * characters that could begin a cell anew are spelled out.
 */
function spreadsheetText(text: string): string {
  const visible = visibleText(text);
  return /^\s*[=+\-@]/.test(visible) ? `'${visible}` : visible;
}
