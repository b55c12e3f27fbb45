import { appendAll } from '../../rules/collections/append-all.ts';
import { type ImageListing, imageListing } from '../images/image-listing.ts';
import { jsonPatchLayer, type KubeletLayer } from '../kubelet-sources/kubelet-layer.ts';
import {
  type ClusterSource,
  isKubeletPatch,
  kubeletSourceRow,
} from '../kubelet-sources/kubelet-source-rows.ts';
import { readKubeletSource } from '../kubelet-sources/read-kubelet-source.ts';
import { limits } from '../limits.ts';
import { ownApiVersion } from '../scenario/scenario-shape.ts';
import type { KubernetesObject } from '../workloads/kubernetes-shapes.ts';
import { isKubernetesGroup, makesNoPods, readKinds } from '../workloads/object-kinds.ts';
import { findPodTemplates } from '../workloads/pod-templates.ts';
import { fieldName, shownValue } from './check-shape.ts';
import { meantHint } from './did-you-mean.ts';
import { isKustomization, kustomizeCommand, kustomizeMakesMore } from './kustomization.ts';
import { isMapping } from './mapping.ts';
import type { Problems } from './problems.ts';
import type { Part, Path, SourceDocument } from './source-document.ts';

const ownGroup = ownApiVersion.slice(0, ownApiVersion.indexOf('/'));

export interface SortedDocuments {
  readonly objects: readonly KubernetesObject[];
  readonly listings: readonly ImageListing[];
  /** What documents beside KubeletConfigurations say of the kubelet. */
  readonly kubeletLayers: readonly KubeletLayer[];
  /** The same documents, for what they say of runtimes. */
  readonly clusterSources: readonly ClusterSource[];
  /** The objects that are only counted. */
  readonly others: readonly (Part & ListItems)[];
  readonly ignoredKinds: Readonly<Record<string, number>>;
  readonly unknownKinds: Readonly<Record<string, number>>;
}

/**
 * Takes Lists apart and sorts documents: objects that are read, image listings of other tools, settings of
 * the kubelet in other documents, and counts of kinds that make no pods and of unknown kinds.
 */
export function sortDocuments(documents: readonly SourceDocument[], problems: Problems): SortedDocuments {
  const sorted = new DocumentSorter(problems);
  for (const document of documents) sorted.add(document);
  return sorted.result();
}

