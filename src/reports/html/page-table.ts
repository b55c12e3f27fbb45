import type { Column } from '../answer/answer.ts';
import { countText } from '../text/quantity-text.ts';
import { visibleText } from '../text/visible-text.ts';
import { html, Markup } from './markup.ts';

/** The rows of a table that are shown, and how many there are in all. Control characters are spelled out. */
export interface PageTable {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly rowCount: number;
}

/** A table as HTML, and what it was made of. */
export class TableMarkup extends Markup {
  readonly table: PageTable;

  constructor(table: PageTable) {
    super(tableMarkup(table).text);
    this.table = table;
  }
}

/**
 * Returns a table in which the first cell of a row is its heading. With more than `rowsMax` rows it has the
 * first ones, and a line that says so.
 */
export function pageTable(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  rowsMax = 500,
): TableMarkup {
  const shown = rows.slice(0, rowsMax).map((cells) => cells.map(visibleText));
  return new TableMarkup({ caption, columns, rows: shown, rowCount: rows.length });
}

/** Returns that there are more rows than those that are shown; undefined if there are not. */
export function leftOutText({ rows, rowCount }: PageTable): string | undefined {
  const left = rowCount - rows.length;
  return left > 0 ? `${countText(left, 'row')} of ${rowCount} left out.` : undefined;
}

function tableMarkup(table: PageTable): Markup {
  const { caption, columns, rows } = table;
  const head = columns.map(({ title, look }) => html`<th scope="col" class="${look}">${title}</th>`);
  const body = rows.map((cells) => {
    const made = cells.map((cell, index) => {
      const look = columns[index]?.look ?? 'text';
      return index === 0
        ? html`<th scope="row" class="${look}">${cell}</th>`
        : html`<td class="${look}">${cell}</td>`;
    });
    return html`<tr>${made}</tr>\n`;
  });
  const left = leftOutText(table);
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>\n${body}</tbody></table></div>${
    left === undefined ? undefined : html`<p class="note">${left}</p>`
  }`;
}
