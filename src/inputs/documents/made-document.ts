import { Document, LineCounter, type Node, Pair, Scalar, YAMLMap } from 'yaml';
import type { SourceDocument, SourceText } from './source-document.ts';

/** Returns where the lines of a text begin. */
export function linesOf({ text }: SourceText): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  return lines;
}

/**
 * Returns a text that is no YAML as a document: its value, and nodes that have its parts' places in the text.
 * Several documents of a text share its lines.
 */
export function documentOfNodes(
  source: SourceText,
  contents: Node,
  value: unknown,
  lines = linesOf(source),
): SourceDocument {
  const yaml = Object.assign(new Document(null), { contents }) as unknown as Document.Parsed;
  return { source, lines, yaml, value };
}

/** Returns the same of a text in which each field is one word, `at` that place. */
export function documentOfWords(
  source: SourceText,
  words: readonly { readonly name: string; readonly value: unknown; readonly at: number }[],
): SourceDocument {
  const map = new YAMLMap();
  map.range = [0, source.text.length, source.text.length];
  for (const { name, value, at } of words) {
    const [key, content] = [new Scalar(name), new Scalar(value)];
    for (const node of [key, content]) node.range = [at, at, at];
    map.items.push(new Pair(key, content));
  }
  return documentOfNodes(source, map, Object.fromEntries(words.map(({ name, value }) => [name, value])));
}
