import { isMap, isScalar, isSeq, type Pair } from 'yaml';
import { keyText, type SourceDocument } from './source-document.ts';

/** Fields of our own kinds that may hold passwords. */
const secretFields = new Set(['credentials', 'auths', 'serviceAccounts']);

const known = new WeakMap<object, readonly (readonly [number, number])[]>();

/** Whether this line of a document (from 1) may show a secret value: it is part of a Secret, or of credentials in a Scenario. */
export function mayShowSecret(document: SourceDocument, line: number): boolean {
  return rangesOf(document).some(([first, last]) => first <= line && line <= last);
}

function rangesOf({ yaml, lines }: SourceDocument): readonly (readonly [number, number])[] {
  const before = known.get(yaml);
  if (before !== undefined) return before;
  const ranges: (readonly [number, number])[] = [];
  const keep = (from: number, to: number) => ranges.push([lines.linePos(from).line, lines.linePos(to).line]);
  const pending: unknown[] = [yaml.contents];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isSeq(node)) pending.push(...node.items);
    if (!isMap(node)) continue;
    const kind = node.items.find((pair) => keyText(pair.key) === 'kind')?.value;
    if (isScalar(kind) && (kind.value === 'Secret' || kind.value === 'SecretList')) {
      if (node.range) keep(node.range[0], node.range[1]);
      continue;
    }
    for (const pair of node.items as readonly Pair[]) {
      const range = (pair.value as { readonly range?: readonly number[] | null } | null)?.range;
      if (secretFields.has(keyText(pair.key) ?? '') && range) keep(range[0] ?? 0, range[1] ?? 0);
      else pending.push(pair.value);
    }
  }
  known.set(yaml, ranges);
  return ranges;
}
