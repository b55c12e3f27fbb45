import type { ConformanceTrace, Entry } from '../conformance/imagemanager/conformance-trace.ts';
import type { Script } from '../conformance/imagemanager/script.ts';

/**
 * Returns a trace in which each image name in a message stands in one form of quotes, however the system
 * escapes it: as Go's `%q`, as JSON, as Rust's `{:?}`, or not at all. Names that need no escape are the same in
 * all of them. The entries keep their places.
 */
export function withPlainQuotes(trace: ConformanceTrace, { calls }: Script): ConformanceTrace {
  const names = new Map(calls.map(({ id, image }) => [id, image]));
  const plain = (entry: Entry): Entry => {
    if ((entry.type !== 'event' && entry.type !== 'result') || !hasSpecial(names.get(entry.call)))
      return entry;
    const image = names.get(entry.call) ?? '';
    return { ...entry, message: plainText(entry.message, image) };
  };
  return { ...trace, trace: trace.trace.map(plain) };
}

function hasSpecial(name: string | undefined): boolean {
  return name !== undefined && !/^[\x20-\x7e]*$/.test(name.replaceAll(/["\\]/g, '\u0000'));
}

/** Returns the text with each quoted form of the name as the name in quotes, unescaped. */
function plainText(text: string, name: string): string {
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const end = text[at] === '"' ? endOfQuoted(text, at + 1, name) : undefined;
    if (end === undefined) {
      plain += text[at];
      at += 1;
    } else {
      plain += `"${name}"`;
      at = end;
    }
  }
  return plain;
}

/** Returns where the quoted name ends that begins here, behind its closing quote; undefined if there is none. */
function endOfQuoted(text: string, from: number, name: string): number | undefined {
  let at = from;
  for (const character of name) {
    const form = formsOf(character).find((one) => isSameForm(text.slice(at, at + one.length), one));
    if (form === undefined) return undefined;
    at += form.length;
  }
  return text[at] === '"' ? at + 1 : undefined;
}

/** The digits of an escape may have either case. */
function isSameForm(text: string, form: string): boolean {
  return form.length > 2 ? text.toLowerCase() === form.toLowerCase() : text === form;
}

const short: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** Returns how a character may be written, the longest forms first. */
function formsOf(character: string): readonly string[] {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const units = [...Array(character.length).keys()].map(
    (unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
  );
  return [
    units.join(''),
    `\\U${hex.padStart(8, '0')}`,
    `\\u{${hex}}`,
    ...(code < 0x100 ? [`\\x${hex.padStart(2, '0')}`] : []),
    ...(short[character] === undefined ? [] : [short[character]]),
    character,
  ];
}
