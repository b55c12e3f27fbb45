import { parse, TomlError } from 'smol-toml';
import { type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { limits } from '../../limits.ts';
import { excerpt } from '../input-error.ts';
import { documentOfNodes } from '../made-document.ts';
import type { Problems } from '../problems.ts';
import { redactedValue } from '../redacted-text.ts';
import { mayHoldTomlSecrets, withoutQuotation } from '../secret-words.ts';
import type { SourceDocument, SourceText } from '../source-document.ts';
import { type TomlEntry, tomlEntries } from './toml-entries.ts';

/**
 * Returns one TOML text as a document of the input, with places in the TOML text; undefined after an error.
 */
export function tomlDocument({ name, text }: SourceText, problems: Problems): SourceDocument | undefined {
  const source = { name, text: text.replace(/^\uFEFF/, '') };
  const value = parsed(source, problems);
  if (value === undefined) return undefined;
  const places = new Map<string, TomlEntry>();
  for (const entry of tomlEntries(source.text)) {
    const key = JSON.stringify(entry.path);
    if (!places.has(key)) places.set(key, entry);
  }
  return documentOfNodes(source, nodeOf(value, [], [0, source.text.length], places), redactedValue(value));
}

function parsed(
  { name, text }: SourceText,
  problems: Problems,
): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parse(text, {
      maxDepth: limits.nestingDepth,
      unsafeKeyBehaviour: 'drop',
      integersAsBigInt: 'asNeeded',
    });
    // Dates and big numbers become texts; no setting that is read is one.
    return JSON.parse(
      JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? String(field) : field)),
    );
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const secret = mayHoldTomlSecrets(text);
    const said = (error.message.split('\n', 1)[0] ?? '').replace(/^Invalid TOML document: /, '');
    const lineText = text.split('\n')[error.line - 1] ?? '';
    problems.add({
      code: 'SYNTAX',
      file: name,
      line: error.line,
      column: error.column,
      message: `not valid TOML: ${secret ? withoutQuotation(said) : said}`,
      ...(secret ? {} : { excerpt: excerpt(lineText, error.column) }),
    });
    return undefined;
  }
}

type Span = readonly [start: number, end: number];

/** Returns nodes with the places of the entries. A value without a place has that of the value around it. */
function nodeOf(
  value: unknown,
  path: readonly (string | number)[],
  span: Span,
  places: ReadonlyMap<string, TomlEntry>,
): Node {
  const at = (
    child: readonly (string | number)[],
    fallback: Span,
  ): { readonly key: Span; readonly value: Span } => {
    const entry = places.get(JSON.stringify(child));
    return entry === undefined
      ? { key: fallback, value: fallback }
      : { key: [entry.keyAt, entry.endsAt], value: [entry.valueAt, entry.endsAt] };
  };
  if (Array.isArray(value)) {
    const seq = new YAMLSeq();
    for (const [index, item] of value.entries())
      seq.items.push(nodeOf(item, [...path, index], at([...path, index], span).value, places));
    return ranged(seq, span);
  }
  if (typeof value !== 'object' || value === null) return ranged(new Scalar(value), span);
  const map = new YAMLMap();
  for (const [name, field] of Object.entries(value)) {
    const place = at([...path, name], span);
    map.items.push(
      new Pair(ranged(new Scalar(name), place.key), nodeOf(field, [...path, name], place.value, places)),
    );
  }
  // A table extends to the end of its last entry, wherever that stands; secret-words.ts relies on it.
  const end = map.items.reduce(
    (last, { value: node }) => Math.max(last, (node as Node | null)?.range?.[1] ?? 0),
    span[1],
  );
  return ranged(map, [span[0], end]);
}

function ranged<T extends Node>(node: T, [start, end]: Span): T {
  node.range = [start, end, end];
  return node;
}
