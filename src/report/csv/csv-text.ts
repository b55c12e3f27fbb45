import { csvFormatRows } from 'd3-dsv';
import { visibleText } from '../text/visible-text.ts';

/** Returns rows for spreadsheets and data frames, RFC 4180, ending in a line feed. Undefined values are left empty. */
export function csvText(rows: readonly (readonly (string | number | undefined)[])[]): string {
  return `${csvFormatRows(rows.map((row) => row.map(cellText)))}\n`;
}

function cellText(value: string | number | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'number' ? String(value) : spreadsheetText(value);
}

/**
 * Returns a text that no spreadsheet takes for a formula. Names and errors come from manifests and registries, and a spreadsheet computes a
 * cell that begins with `=`, `+`, `-` or `@`. An apostrophe before it makes it text. Line breaks and other characters that could begin a
 * new cell are spelled out.
 */
function spreadsheetText(text: string): string {
  const visible = visibleText(text);
  return /^\s*[=+\-@]/.test(visible) ? `'${visible}` : visible;
}
