import { largest } from '../../rules/collections/extremes.ts';
import { columnsOf, padRight, wrapWords } from './fitted-text.ts';
import { visibleText } from './visible-text.ts';

const padding = 2;

/**
 * Returns the lines with their tabs turned into aligned columns: a column is as wide as its widest cell plus
 * two spaces, over neighbouring lines that have a cell there which ends in a tab. The text after a line's
 * last tab is no cell. Mirrors text/tabwriter as kubectl describe configures it (`tabbedString`, kubectl
 * v0.36.3): no minimum, two spaces.
 */
export function tabbed(lines: readonly string[]): string[] {
  const rows = lines.map((line) => line.split('\t'));
  const widths = rows.map((): number[] => []);
  alignFrom(rows, widths, 0, 0, rows.length);
  return rows.map((cells, row) =>
    cells
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[row]?.[column] ?? 0) - columnsOf(cell))))
      .join(''),
  );
}

/**
 * Sets the widths of this column in the lines from `first` to `end`, block by block, and those of the columns
 * after it.
 */
function alignFrom(
  rows: readonly (readonly string[])[],
  widths: readonly number[][],
  column: number,
  first: number,
  end: number,
): void {
  for (let row = first; row < end; row++) {
    if (!hasCell(rows[row], column)) continue;
    let blockEnd = row;
    let width = 0;
    while (blockEnd < end && hasCell(rows[blockEnd], column)) {
      width = Math.max(width, columnsOf(rows[blockEnd]?.[column] ?? ''));
      blockEnd += 1;
    }
    for (let aligned = row; aligned < blockEnd; aligned++) widths[aligned]?.push(width + padding);
    alignFrom(rows, widths, column + 1, row, blockEnd);
    row = blockEnd - 1;
  }
}

function hasCell(cells: readonly string[] | undefined, column: number): boolean {
  return cells !== undefined && column < cells.length - 1;
}

/**
 * Returns lines in the layout of kubectl's tables: every column except the last is as wide as its widest cell
 * plus three spaces, and at least six. A cell ends at its first line feed, shown as `...`. Mirrors
 * GetNewTabWriter and printTable of k8s.io/cli-runtime/pkg/printers v0.36.3. As in kubectl, nothing is cut to
 * the terminal's width.
 */
export function kubectlTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const table = [head, ...rows.map((row) => row.map(cellText))];
  const widths = head.map(() => 6);
  for (const row of table)
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, columnsOf(cell) + 3);
  return table.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : padRight(cell, widths[column] ?? 0)))
      .join(''),
  );
}

/** The first column of a table that has to be narrow is never narrower. */
const nameColumnsMin = 12;

/**
 * Returns a table as `kubectlTable` lays it out if it has at most `width` columns. Else two spaces are
 * between columns, and the words of the first one go on below, so that all the others stay whole.
 */
export function fittedTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): string[] {
  const wide = kubectlTable(head, rows).map((line) => line.trimEnd());
  if (wide.every((line) => columnsOf(line) <= width)) return wide;
  const table = [head, ...rows.map((row) => row.map(cellText))];
  const widths = head.map((_, column) => largest(table.map((row) => columnsOf(row[column] ?? ''))));
  const others = widths.slice(1).reduce((sum, columns) => sum + padding + columns, 0);
  const first = Math.max(nameColumnsMin, Math.min(widths[0] ?? 0, width - others));
  return table.flatMap(([name = '', ...cells]) => {
    const [start = '', ...rest] = wrapWords(name, first);
    const line = cells.reduce(
      (text, cell, at) => `${text}  ${padRight(cell, widths[at + 1] ?? 0)}`,
      padRight(start, first),
    );
    return [line.trimEnd(), ...wrapWords(rest.join(' '), first - 2).map((words) => `  ${words}`)];
  });
}

function cellText(cell: string): string {
  const end = cell.search(/[\f\n\r]/);
  return visibleText(end < 0 ? cell : `${cell.slice(0, end)}...`);
}
