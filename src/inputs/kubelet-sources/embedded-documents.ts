import { isScalar } from 'yaml';
import { fieldName } from '../documents/check-shape.ts';
import { parseSource } from '../documents/parse-source.ts';
import type { Problems } from '../documents/problems.ts';
import type { Path, SourceDocument, SourceText } from '../documents/source-document.ts';

/**
 * Returns the YAML documents in a text that is a value of another document, as in a ConfigMap. Lines and
 * columns are those of the file if the text stands there unchanged (`|`); otherwise they count within the
 * text, whose name says so.
 */
export function embeddedDocuments(
  document: SourceDocument,
  path: Path,
  text: string,
  problems: Problems,
): readonly SourceDocument[] {
  const source = embeddedText(document, path, text);
  if (source.text === text) return parseSource(source, problems);
  // Each document gets as many empty lines before it as there are in the file, and the same indentation, so
  // that its places are those of the file.
  let line = 1;
  return source.text.split(/^[ \t]*---[ \t]*(?:#.*)?$/m).flatMap((piece) => {
    const before = '\n'.repeat(line - 1);
    line += piece.split('\n').length - 1;
    return parseSource({ ...source, text: before + piece }, problems);
  });
}

/**
 * Returns the text alone, with empty lines before it so that its places are those of the file, under the same
 * conditions.
 */
export function embeddedText({ source, yaml, lines }: SourceDocument, path: Path, text: string): SourceText {
  const node = yaml.getIn(path, true);
  if (!isScalar(node) || node.type !== 'BLOCK_LITERAL' || !node.range)
    return { name: `${source.name} (${fieldName(path)})`, text };
  const begin = source.text.indexOf('\n', node.range[0]) + 1;
  return {
    name: source.name,
    text: '\n'.repeat(lines.linePos(begin).line - 1) + source.text.slice(begin, node.range[1]),
  };
}
