import { csvFormatRows } from 'd3-dsv';
import { visibleText } from '../text/visible-text.ts';

/** Returns rows for spreadsheets and data frames, RFC 4180, ending in a line feed. What is undefined is left empty. */
export function csvText(rows: readonly (readonly (string | number | undefined)[])[]): string {
  return `${csvFormatRows(rows.map((row) => row.map(cellText)))}\n`;
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
