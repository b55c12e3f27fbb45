import { visibleText } from '../text/visible-text.ts';

/** Returns a text of strangers as Markdown shows it: nothing in it is a mark, a link, a mention or HTML. */
export function markdownText(text: string): string {
  return (
    visibleText(text)
      .replaceAll(/[\\`*_{}[\]<>#|~]/g, '\\$&')
      .replaceAll('&', '&amp;')
      // A hosting site would tell a person or another issue of it.
      .replaceAll(/@(?=\w)/g, '@\u200b')
  );
}

/** Returns lines of code that nothing in them can end. */
export function markdownCode(text: string, language = ''): string {
  const lines = text.split('\n').map(visibleText).join('\n').trimEnd();
  const longest = [...lines.matchAll(/`{3,}/g)].map(([fence]) => fence.length).sort((a, b) => b - a)[0] ?? 2;
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${lines}\n${fence}\n`;
}

/** A column of a table, by its title. */
interface MarkdownColumn {
  readonly title: string;
  readonly isNumber: boolean;
}

/** Returns a table; of more than `rowsMax` rows the first ones, and how many there are besides. */
export function markdownTable(
  columns: readonly MarkdownColumn[],
  rows: readonly (readonly string[])[],
  rowsMax = rows.length,
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const shown = rows.slice(0, rowsMax);
  return [
    line(columns.map(({ title }) => markdownText(title))),
    line(columns.map(({ isNumber }) => (isNumber ? '---:' : '---'))),
    ...shown.map((cells) => line(cells.map(markdownText))),
    ...(rows.length > shown.length ? [`\nand ${rows.length - shown.length} more\n`] : []),
  ].join('');
}
