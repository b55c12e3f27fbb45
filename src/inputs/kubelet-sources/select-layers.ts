import { largest } from '../../rules/collections/extremes.ts';
import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { simulatedFields } from '../../rules/kubelet/configuration/kubelet-fields.ts';
import type { Problems } from '../documents/problems.ts';
import type { KubeletLayer } from './kubelet-layer.ts';
import type { PoolDocument } from './machine-config-pools.ts';
import {
  closenessTo,
  isForKnownPools,
  type NodeIdentity,
  type NodeSelector,
  poolLabels,
  selectorWords,
} from './node-selector.ts';

/** Returns the layers of a node, in the order of all. */
export type LayersOfNode = (name: string) => readonly KubeletLayer[];

/** What decides which layers are a node's: all nodes of the run, and the documents about pools. */
interface SelectionSources {
  readonly nodes: readonly NodeIdentity[];
  /** Whether the input has Node objects. Nodes that are made have no labels of pools. */
  readonly hasNodeObjects: boolean;
  readonly pools: readonly PoolDocument[];
}

/**
 * Returns the layers of each node: those for all nodes, and those whose selector it meets. A document for
 * some nodes that is the only one of its kind, in an input that does not say which these are, is for all.
 * Documents that are for no node of the run are warned of.
 */
export function selectLayers(
  layers: readonly KubeletLayer[],
  { nodes, hasNodeObjects, pools }: SelectionSources,
  readings: Set<string>,
  problems: Problems,
): LayersOfNode {
  if (layers.every(({ selector }) => selector === undefined)) return () => layers;
  const forAll = new Set<KubeletLayer>();
  const names = new Set(nodes.map(({ name }) => name));
  const selectorsOf = new Map<string, Set<string | undefined>>();
  for (const { title, selector } of layers)
    getOrInsert(selectorsOf, title, () => new Set()).add(selector && JSON.stringify(selector));
  for (const layer of layers) {
    const { selector, title, document } = layer;
    if (selector === undefined || !setsAnything(layer)) continue;
    const own = nameOf(layer);
    if (own === undefined ? nodes.some((node) => closenessTo(selector, node, pools) > 0) : names.has(own))
      continue;
    const words = selectorWords(selector);
    const isUnknown = !hasNodeObjects || !isForKnownPools(selector, pools);
    if (isUnknown && selectorsOf.get(title)?.size === 1 && selector.by !== 'names') {
      forAll.add(layer);
      const because = hasNodeObjects
        ? 'no MachineConfigPool of the input matches'
        : 'the input has no Node object';
      readings.add(
        `${title} (${document.source.name}): for nodes ${words}, and ${because}: used for all nodes.`,
      );
      continue;
    }
    const hint = hasNodeObjects ? '' : '; add the Nodes (kubectl get nodes -o yaml)';
    problems.warn(`${title}: no node of the run is ${words}, so it is not used${hint}`, layer.placeOf(''));
  }
  const candidatesOf = candidates(layers);
  const selected = new Map(
    nodes.map((node) => [node.name, layersOf(candidatesOf(node.name), node, pools, forAll)]),
  );
  return (name) => selected.get(name) ?? layers;
}

/** Returns the name of the only node that the layer is for; undefined if others may be. */
function nameOf({ selector }: KubeletLayer): string | undefined {
  if (selector?.by !== 'names' || selector.names.length !== 1) return undefined;
  const [name = ''] = selector.names;
  return name.includes('*') ? undefined : name;
}

/** Returns the layers that may be those of a node, in their order, without looking at those of other nodes. */
function candidates(layers: readonly KubeletLayer[]): LayersOfNode {
  const ranked = [...layers.entries()];
  const byName = groupedBy(ranked, ([, layer]) => nameOf(layer));
  const ofSeveral = byName.get(undefined) ?? [];
  return (name) =>
    [...ofSeveral, ...(byName.get(name) ?? [])].sort(([a], [b]) => a - b).map(([, layer]) => layer);
}

/** Whether it has a field that affects pulls. */
function setsAnything({ fields }: KubeletLayer): boolean {
  return Object.keys(fields).some((field) => simulatedFields.has(field));
}

