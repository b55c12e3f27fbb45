import { isMap, isNode, isScalar, isSeq, type Node, visit } from 'yaml';
import { appendAll } from '../../rules/collections/append-all.ts';
import { keyText, type SourceDocument } from './source-document.ts';

/** Fields that may hold a secret value, in any object and with any spelling of its kind. */
const secretFields =
  /^(?:stringData|data|auths?|credentials?|serviceAccounts|\.dockerconfigjson|\.dockercfg|headers?|identitytoken|registrytoken|\w*passw(?:or[dt]|d))$/i;

const secretKind = /^secrets?(?:list)?$/i;

const secretText =
  /kind.{0,30}secret|stringData|\.dockerc(?:onfigjson|fg)|auths?["']?\s*:|passw(?:or[dt]|d)|credentials?["']?\s*:|serviceAccounts|(?:^|[\s"'-])(?:token|secret-key|certificateKey)["']?\s*:/is;

/** Whether a field of this name may hold a secret value. */
export function isSecretField(name: string): boolean {
  return secretFields.test(name);
}

/** Whether a kind is that of Secrets, even if it is misspelt. */
export function isSecretKind(kind: unknown): boolean {
  return typeof kind === 'string' && secretKind.test(kind);
}

/** Whether a text that could not be parsed may hold a secret value. In doubt, the answer is yes. */
export function mayHoldSecrets(text: string): boolean {
  return secretText.test(text) || userInfo.test(text);
}

/** The same for a TOML text, in which fewer words are harmless. */
export function mayHoldTomlSecrets(text: string): boolean {
  return /auth|passw|token|header|secret|credential/i.test(text) || userInfo.test(text);
}

const userInfo = /\/\/[^\s/"'@]+@/;

/** Returns a message of the YAML reader without its quotation of the text. */
export function withoutQuotation(message: string): string {
  return message.replace(/["']quote$/, 'quote').replace(/\s*[:"'`\\].*$/s, '');
}

/** Returns one of our own messages without the value in it. */
export function withoutValue(message: string): string {
  return message.replace(/, not .*$/s, '').replace(/\*\S+/g, '*…');
}

const known = new WeakMap<object, readonly (readonly [number, number])[]>();

/**
 * Whether this line of a document (from 1) may show a secret value: it is part of a Secret, or of a field for
 * credentials.
 */
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
    if (isSeq(node)) appendAll(pending, node.items);
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
