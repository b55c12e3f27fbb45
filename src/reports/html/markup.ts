import { visibleOutput } from '../text/visible-text.ts';

/** HTML or SVG that is safe to print. Only `html` makes it, and it escapes every text in it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | undefined | readonly Part[];

/**
 * A template tag. Values are escaped, except markup made in the same way; lists are joined, and undefined
 * becomes nothing.
 */
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

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Returns the text as it may stand in an element or a quoted attribute. Control characters, which HTML and
 * XML forbid, are spelled out.
 */
export function escaped(text: string): string {
  return visibleOutput(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