class DocumentSorter {
  readonly #objects: KubernetesObject[] = [];
  readonly #listings: ImageListing[] = [];
  readonly #kubeletLayers: KubeletLayer[] = [];
  readonly #clusterSources: ClusterSource[] = [];
  readonly #others: (Part & ListItems)[] = [];
  readonly #ignored = new Map<string, number>();
  readonly #unknown = new Map<string, number>();
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  add(document: SourceDocument): void {
    const { value, source } = document;
    if (isKustomization(value, source.name)) {
      noteKustomization(document, this.#problems);
      countOne(this.#ignored, 'Kustomization');
      return;
    }
    if (Array.isArray(value) && isKubeletPatch(source.name)) {
      this.#kubeletLayers.push(jsonPatchLayer(document, value, this.#problems));
      return;
    }
    const listing = imageListing(document);
    if (
      Array.isArray(value) &&
      value.length > 0 &&
      value.every((item) => isListedSource(item, source.name))
    ) {
      for (const [index, item] of value.entries())
        this.#addPart({ document, path: [index], value: item }, undefined);
      return;
    }
    if (listing === undefined) this.#addPart({ document, path: [], value }, undefined);
    else this.#listings.push(listing);
  }

  result(): SortedDocuments {
    return {
      objects: this.#objects,
      listings: this.#listings,
      kubeletLayers: this.#kubeletLayers,
      clusterSources: this.#clusterSources,
      others: this.#others,
      ignoredKinds: inOrder(this.#ignored),
      unknownKinds: inOrder(this.#unknown),
    };
  }

  /** Adds a document, or an item of a list whose items are `assumed` to be of a kind. */
  #addPart(part: Part, assumed: ListItems | undefined): void {
    const { document, path, value } = part;
    const row = kubeletSourceRow(isMapping(value) ? { ...assumed, ...value } : value, document.source.name);
    if (row !== undefined) {
      appendAll(this.#kubeletLayers, readKubeletSource(row, document, path, value, this.#problems));
      this.#clusterSources.push({ row, ...part });
      return;
    }
    const head = headOf(document, path, value, assumed, this.#problems);
    if (head === undefined) return;
    const { kind, apiVersion, fields } = head;
    if (kind === 'List' || (kind.endsWith('List') && Array.isArray(fields.items))) {
      const itemKind = kind === 'List' ? undefined : { kind: kind.slice(0, -'List'.length), apiVersion };
      this.#addItems({ ...part, value: fields.items }, itemKind);
    } else if (reads(document, path, kind, apiVersion, this.#problems))
      this.#objects.push({ document, path, kind, apiVersion, value });
    else this.#addForeign(part, kind, apiVersion);
  }

  #addItems({ document, path, value: items }: Part, itemKind: ListItems | undefined): void {
    if (path.length > limits.nestingDepth) {
      this.#problems.at({ document, path: [] }, { code: 'TOO_DEEP', message: 'lists are nested too deep' });
    } else if (Array.isArray(items)) {
      for (const [index, value] of items.entries())
        this.#addPart({ document, path: [...path, 'items', index], value }, itemKind);
    } else if (items !== undefined && items !== null) {
      this.#problems.at(
        { document, path: [...path, 'items'] },
        { code: 'WRONG_TYPE', message: 'items must be a list', expected: 'a list' },
      );
    }
  }

  /** Adds an object of a kind that is not read, for the pods of the templates in it; without any it is counted. */
  #addForeign(part: Part, kind: string, apiVersion: string): void {
    const isForeign = groupOf(apiVersion) !== ownGroup && hasOwnPods(kind, apiVersion);
    const templates = isForeign ? findPodTemplates(part.value) : [];
    if (templates.length > 0) {
      this.#objects.push({ ...part, kind, apiVersion, templates });
      return;
    }
    this.#others.push({ ...part, kind, apiVersion });
    // No API of Kubernetes has this version; it is that of Talos' documents.
    const isIgnored = makesNoPods(kind, groupOf(apiVersion)) || apiVersion === 'v1alpha1';
    countOne(isIgnored ? this.#ignored : this.#unknown, kind);
  }
}

/** Whether this is one of a list that a command of a cloud has printed. */
function isListedSource(value: unknown, file: string): boolean {
  return kubeletSourceRow(value, file)?.isListed === true;
}

function countOne(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

/** Where kustomize would make other manifests than those that are in the input. */
function noteKustomization(document: SourceDocument, problems: Problems): void {
  if (!kustomizeMakesMore(document.value)) return;
  const folder = document.source.name.replace(/[^/\\]*$/, '').replace(/[/\\]$/, '');
  const message = `this kustomization is not applied; try: ${kustomizeCommand(folder)}`;
  problems.warn(message, { document, path: [] });
}

interface ListItems {
  readonly kind: string;
  readonly apiVersion: string;
}

interface Head extends ListItems {
  readonly fields: Readonly<Record<string, unknown>>;
}

function headOf(
  document: SourceDocument,
  path: Path,
  value: unknown,
  assumed: ListItems | undefined,
  problems: Problems,
): Head | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const expected = 'a mapping with apiVersion and kind';
    // The value is not shown: it may be a file with nothing but a password in it.
    const message = `${fieldName(path)} must be a Kubernetes object, not ${typeof value === 'object' ? shownValue(value) : 'a text'}`;
    problems.at({ document, path }, { code: 'NOT_AN_OBJECT', message, expected }, 'withoutExcerpt');
    return undefined;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  // The items of a PodList, as the API server writes it, have no kind of their own.
  const kind = fields.kind ?? assumed?.kind;
  const apiVersion = fields.apiVersion ?? assumed?.apiVersion;
  for (const [name, given] of [
    ['kind', kind],
    ['apiVersion', apiVersion],
  ] as const) {
    if (typeof given === 'string' && given !== '') continue;
    const expected =
      name === 'kind'
        ? 'a kind such as Pod, Deployment or Scenario'
        : 'an API version such as v1, apps/v1 or ' + ownApiVersion;
    const missing = given === undefined || given === null || given === '';
    const code = missing ? (name === 'kind' ? 'NO_KIND' : 'NO_API_VERSION') : 'WRONG_TYPE';
    const message = missing ? `${name} is missing` : `${name} must be a string, not ${shownValue(given)}`;
    const isChart = missing && /(?:^|[/\\])Chart\.ya?ml$/.test(document.source.name);
    const hint = isChart ? 'helm template <folder of the chart> | windlass run -' : undefined;
    problems.at({ document, path: missing ? path : [...path, name] }, { code, message, expected, hint });
  }
  return typeof kind === 'string' && kind !== '' && typeof apiVersion === 'string' && apiVersion !== ''
    ? { kind, apiVersion, fields }
    : undefined;
}

function reads(
  document: SourceDocument,
  path: Path,
  kind: string,
  apiVersion: string,
  problems: Problems,
): boolean {
  const group = groupOf(apiVersion);
  const groups = Object.hasOwn(readKinds, kind) ? readKinds[kind] : undefined;
  if (groups?.[group]?.includes(apiVersion.slice(group === '' ? 0 : group.length + 1))) return true;
  // The same kind in another project's group is another kind.
  if (groups !== undefined && (isKubernetesGroup(group) || group === ownGroup)) {
    const message = `${kind} of ${shownValue(apiVersion)} is not known`;
    const [expected] = Object.entries(groups).map(([of, [version]]) =>
      of === '' ? version : `${of}/${version}`,
    );
    problems.at(
      { document, path: [...path, 'apiVersion'] },
      { code: 'UNSUPPORTED_VERSION', message, ...(expected && { expected }) },
    );
    return false;
  }
  if (group !== ownGroup && (makesNoPods(kind, group) || !isKubernetesGroup(group))) return false;
  const hint = meantHint(
    kind,
    Object.keys(readKinds).filter((name) => readKinds[name]?.[group] !== undefined),
  );
  if (hint === undefined && group !== ownGroup) return false;
  const message =
    group === ownGroup
      ? `${shownValue(kind)} is not a kind of ${ownGroup}`
      : `${shownValue(kind)} is not a kind of ${shownValue(apiVersion)}`;
  const expected =
    group === ownGroup ? 'Scenario, ImageCatalog or Luck' : 'a kind such as Pod, Deployment or Scenario';
  problems.at({ document, path: [...path, 'kind'] }, { code: 'UNKNOWN_KIND', message, expected, hint });
  return false;
}

/** Other projects' kinds, and templates by themselves: their pods are those of the templates in them. */
function hasOwnPods(kind: string, apiVersion: string): boolean {
  const group = groupOf(apiVersion);
  return kind === 'PodTemplate' || !isKubernetesGroup(group);
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

function inOrder(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
