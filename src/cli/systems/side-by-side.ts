import { padRight, wrapWords } from '../../report/text/fitted-text.ts';
import { visibleText } from '../../report/text/visible-text.ts';

/**
 * Returns two entries of a trace field by field, the expected one on the left; `≠` marks the fields that differ. Long values are wrapped,
 * so that nothing is cut off. A missing entry is a column of dashes.
 */
export function sideBySide(expected: object | undefined, actual: object | undefined, width: number): string[] {
  const fields = [...new Set([...Object.keys(expected ?? {}), ...Object.keys(actual ?? {})])];
  const label = Math.max(...fields.map((field) => field.length), 0);
  const column = Math.max(16, Math.floor((width - label - 6) / 2));
  const row = (mark: string, name: string, left: string, right: string) =>
    `${mark} ${padRight(name, label)}  ${padRight(left, column)}  ${right}`.trimEnd();
  const lines = [row(' ', '', 'EXPECTED', 'ACTUAL')];
  for (const field of fields) {
    const left = valueText(expected, field);
    const right = valueText(actual, field);
    const mark = left === right ? ' ' : '≠';
    const lefts = wrapWords(left, column);
    const rights = wrapWords(right, column);
    for (let line = 0; line < Math.max(lefts.length, rights.length, 1); line += 1)
      lines.push(row(line === 0 ? mark : ' ', line === 0 ? field : '', lefts[line] ?? '', rights[line] ?? ''));
  }
  return lines;
}

function valueText(entry: object | undefined, field: string): string {
  const value: unknown = entry === undefined ? undefined : Reflect.get(entry, field);
  if (value === undefined) return '–';
  if (value === '') return '""';
  return visibleText(typeof value === 'string' ? value : JSON.stringify(value));
}