function layersOf(
  layers: readonly KubeletLayer[],
  node: NodeIdentity,
  pools: readonly PoolDocument[],
  forAll: ReadonlySet<KubeletLayer>,
): readonly KubeletLayer[] {
  const closeness = new Map(
    layers.map((layer) => [
      layer,
      layer.selector === undefined || forAll.has(layer) ? 1 : closenessTo(layer.selector, node, pools),
    ]),
  );
  const matching = layers.filter((layer) => (closeness.get(layer) ?? 0) > 0);
  // A KubeletConfig of OpenShift is the whole file: the closest one stands alone, and the last of these.
  const whole = matching.filter(({ selector }) => selector?.by === 'machineConfigPools');
  const closest = largest(whole.map((layer) => closeness.get(layer) ?? 0));
  const chosen = whole.findLast((layer) => closeness.get(layer) === closest);
  // A kubelet's own /configz or file stands in place of that of all nodes.
  const hasOwn = matching.some(({ rank, selector }) => rank === 'base' && selector !== undefined);
  return matching.filter((layer) => {
    if (whole.includes(layer)) return layer.origin === chosen?.origin;
    return !hasOwn || layer.rank !== 'base' || layer.selector !== undefined;
  });
}

/**
 * Returns the layers of whole configurations with selectors by the names of their files, where several files
 * have one each: `configz/gpu-1.json` is that of the node gpu-1, `gpu.yaml` that of the pool gpu.
 */
export function withFileSelectors(
  layers: readonly KubeletLayer[],
  nodes: readonly NodeIdentity[],
): readonly KubeletLayer[] {
  const names = namesOfNodes(nodes);
  const isOneOfFiles = oneOfFiles(layers);
  return layers.map((layer) => {
    if (layer.selector !== undefined || !isOneOfFiles(layer)) return layer;
    const selector = selectorOfFile(layer.document.source.name, names);
    return selector === undefined ? layer : { ...layer, selector };
  });
}

/** Returns whether a layer is a whole configuration, and another file has another one. */
export function oneOfFiles(layers: readonly KubeletLayer[]): (layer: KubeletLayer) => boolean {
  const isWhole = ({ isOneOfSeveral, rank }: KubeletLayer) =>
    isOneOfSeveral !== true && rank !== 'dropIn' && rank !== 'scenario';
  const kindOf = ({ rank, title }: KubeletLayer) => (rank === 'base' ? rank : title);
  const files = new Map<string, Set<string>>();
  for (const layer of layers.filter(isWhole)) {
    const ofKind = files.get(kindOf(layer)) ?? new Set();
    files.set(kindOf(layer), ofKind.add(layer.document.source.name));
  }
  return (layer) => isWhole(layer) && (files.get(kindOf(layer))?.size ?? 0) > 1;
}

/** Returns the nodes that names of nodes and pools stand for. */
function namesOfNodes(nodes: readonly NodeIdentity[]): ReadonlyMap<string, NodeSelector> {
  const byName = new Map<string, NodeSelector>();
  for (const { labels } of nodes)
    for (const label of poolLabels) {
      const value = labels[label];
      if (typeof value === 'string' && value !== '')
        byName.set(value, { by: 'anyLabel', labels: [[label, value]] });
    }
  for (const { name } of nodes) byName.set(name, { by: 'names', names: [name] });
  return byName;
}

/** Returns the nodes of the longest name in a file's name that has no letter or digit beside it. */
function selectorOfFile(file: string, names: ReadonlyMap<string, NodeSelector>): NodeSelector | undefined {
  const words = [...file.matchAll(/[a-z\d]+/gi)].slice(-wordsMax);
  let found: { readonly length: number; readonly selector: NodeSelector } | undefined;
  for (const [index, first] of words.entries())
    for (const last of words.slice(index)) {
      const name = file.slice(first.index, last.index + last[0].length);
      const selector = names.get(name);
      if (selector !== undefined && name.length > (found?.length ?? 0))
        found = { length: name.length, selector };
    }
  return found?.selector;
}

/** How many words of a file's name are looked at, from its end. */
const wordsMax = 40;
