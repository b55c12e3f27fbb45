import { isScalar } from 'yaml';
import { fieldName } from '../documents/check-shape.ts';
import { parseSource } from '../documents/parse-source.ts';
import type { Problems } from '../documents/problems.ts';
import type { Path, SourceDocument } from '../documents/source-document.ts';

/**
 * Returns the YAML documents in a text that is a value of another document, as in a ConfigMap. Lines and columns are those of the file if
 * the text stands there unchanged (`|`); otherwise they count within the text, whose name says so.
 */
export function embeddedDocuments(document: SourceDocument, path: Path, text: string, problems: Problems): readonly SourceDocument[] {
  const name = document.source.name;
  const node = document.yaml.getIn(path, true);
  if (!isScalar(node) || node.type !== 'BLOCK_LITERAL' || !node.range) {
    return parseSource({ name: `${name} (${fieldName(path)})`, text }, problems);
  }
  const whole = document.source.text;
  const begin = whole.indexOf('\n', node.range[0]) + 1;
  // Each document gets as many empty lines before it as there are in the file, and the same indentation, so that its places are those of
  // the file.
  let line = document.lines.linePos(begin).line;
  return whole
    .slice(begin, node.range[1])
    .split(/^[ \t]*---[ \t]*(?:#.*)?$/m)
    .flatMap((piece) => {
      const before = '\n'.repeat(line - 1);
      line += piece.split('\n').length - 1;
      return parseSource({ name, text: before + piece }, problems);
    });
}
