import { isMapping } from './mapping.ts';
import { parseSource } from './parse-source.ts';
import { Problems } from './problems.ts';
import type { SourceText } from './source-document.ts';

/** Names that kubectl takes for the file of a kustomization. */
const fileName = /(?:^|[/\\])(?:kustomization\.ya?ml|Kustomization)$/;

/** What leaves the pods' images as they are in the files. */
const harmless = new Set(
  `apiVersion kind metadata resources namespace commonLabels labels commonAnnotations configMapGenerator secretGenerator generatorOptions
  configurations openapi buildMetadata sortOptions`
    .trim()
    .split(/\s+/),
);

/** Whether a document is the file of a kustomization, by its kind or its name. */
export function isKustomization(value: unknown, file: string): boolean {
  if (!isMapping(value)) return false;
  const { kind, apiVersion } = value;
  if (kind === undefined) return isKustomizationFile(file);
  return (
    (kind === 'Kustomization' || kind === 'Component') &&
    typeof apiVersion === 'string' &&
    apiVersion.startsWith('kustomize.config.')
  );
}

/** Whether a file of this name is that of a kustomization. */
export function isKustomizationFile(file: string): boolean {
  return fileName.test(file);
}

/**
 * Whether kustomize makes more of it than the files that it lists, as they are: patches, other images, other
 * folders.
 */
export function kustomizeMakesMore(value: unknown): boolean {
  if (!isMapping(value)) return false;
  const resources: readonly unknown[] = Array.isArray(value.resources) ? value.resources : [];
  const isOwnFile = (name: unknown) =>
    typeof name === 'string' && /\.(?:ya?ml|json)$/.test(name) && !/^(?:\.\.|\/)|:\/\//.test(name);
  return Object.keys(value).some((key) => !harmless.has(key)) || !resources.every(isOwnFile);
}

/** The same of a text; kubectl says what is wrong with one that is no YAML. */
export function kustomizationTextMakesMore(source: SourceText): boolean {
  const problems = new Problems();
  const documents = parseSource(source, problems);
  return problems.errors.length > 0 || documents.some(({ value }) => kustomizeMakesMore(value));
}

/** What to try instead of the files themselves; `folder` may be empty, for the one that the person is in. */
export function kustomizeCommand(folder: string): string {
  return `kubectl kustomize ${folder === '' ? '.' : folder} | windlass run -`;
}
