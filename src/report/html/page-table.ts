import { countText } from '../text/quantity-text.ts';
import { visibleText } from '../text/visible-text.ts';
import { html, type Markup } from './markup.ts';

export interface Column {
  readonly title: string;
  /** `name` is for what the row is about, `number` is aligned to the right, `long` is for sentences. */
  readonly look: 'name' | 'number' | 'text' | 'long';
}

/**
 * Returns a table in which the first cell of a row is its heading. With more than `rowsMax` rows it has the first ones, and a line that
 * says so.
 */
export function pageTable(caption: string, columns: readonly Column[], rows: readonly (readonly string[])[], rowsMax = 500): Markup {
  const head = columns.map(({ title, look }) => html`<th scope="col" class="${look}">${title}</th>`);
  const body = rows.slice(0, rowsMax).map((cells) => {
    const made = cells.map((cell, index) => {
      const look = columns[index]?.look ?? 'text';
      return index === 0
        ? html`<th scope="row" class="${look}">${visibleText(cell)}</th>`
        : html`<td class="${look}">${visibleText(cell)}</td>`;
    });
    return html`<tr>${made}</tr>\n`;
  });
  const left = rows.length - rowsMax;
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>\n${body}</tbody></table></div>${
    left > 0 ? html`<p class="note">${countText(left, 'row')} of ${rows.length} left out.</p>` : undefined
  }`;
}
