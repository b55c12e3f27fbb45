import { isMap, isNode, isScalar, isSeq, type Node, visit } from 'yaml';
import { isSecretField, isSecretKind } from './secret-words.ts';
import { keyText, type SourceDocument } from './source-document.ts';

const known = new WeakMap<object, readonly (readonly [number, number])[]>();

/** Whether this line of a document (from 1) may show a secret value: it is part of a Secret, or of a field for credentials. */
export function mayShowSecret(document: SourceDocument, line: number): boolean {
  return rangesOf(document).some(([first, last]) => first <= line && line <= last);
}

function rangesOf({ yaml, lines }: SourceDocument): readonly (readonly [number, number])[] {
  const before = known.get(yaml);
  if (before !== undefined) return before;
  const ranges: (readonly [number, number])[] = [];
  const kept = new Set<Node>();
  const keep = (node: unknown): void => {
    if (!isNode(node) || kept.has(node)) return;
    kept.add(node);
    if (node.range) ranges.push([lines.linePos(node.range[0]).line, lines.linePos(node.range[1]).line]);
    // The content of an alias stands elsewhere.
    visit(node, { Alias: (_, alias) => keep(alias.resolve(yaml)) });
  };
  const pending: unknown[] = [yaml.contents];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isSeq(node)) pending.push(...node.items);
    if (!isMap(node)) continue;
    const kind = node.items.find((pair) => keyText(pair.key) === 'kind')?.value;
    if (isScalar(kind) && isSecretKind(kind.value)) {
      keep(node);
      continue;
    }
    for (const { key, value } of node.items) {
      if (isSecretField(keyText(key) ?? '')) keep(value);
      else pending.push(value);
    }
  }
  known.set(yaml, ranges);
  return ranges;
}
