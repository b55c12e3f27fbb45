import { allowedContextOf } from '../allowed-fields/allowed-context.ts';
import { type AllowedContext, allowedObject } from '../allowed-fields/allowed-object.ts';
import { fieldsOfShape } from '../allowed-fields/fields-of-shape.ts';
import { listingShapes } from '../images/read-image-listing.ts';
import { allowedPatchSteps } from '../kubelet-sources/allowed-kubelet-fields.ts';
import { isKubeletPatch } from '../kubelet-sources/kubelet-source-rows.ts';
import {
  flagFileWithoutSecrets,
  kubeletSourceWithoutSecrets,
} from '../kubelet-sources/kubelet-source-without-secrets.ts';
import { runtimeFileWithoutSecrets } from '../runtimes/runtime-without-secrets.ts';
import { isKustomization } from './kustomization.ts';
import { parseSource } from './parse-source.ts';
import { Problems } from './problems.ts';
import { redactedValue } from './redacted-text.ts';
import { type SortedDocuments, sortDocuments } from './sort-documents.ts';
import type { Part, Path, SourceDocument, SourceText } from './source-document.ts';
import { sourceKind } from './source-kind.ts';
import { yamlText } from './yaml-text.ts';

/**
 * Files that may be given to others, and what was left out of them or replaced, in words without the content.
 */
export interface WithoutSecrets {
  readonly sources: readonly SourceText[];
  readonly leftOut: readonly string[];
}

/**
 * Returns the files with nothing but what a run reads: of each document the fields that the model goes by, no
 * comments, no annotations, and of credentials only which ones there are. They make the same run. A file that
 * cannot be read is left out completely.
 */
export function withoutSecrets(sources: readonly SourceText[]): WithoutSecrets {
  const leftOut = new Set<string>();
  const read = sources.map((source) => readSource(source, leftOut));
  const sorted = read.flatMap((one) => ('sorted' in one ? [one.sorted] : []));
  const context = allowedContextOf(
    sorted.flatMap(({ objects }) => objects),
    sorted.flatMap(({ clusterSources }) => clusterSources.map(({ value }) => value)),
    leftOut,
  );
  const kept = read.flatMap((one) => ('sorted' in one ? allowedSource(one, context) : one.texts));
  return { sources: kept, leftOut: [...leftOut] };
}

type ReadSource = { readonly texts: readonly SourceText[] } | DocumentsSource;

interface DocumentsSource {
  readonly name: string;
  readonly documents: readonly SourceDocument[];
  readonly sorted: SortedDocuments;
}

function readSource(source: SourceText, leftOut: Set<string>): ReadSource {
  const kind = sourceKind(source);
  if (kind === 'runtime') return { texts: runtimeFileWithoutSecrets(source, leftOut) };
  if (kind === 'flags') return { texts: [flagFileWithoutSecrets(source)] };
  const problems = new Problems();
  const documents = parseSource(source, problems);
  const sorted = sortDocuments(documents, problems);
  if (problems.errors.length === 0) return { name: source.name, documents, sorted };
  leftOut.add(`the file ${source.name}: it cannot be read, and may hold secrets`);
  return { texts: [] };
}

function allowedSource(
  { name, documents, sorted }: DocumentsSource,
  context: AllowedContext,
): readonly SourceText[] {
  const parts = partsByDocument(sorted, context);
  const texts = documents.flatMap((document) => {
    const allowed = allowedDocument(document, parts.get(document) ?? []);
    return allowed === undefined ? [] : [yamlText(allowed)];
  });
  return texts.length === 0 ? [] : [{ name, text: texts.join('---\n') }];
}

/** An object of a document, with what may stay of it. */
interface AllowedPart {
  readonly path: Path;
  readonly value: unknown;
}

/** Returns the objects of each document in order. */
function partsByDocument(
  { objects, listings, clusterSources, others }: SortedDocuments,
  context: AllowedContext,
): ReadonlyMap<SourceDocument, readonly AllowedPart[]> {
  const parts = new Map<SourceDocument, AllowedPart[]>();
  const add = ({ document, path }: Pick<Part, 'document' | 'path'>, value: unknown) => {
    const known = parts.get(document) ?? [];
    parts.set(document, known);
    // Only in stringData are names that stand for credentials.
    if (value !== undefined)
      known.push({ path, value: redactedValue(value, (name) => name === 'stringData') });
  };
  for (const object of objects) add(object, allowedObject(object, context));
  for (const { kind, apiVersion, ...part } of others) add(part, { apiVersion, kind });
  for (const { row, value, ...part } of clusterSources)
    add(part, kubeletSourceWithoutSecrets(row, value as Readonly<Record<string, unknown>>));
  for (const { document, form } of listings) {
    const { value } = document;
    const one = (entry: unknown) => fieldsOfShape(listingShapes[form], entry);
    add({ document, path: [] }, Array.isArray(value) ? value.map(one) : one(value));
  }
  for (const own of parts.values()) own.sort((a, b) => comparedPaths(a.path, b.path));
  return parts;
}

function comparedPaths(a: Path, b: Path): number {
  const at = a.findIndex((step, index) => step !== b[index]);
  return at < 0 ? a.length - b.length : Number(a[at]) - Number(b[at]);
}

function allowedDocument({ value, source }: SourceDocument, parts: readonly AllowedPart[]): unknown {
  if (isKustomization(value, source.name))
    return { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' };
  if (Array.isArray(value) && isKubeletPatch(source.name)) return allowedPatchSteps(value);
  const [first, second] = parts;
  if (first === undefined) return undefined;
  if (second === undefined && first.path.length === 0) return first.value;
  return { apiVersion: 'v1', kind: 'List', items: parts.map((part) => part.value) };
}
