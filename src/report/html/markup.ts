import { visibleOutput } from '../text/visible-text.ts';

/** HTML or SVG that is safe to print: made by `html` alone, which escapes every text put into it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | undefined | readonly Part[];

/** Tagged template: what is put in is escaped, except markup made the same way; lists are joined, undefined is nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0] ?? '';
  for (const [index, part] of parts.entries()) text += partText(part) + (strings[index + 1] ?? '');
  return new Markup(text);
}

function partText(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(partText).join('');
  return escaped(String(part));
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Returns the text as it may stand in an element or a quoted attribute; no HTML or XML document may hold a control character. */
export function escaped(text: string): string {
  return visibleOutput(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
