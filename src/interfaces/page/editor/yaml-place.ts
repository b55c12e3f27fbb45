/** Where the cursor is in a YAML file: in which document, under which keys, and what is being written there. */
export interface YamlPlace {
  /** The document's `kind`; undefined until it has one. */
  readonly kind: string | undefined;
  /** The keys above, the outermost first; an entry of a list is an empty text. */
  readonly path: readonly string[];
  /** The key whose value is being written; undefined where a key is. */
  readonly key: string | undefined;
  /** What is written of the key or the value up to the cursor. */
  readonly written: string;
  /** The keys that are there already beside it. */
  readonly siblings: readonly string[];
}

interface KeyLine {
  readonly indent: number;
  readonly key: string;
  /** Whether it begins an entry of a list. */
  readonly isEntry: boolean;
}

const keyLine = /^(?<space> *)(?<dashes>(?:- +)*)(?<key>[\w./-]+) *:(?: |$)/;
const cursorLine = /^(?<space> *)(?<dashes>(?:- +)*)(?:(?<key>[\w./-]+) *: +)?["']?(?<written>[\w./:*-]*)$/;

/**
 * Returns the place of an offset in a text, by indentation, so that a text is understood that is not YAML yet.
 * undefined in a comment, in a value of several words, and within brackets.
 */
export function yamlPlace(text: string, offset: number): YamlPlace | undefined {
  const lines = text.split('\n');
  const row = text.slice(0, offset).split('\n').length - 1;
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const found = cursorLine.exec(text.slice(lineStart, offset))?.groups;
  if (found === undefined) return undefined;
  const { space = '', dashes = '', key, written = '' } = found;
  const first = lines.slice(0, row).findLastIndex((line) => /^---(?:\s|$)/.test(line)) + 1;
  const end = lines.findIndex((line, at) => at > row && /^---(?:\s|$)/.test(line));
  const document = lines.slice(first, end === -1 ? lines.length : end);
  const indent = space.length + dashes.length;
  const above = ancestors(lines.slice(first, row), space.length, dashes !== '' ? indent : undefined);
  return {
    kind: document.map((line) => /^kind: *["']?(\w+)/.exec(line)?.[1]).find((kind) => kind !== undefined),
    path: dashes === '' ? above.path : [...above.path, ''],
    key,
    written,
    siblings: [
      // An entry of a list begins here.
      ...(dashes === '' ? keysBeside(lines.slice(first, row).toReversed(), indent, true) : []),
      ...keysBeside(lines.slice(row + 1, first + document.length), indent, false),
    ],
  };
}

/** The keys under which a line of this indentation stands. */
function ancestors(
  lines: readonly string[],
  indent: number,
  entryIndent: number | undefined,
): { readonly path: readonly string[] } {
  const path: string[] = [];
  let open = indent;
  let isEntry = entryIndent !== undefined;
  for (const line of lines.toReversed()) {
    const at = keyOf(line);
    if (at === undefined) continue;
    // A list may stand as deep as the key that it belongs to.
    const isAbove = at.indent < open || (isEntry && !at.isEntry && at.indent === open);
    const isSameEntry = at.isEntry && at.indent === open;
    if (isSameEntry && !isEntry) {
      path.unshift('');
      open = indentOf(line);
      isEntry = true;
      continue;
    }
    if (!isAbove) continue;
    path.unshift(at.key);
    isEntry = at.isEntry;
    if (at.isEntry) path.unshift('');
    open = at.isEntry ? indentOf(line) : at.indent;
  }
  return { path };
}

/** The keys of this indentation up to the end of their mapping; the beginning of an entry has one upwards only. */
function keysBeside(lines: readonly string[], indent: number, isUpwards: boolean): readonly string[] {
  const keys: string[] = [];
  for (const line of lines) {
    if (line.trim() === '') continue;
    const at = keyOf(line);
    if (at?.isEntry === true && !isUpwards && at.indent <= indent) break;
    if (at?.indent === indent) keys.push(at.key);
    if (indentOf(line) < indent || (at?.isEntry === true && at.indent === indent)) break;
  }
  return keys;
}

function keyOf(line: string): KeyLine | undefined {
  const { space = '', dashes = '', key = '' } = keyLine.exec(line)?.groups ?? {};
  return key === '' ? undefined : { indent: space.length + dashes.length, key, isEntry: dashes !== '' };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
