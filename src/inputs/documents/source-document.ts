import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type YAMLMap,
} from 'yaml';
import type { OptionOrigin } from './input-error.ts';
import { redactedText } from './redacted-text.ts';

/** A file as the caller read it; `name` is shown in errors. */
export interface SourceText {
  readonly name: string;
  readonly text: string;
}

/** One YAML or JSON document of a source: its plain value, and the data for finding places in its text. */
export interface SourceDocument {
  readonly source: SourceText;
  readonly lines: LineCounter;
  readonly yaml: Document.Parsed;
  readonly value: unknown;
  /** Which option it is, if it is one: it has one line without a useful number. */
  readonly option?: OptionOrigin;
}

export type Path = readonly (string | number)[];

/** A place in a document: that of the value at `path`, or of its key. */
export interface Place {
  readonly document: SourceDocument;
  readonly path: Path;
  readonly on?: 'key' | 'value';
}

/** A value in a document, with its place: an object, a part of one, or all that is in the document. */
export interface Part {
  readonly document: SourceDocument;
  readonly path: Path;
  readonly value: unknown;
}

/** Returns all that is in a document. */
export function wholeOf(document: SourceDocument): Part {
  return { document, path: [], value: document.value };
}

/** Returns the place of what these steps lead to from a part of a document. */
export function within({ document, path }: Pick<Place, 'document' | 'path'>, ...steps: Path): Place {
  return { document, path: [...path, ...steps] };
}

/**
 * Returns line and column (from 1) of a place. If the path leads to nothing (a missing field), it is the key
 * of the deepest part that exists. Aliases and merge keys are followed to their text.
 */
export function positionOf({ document, path, on = 'value' }: Place): {
  readonly line: number;
  readonly column: number;
} {
  const { yaml, lines } = document;
  let node: unknown = yaml.contents;
  let offset = yaml.contents?.range[0] ?? yaml.range[0];
  for (const [index, segment] of path.entries()) {
    const found = childOf(yaml, resolved(yaml, node), segment);
    if (found === undefined) break;
    const last = index === path.length - 1;
    const keyOffset = startOf(found.key);
    const valueOffset = startOf(found.value);
    const missing =
      index < path.length - 1 &&
      childOf(yaml, resolved(yaml, found.value), path[index + 1] ?? '') === undefined;
    offset =
      (missing || (last && on === 'key') ? (keyOffset ?? valueOffset) : (valueOffset ?? keyOffset)) ?? offset;
    node = found.value;
  }
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function childOf(
  yaml: Document.Parsed,
  node: unknown,
  segment: string | number,
): { key?: unknown; value: unknown } | undefined {
  if (isSeq(node))
    return typeof segment === 'number' && segment in node.items ? { value: node.items[segment] } : undefined;
  if (!isMap(node)) return undefined;
  const { items } = node;
  const named = (name: (item: (typeof items)[number]) => string | undefined) =>
    items.findLast((item) => name(item) === String(segment));
  // Paths are those of values, whose keys are redacted.
  const pair = named(({ key }) => keyText(key)) ?? named(({ key }) => redactedText(keyText(key) ?? ''));
  return pair !== undefined ? { key: pair.key, value: pair.value } : mergedChildOf(yaml, node, segment);
}

function mergedChildOf(
  yaml: Document.Parsed,
  map: YAMLMap,
  segment: string | number,
): { key?: unknown; value: unknown } | undefined {
  for (const item of map.items) {
    if (keyText(item.key) !== '<<') continue;
    const merged = resolved(yaml, item.value);
    for (const source of isSeq(merged) ? merged.items : [merged]) {
      const target = resolved(yaml, source);
      const found = target === map ? undefined : childOf(yaml, target, segment);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function resolved(yaml: Document.Parsed, node: unknown): unknown {
  return isAlias(node) ? node.resolve(yaml) : node;
}

/**
 * Returns the key as text; yaml gives the merge key as a symbol. undefined for a mapping or list as key,
 * which no Kubernetes object has.
 */
export function keyText(key: unknown): string | undefined {
  if (isAlias(key)) return `*${key.source}`;
  if (isMap(key) || isSeq(key)) return undefined;
  const value = isScalar(key) ? key.value : key;
  return typeof value === 'symbol' ? (value.description ?? '') : String(value);
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}

/** `web.yaml:4:9` */
export function placeText(place: Place): string {
  const { line, column } = positionOf(place);
  return `${place.document.source.name}:${line}:${column}`;
}
