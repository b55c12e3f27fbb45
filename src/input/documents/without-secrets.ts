import { Document } from 'yaml';
import { kubeletSourceRow } from '../kubelet-sources/kubelet-source-rows.ts';
import { flagFileWithoutSecrets, kubeletSourceWithoutSecrets } from '../kubelet-sources/kubelet-source-without-secrets.ts';
import { runtimeFileWithoutSecrets } from '../runtimes/runtime-without-secrets.ts';
import { isMapping } from './mapping.ts';
import { isMimeText } from './mime-parts.ts';
import { parseSource } from './parse-source.ts';
import { Problems } from './problems.ts';
import { isSecretField, isSecretKind, mayHoldSecrets, withoutUserInfo } from './secret-words.ts';
import type { SourceText } from './source-document.ts';
import { sourceKind } from './source-kind.ts';

/** Files that may be given to others, and what was left out of them, in words without the content. */
export interface WithoutSecrets {
  readonly sources: readonly SourceText[];
  readonly leftOut: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Names of environment variables and words of command lines next to which a secret may stand. */
const secretName = /passw|secret|token|credential|private|api_?key|access_?key/i;

/** Fields that affect no run and may hold anything, such as passwords in a command line. */
const freeTexts = new Set(['args', 'command', 'managedFields']);

/**
 * Returns the files without Secrets, docker configs, and anything else that may be secret. Such a file is rewritten without its comments;
 * the others stay as they are. A file that cannot be read is left out completely. Mounts and names of Secrets stay.
 */
export function withoutSecrets(sources: readonly SourceText[]): WithoutSecrets {
  const leftOut = new Set<string>();
  const kept = sources.flatMap((source) => {
    const kind = sourceKind(source);
    if (kind === 'runtime') return runtimeFileWithoutSecrets(source, leftOut);
    if (kind === 'flags') return [flagFileWithoutSecrets(source)];
    if (!mayHoldSecrets(source.text) && !secretName.test(source.text) && !isMimeText(source.text)) return [source];
    const problems = new Problems();
    const documents = parseSource(source, problems);
    if (problems.errors.length > 0) {
      leftOut.add(`the file ${source.name}: it cannot be read, and may hold secrets`);
      return [];
    }
    const texts = documents.flatMap(({ value }) => {
      const clean = withoutSecretParts(value, leftOut, '', source.name);
      return clean === undefined ? [] : [new Document(clean, { aliasDuplicateObjects: false }).toString({ lineWidth: 0 })];
    });
    return texts.length === 0 ? [] : [{ name: source.name, text: texts.join('---\n') }];
  });
  return { sources: kept, leftOut: [...leftOut] };
}

/** Returns the value without what may be secret; undefined if nothing may stay. The reader limits its depth. */
function withoutSecretParts(value: unknown, leftOut: Set<string>, kind: string, file: string): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const clean = withoutSecretParts(item, leftOut, kind, file);
      return clean === undefined ? [] : [clean];
    });
  }
  if (!isMapping(value)) return kind === '' ? undefined : typeof value === 'string' ? withoutUserInfo(value) : value;
  if (isSecretKind(value.kind)) {
    leftOut.add(`Secret ${nameOf(value)}`);
    return undefined;
  }
  const row = kubeletSourceRow(value, file);
  if (row !== undefined) return kubeletSourceWithoutSecrets(row, value);
  const inner = typeof value.kind === 'string' ? value.kind : kind;
  if (typeof value.name === 'string' && secretName.test(value.name) && typeof value.value === 'string') {
    leftOut.add(`the value of ${value.name}`);
    return { ...value, value: '' };
  }
  const fields = Object.entries(value).flatMap(([name, field]): (readonly [string, unknown])[] => {
    if (freeTexts.has(name)) return [];
    if (name === 'annotations' && isMapping(field)) return [[name, plainAnnotations(field)]];
    if (!isSecretField(name)) return field === undefined ? [] : [[name, withoutSecretParts(field, leftOut, inner || name, file) ?? null]];
    const users = inner === 'Scenario' ? userNames(field, name === 'serviceAccounts' ? 2 : 1) : undefined;
    if (users !== undefined) return [[name, users]];
    leftOut.add(`${name} of ${inner || 'a file'}`);
    return [];
  });
  return Object.fromEntries(fields);
}

/** Traces need some annotations. kubectl's holds the whole manifest again, and others may hold anything. */
function plainAnnotations(annotations: Fields): Fields {
  const isPlain = (text: unknown) => typeof text === 'string' && text.length <= 100 && !/[{\n]/.test(text);
  return Object.fromEntries(Object.entries(annotations).filter(([name, text]) => isPlain(text) && !secretName.test(name)));
}

/** The user names of a Scenario by registry (and account) are no secret; undefined if there is anything else. */
function userNames(value: unknown, depth: number): unknown {
  if (depth === 0) return typeof value === 'string' && /^[\w.@+-]{1,100}$/.test(value) ? value : undefined;
  if (!isMapping(value)) return undefined;
  const entries = Object.entries(value).map(
    ([name, field]) => [name, isSecretField(name) ? undefined : userNames(field, depth - 1)] as const,
  );
  return entries.every(([, field]) => field !== undefined) ? Object.fromEntries(entries) : undefined;
}

function nameOf({ metadata }: Fields): string {
  const { namespace = 'default', name = 'without a name' } = isMapping(metadata) ? metadata : {};
  return typeof namespace === 'string' && typeof name === 'string' ? `${namespace}/${name}` : 'without a name';
}
