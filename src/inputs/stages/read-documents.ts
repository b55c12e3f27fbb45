import { stdinName } from '../documents/input-error.ts';
import { parseSource } from '../documents/parse-source.ts';
import { type SortedDocuments, sortDocuments } from '../documents/sort-documents.ts';
import type { SourceText } from '../documents/source-document.ts';
import { sourceKind } from '../documents/source-kind.ts';
import { flagsLayerOf } from '../kubelet-sources/flag-file.ts';
import { lessInput, limits } from '../limits.ts';
import type { KubernetesObject } from '../workloads/kubernetes-shapes.ts';
import type { StageContext } from './stage-context.ts';

/** The sources by what they are. */
export interface ReadSources extends SortedDocuments {
  readonly runtimeFiles: readonly SourceText[];
}

const noSources: ReadSources = {
  objects: [],
  listings: [],
  kubeletLayers: [],
  clusterSources: [],
  others: [],
  ignoredKinds: {},
  unknownKinds: {},
  runtimeFiles: [],
};

const emptyFile =
  'write a Pod or another workload into it, or name a file that has one, such as windlass run deployment.yaml';
const emptyStdin = 'run the command before the pipe by itself: what it wrote has no object in it';

/** The first stage: the texts become documents, sorted by what they are. */
export function readDocuments(
  sources: readonly SourceText[],
  { request, problems }: StageContext,
): ReadSources {
  const name = sources[0]?.name ?? 'the input';
  const length = sources.reduce((sum, source) => sum + source.text.length, 0);
  if (length > limits.textLength) {
    const message = `${length} characters of input: at most ${limits.textLength} are read`;
    problems.add({ code: 'TOO_LARGE', file: name, message, hint: lessInput });
    return noSources;
  }
  const kinds = new Map(sources.map((source) => [source, sourceKind(source)]));
  const ofKind = (kind: ReturnType<typeof sourceKind>) =>
    sources.filter((source) => kinds.get(source) === kind);
  const flagFiles = ofKind('flags').map((source) => flagsLayerOf(source, problems));
  const documents = ofKind('documents').flatMap((source) => parseSource(source, problems));
  if (documents.length > limits.documents) {
    const message = `${documents.length} documents: at most ${limits.documents} are read`;
    problems.add({ code: 'TOO_LARGE', file: name, message, hint: lessInput });
    return noSources;
  }
  if (documents.length === 0 && problems.errors.length === 0 && request.prePull === undefined) {
    const hint = name === stdinName ? emptyStdin : emptyFile;
    problems.add({
      code: 'EMPTY',
      file: name,
      message: 'nothing to read',
      expected: 'Kubernetes manifests, as YAML or JSON',
      hint,
    });
  }
  const sorted = sortDocuments(documents, problems);
  return {
    ...sorted,
    kubeletLayers: [...sorted.kubeletLayers, ...flagFiles],
    runtimeFiles: ofKind('runtime'),
  };
}

/** Returns the objects of these kinds that stand for themselves, and not for the pods of a template. */
export function objectsOfKind(
  { objects }: ReadSources,
  ...kinds: readonly string[]
): readonly KubernetesObject[] {
  return objects.filter((object) => object.templates === undefined && kinds.includes(object.kind));
}
