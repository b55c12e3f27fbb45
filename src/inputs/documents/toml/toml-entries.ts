/**
 * The place of one `key = value` or `[table]` of a TOML text: the offsets of its key and its value, and of
 * the next entry.
 */
export interface TomlEntry {
  /** The keys, with the index for an element of an array of tables. */
  readonly path: readonly (string | number)[];
  readonly keyAt: number;
  readonly valueAt: number;
  readonly endsAt: number;
}

/**
 * Returns the entries of a valid TOML text (a parser has read it), in order. The content of inline tables and
 * arrays has no entries of its own. The places are only for messages; the values come from the parser.
 */
export function tomlEntries(text: string): readonly TomlEntry[] {
  const entries: TomlEntry[] = [];
  const elements = new Map<string, number>();
  let table: readonly (string | number)[] = [];
  let at = 0;
  while (at < text.length) {
    at = afterBlank(text, at);
    if (at >= text.length) break;
    const begin = at;
    if (text[at] === '[') {
      const several = text[at + 1] === '[';
      const { keys, end } = keysAt(text, at + (several ? 2 : 1));
      table = placed(keys, several, elements);
      at = lineEnd(text, end);
      entries.push({ path: table, keyAt: begin, valueAt: begin, endsAt: at });
      continue;
    }
    const { keys, end } = keysAt(text, at);
    const valueAt = afterSpaces(text, end + 1);
    at = Math.max(valueEnd(text, valueAt), begin + 1);
    entries.push({ path: [...table, ...keys], keyAt: begin, valueAt, endsAt: at });
  }
  return entries;
}

/** Returns the table's path with the indices of the elements in which it stands. */
function placed(
  keys: readonly string[],
  several: boolean,
  elements: Map<string, number>,
): (string | number)[] {
  const path: (string | number)[] = [];
  for (const [index, key] of keys.entries()) {
    path.push(key);
    const name = JSON.stringify(path);
    const isNew = several && index === keys.length - 1;
    if (isNew) elements.set(name, (elements.get(name) ?? -1) + 1);
    const element = elements.get(name);
    if (element !== undefined) path.push(element);
  }
  return path;
}

/** Reads keys joined by dots, bare or quoted. `end` is the place after them, at `=` or `]`. */
function keysAt(text: string, start: number): { readonly keys: readonly string[]; readonly end: number } {
  const keys: string[] = [];
  const part = /[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([A-Za-z0-9_-]+))[ \t]*(\.?)/y;
  part.lastIndex = start;
  let end = start;
  for (let match = part.exec(text); match !== null; match = part.exec(text)) {
    keys.push(match[1] ?? match[2] ?? match[3] ?? '');
    end = part.lastIndex;
    if (match[4] !== '.') break;
  }
  return { keys, end };
}

function afterBlank(text: string, start: number): number {
  let at = start;
  for (;;) {
    const character = text[at];
    if (character === '#') at = lineEnd(text, at);
    else if (
      character === ' ' ||
      character === '\t' ||
      character === '\n' ||
      character === '\r' ||
      character === '\uFEFF'
    )
      at += 1;
    else return at;
  }
}

function afterSpaces(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

/** Returns the end of a value: that of its line, or of the line on which its last bracket closes. */
function valueEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; ) {
    const character = text[at] ?? '';
    if (character === '"' || character === "'") at = afterString(text, at);
    else if (character === '#') at = lineEnd(text, at);
    else if (character === '\n' && depth <= 0) return at;
    else {
      if (character === '[' || character === '{') depth += 1;
      if (character === ']' || character === '}') depth -= 1;
      at += 1;
    }
  }
  return text.length;
}

function afterString(text: string, start: number): number {
  const quote = text[start] ?? '"';
  const end = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  for (let at = start + end.length; at < text.length; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1;
    else if (text.startsWith(end, at)) return at + end.length;
  }
  return text.length;
}
