import { largest } from '../../rules/collections/extremes.ts';
import { columnsOf, foldedCommand, padRight, wrapWords } from '../text/fitted-text.ts';
import { withUnits } from '../text/quantity-text.ts';
import { fittedTable, kubectlTable } from '../text/tab-writer.ts';
import { coloursFor, type TextOptions } from '../text/text-options.ts';
import { visibleText } from '../text/visible-text.ts';
import type { Answer, AnswerTable, Column } from './answer.ts';

/** Sentences in the last column of a table get this room at least. */
const lastColumnMin = 24;

/** Returns the answer for a terminal, ending in a line feed. Charts are for pages only. */
export function answerText(
  { conditions, sentences, tables, again = [] }: Answer,
  options: Pick<TextOptions, 'width' | 'colour'>,
): string {
  const { width } = options;
  const { bold } = coloursFor(options);
  const paragraphs = (texts: readonly string[]) =>
    texts.flatMap((text) =>
      text.startsWith('  ')
        ? foldedCommand(visibleText(text.trim()), width, '  ')
        : wrapWords(withUnits(visibleText(text)), width),
    );
  const lines = [
    ...paragraphs(conditions),
    ...(conditions.length === 0 ? [] : ['']),
    ...paragraphs(sentences),
    ...tables.flatMap((table) => tableLines(table, width, bold)),
    ...(again.length === 0 ? [] : ['', ...paragraphs(again)]),
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function tableLines(
  { caption, columns, rows, onScreen = rows.length }: AnswerTable,
  width: number,
  bold: (text: string) => string,
): string[] {
  const shown = rows.slice(0, onScreen);
  if (shown.length === 0) return [];
  return [
    '',
    ...wrapWords(visibleText(caption), width).map(bold),
    ...gridLines({ columns, rows: shown }, width),
    ...(rows.length > shown.length ? [`and ${rows.length - shown.length} more (-o json has all)`] : []),
  ];
}

/** Columns, and rows with a cell for each of them. */
type Grid = Pick<AnswerTable, 'columns' | 'rows'>;

/** Returns the rows as a table where it fits, else in the layout that suits their texts. */
function gridLines(whole: Grid, width: number): string[] {
  if (whole.columns.length === 1) return whole.rows.flatMap(([text = '']) => hangingLines('  ', text, width));
  const filled = withColumns(whole, (_, at) => whole.rows.some((cells) => cells[at] !== ''));
  const grid = withoutSpares(filled, width);
  const lines = layOut(grid);
  if (fits(lines, width)) return [...lines, ...leftOutLines(filled, grid, width)];
  const long = grid.columns.findIndex(({ look }) => look === 'long');
  if (long < 0) return [...fittedTable(heads(grid), grid.rows, width), ...leftOutLines(filled, grid, width)];
  const asTable = long === grid.columns.length - 1 ? sentenceTable(grid, width) : undefined;
  return asTable ?? recordLines(grid, Math.max(1, long), width);
}

function withColumns({ columns, rows }: Grid, isWanted: (column: Column, at: number) => boolean): Grid {
  const wanted = columns.flatMap((column, at) => (isWanted(column, at) ? [at] : []));
  return {
    columns: columns.filter((_, at) => wanted.includes(at)),
    rows: rows.map((cells) => wanted.map((at) => cells[at] ?? '')),
  };
}

/** Returns the grid without as many of its spare columns as make it too wide. */
function withoutSpares(whole: Grid, width: number): Grid {
  let grid = whole;
  while (!fits(layOut(grid), width)) {
    const mostSpare = largest(grid.columns.map(({ spare = 0 }) => spare));
    if (mostSpare === 0) break;
    const last = grid.columns.findLastIndex(({ spare }) => spare === mostSpare);
    grid = withColumns(grid, (_, at) => at !== last);
  }
  return grid;
}

function leftOutLines(whole: Grid, grid: Grid, width: number): string[] {
  const left = whole.columns.filter((column) => !grid.columns.includes(column)).map(({ title }) => title);
  if (left.length === 0) return [];
  const names = [...new Set(left)].map(visibleText).join(', ');
  return wrapWords(`Without room here: ${names}; a wider terminal has all.`, width);
}

function heads({ columns }: Grid): string[] {
  return columns.map(({ title, isName }) => (isName ? visibleText(title) : title.toUpperCase()));
}

function layOut(grid: Grid): string[] {
  return kubectlTable(heads(grid), grid.rows).map((line) => line.trimEnd());
}

function fits(lines: readonly string[], width: number): boolean {
  return lines.every((line) => columnsOf(line) <= width);
}

/** Returns a table whose last cells go on below their beginnings; undefined without room for them. */
function sentenceTable(grid: Grid, width: number): string[] | undefined {
  const table = [heads(grid), ...grid.rows];
  const [head = '', ...starts] = kubectlTable(
    heads(grid),
    grid.rows.map((cells) => cells.with(-1, '')),
  );
  const indent = columnsOf(starts[0] ?? '');
  if (width - indent < lastColumnMin) return undefined;
  return [head, ...starts.flatMap((start, row) => hangingLines(start, table[row + 1]?.at(-1) ?? '', width))];
}

/** Returns each row as a list: what it is about, such as `api (nginx:1)`, then its texts with their titles. */
function recordLines({ columns, rows }: Grid, names: number, width: number): string[] {
  const titles = columns.slice(names).map(({ title }) => visibleText(title));
  const pad = largest(titles.map(columnsOf)) + 2;
  return rows.flatMap(([name = '', ...cells]) => {
    const subject = names > 1 ? `${name} (${cells.slice(0, names - 1).join(', ')})` : name;
    const texts = cells.slice(names - 1);
    if (texts.length === 1) return hangingLines('  ', `${subject}: ${texts[0]}`, width);
    return [
      ...hangingLines('  ', subject, width),
      ...titles.flatMap((title, at) =>
        texts[at] === '' ? [] : hangingLines(`    ${padRight(`${title}:`, pad)}`, texts[at] ?? '', width),
      ),
    ];
  });
}

/** Returns a text after its start, in lines that begin below each other. */
function hangingLines(start: string, text: string, width: number): string[] {
  const [first = '', ...rest] = wrapWords(withUnits(visibleText(text)), width - columnsOf(start));
  return [`${start}${first}`, ...rest.map((line) => `${' '.repeat(columnsOf(start))}${line}`)];
}
