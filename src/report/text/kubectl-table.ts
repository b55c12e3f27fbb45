import { columnsOf, padRight } from './fitted-text.ts';
import { visibleText } from './visible-text.ts';

/**
 * Returns lines in the layout of kubectl's tables: every column except the last is as wide as its widest cell plus three spaces, and at
 * least six. A cell ends at its first line feed, shown as `...`. Mirrors GetNewTabWriter and printTable of k8s.io/cli-runtime/pkg/printers
 * v0.36.3. As in kubectl, nothing is cut to the terminal's width.
 */
export function kubectlTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const table = [head, ...rows.map((row) => row.map(cellText))];
  const widths = head.map(() => 6);
  for (const row of table) for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, columnsOf(cell) + 3);
  return table.map((row) => row.map((cell, column) => (column === row.length - 1 ? cell : padRight(cell, widths[column] ?? 0))).join(''));
}

function cellText(cell: string): string {
  const end = cell.search(/[\f\n\r]/);
  return visibleText(end < 0 ? cell : `${cell.slice(0, end)}...`);
}
