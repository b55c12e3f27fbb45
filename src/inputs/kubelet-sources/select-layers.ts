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

/** Settings of kubelets, or of runtimes, that may be for some nodes only. */
export type NodeSettings = Pick<KubeletLayer, 'title' | 'document' | 'selector' | 'placeOf'>;

/** Returns the layers of a node's kubelet, in the order of all. */
export type LayersOfNode = (name: string) => readonly KubeletLayer[];

/** What decides which layers are a node's: all nodes of the run, and the documents about pools. */
interface SelectionSources {
  readonly nodes: readonly NodeIdentity[];
  /** Whether the input has Node objects. Nodes that are made have no labels of pools. */
  readonly hasNodeObjects: boolean;
  readonly pools: readonly PoolDocument[];
}

/**
 * Returns the settings of each node's kubelet and runtime: those for all nodes, and those whose selector it
 * meets. A document for some nodes that is the only one of its kind, in an input that does not say which these
 * are, is for all. Documents that are for no node of the run are warned of, once each.
 */
export function selectLayers<Runtime extends NodeSettings = never>(
  {
    layers,
    runtimes = [],
  }: { readonly layers: readonly KubeletLayer[]; readonly runtimes?: readonly Runtime[] },
  sources: SelectionSources,
  readings: Set<string>,
  problems: Problems,
): { readonly layersOf: LayersOfNode; readonly runtimesOf: (name: string) => readonly Runtime[] } {
  const settings = [...layers, ...runtimes];
  if (settings.every(({ selector }) => selector === undefined))
    return { layersOf: () => layers, runtimesOf: () => runtimes };
  const { nodes, pools } = sources;
  const effective = [...layers.filter(setsAnything), ...runtimes];
  const forAll = settingsForAll(effective, sources, readings, problems);
  const select = <T extends NodeSettings>(
    each: readonly T[],
    count = (selected: readonly T[], _: NodeIdentity) => selected,
  ) => {
    const candidatesOf = candidates(each);
    const isFor = (one: T, node: NodeIdentity) =>
      one.selector === undefined || forAll.has(one) || closenessTo(one.selector, node, pools) > 0;
    const selected = new Map(
      nodes.map((node) => [
        node.name,
        count(
          candidatesOf(node.name).filter((one) => isFor(one, node)),
          node,
        ),
      ]),
    );
    return (name: string) => selected.get(name) ?? each;
  };
  return {
    layersOf: select(layers, (selected, node) => layersThatCount(selected, node, pools)),
    runtimesOf: select(runtimes),
  };
}

/** Whether it has a field that affects pulls. */
function setsAnything({ fields }: KubeletLayer): boolean {
  return Object.keys(fields).some((field) => simulatedFields.has(field));
}

/** Returns the settings that are for all nodes for want of Nodes or pools, and says so. */
function settingsForAll(
  settings: readonly NodeSettings[],
  { nodes, hasNodeObjects, pools }: SelectionSources,
  readings: Set<string>,
  problems: Problems,
): ReadonlySet<NodeSettings> {
  const forAll = new Set<NodeSettings>();
  const names = new Set(nodes.map(({ name }) => name));
  const selectorsOf = new Map<string, Set<string | undefined>>();
  for (const { title, selector } of settings)
    getOrInsert(selectorsOf, title, () => new Set()).add(selector && JSON.stringify(selector));
  const warned = new Set<string>();
  for (const each of settings) {
    const { selector, title, document } = each;
    if (selector === undefined) continue;
    const own = nameOf(each);
    if (own === undefined ? nodes.some((node) => closenessTo(selector, node, pools) > 0) : names.has(own))
      continue;
    const words = selectorWords(selector);
    const isUnknown = !hasNodeObjects || !isForKnownPools(selector, pools);
    if (isUnknown && selectorsOf.get(title)?.size === 1 && selector.by !== 'names') {
      forAll.add(each);
      const because = hasNodeObjects
        ? 'no MachineConfigPool of the input matches'
        : 'the input has no Node object';
      readings.add(
        `${title} (${document.source.name}): for nodes ${words}, and ${because}: used for all nodes.`,
      );
      continue;
    }
    const key = JSON.stringify([document.source.name, title, selector]);
    if (warned.has(key)) continue;
    warned.add(key);
    const hint = hasNodeObjects ? '' : '; add the Nodes (kubectl get nodes -o yaml)';
    problems.warn(`${title}: no node of the run is ${words}, so it is not used${hint}`, each.placeOf(''));
  }
  return forAll;
}

/**
 * Returns which of a node's layers count, in their order: of those that are a whole configuration each, the
 * closest to the node.
 */
function layersThatCount(
  layers: readonly KubeletLayer[],
  node: NodeIdentity,
  pools: readonly PoolDocument[],
): readonly KubeletLayer[] {
  // A KubeletConfig of OpenShift is the whole file: the closest one stands alone, and the last of these.
  const whole = layers.filter(({ selector }) => selector?.by === 'machineConfigPools');
  const closeness = new Map(
    whole.map((layer) => [layer, Math.max(1, layer.selector ? closenessTo(layer.selector, node, pools) : 0)]),
  );
  const closest = largest([...closeness.values()]);
  const chosen = whole.findLast((layer) => closeness.get(layer) === closest);
  // A kubelet's own /configz or file stands in place of that of all nodes.
  const hasOwn = layers.some(({ rank, selector }) => rank === 'base' && selector !== undefined);
  return layers.filter((layer) => {
    if (whole.includes(layer)) return layer.origin === chosen?.origin;
    return !hasOwn || layer.rank !== 'base' || layer.selector !== undefined;
  });
}

/** Returns the name of the only node that the settings are for; undefined if others may be. */
function nameOf({ selector }: NodeSettings): string | undefined {
  if (selector?.by !== 'names' || selector.names.length !== 1) return undefined;
  const [name = ''] = selector.names;
  return name.includes('*') ? undefined : name;
}

/** Returns the settings that may be those of a node, in their order, without looking at those of other nodes. */
function candidates<T extends NodeSettings>(settings: readonly T[]): (name: string) => readonly T[] {
  const ranked = [...settings.entries()];
  const byName = groupedBy(ranked, ([, layer]) => nameOf(layer));
  const ofSeveral = byName.get(undefined) ?? [];
  return (name) =>
    [...ofSeveral, ...(byName.get(name) ?? [])].sort(([a], [b]) => a - b).map(([, layer]) => layer);
}

/**
 * Returns the layers of whole configurations with selectors by the names of their files, where several files
 * have one each: `configz/gpu-1.json` is that of the node gpu-1, `gpu.yaml` that of the pool gpu.
 */
export function withFileSelectors<T extends SettingsOfFile>(
  layers: readonly T[],
  nodes: readonly NodeIdentity[],
): readonly T[] {
  const names = namesOfNodes(nodes);
  const isOneOfFiles = oneOfFiles(layers);
  return layers.map((layer) => {
    if (layer.selector !== undefined || !isOneOfFiles(layer)) return layer;
    const selector = selectorOfFile(layer.document.source.name, names);
    return selector === undefined ? layer : { ...layer, selector };
  });
}

/** Settings of one file, which may be named after nodes. */
type SettingsOfFile = NodeSettings & Pick<KubeletLayer, 'rank' | 'isOneOfSeveral'>;

/** Returns whether a layer is a whole configuration, and another file has another one. */
export function oneOfFiles(layers: readonly SettingsOfFile[]): (layer: SettingsOfFile) => boolean {
  const isWhole = ({ isOneOfSeveral, rank }: SettingsOfFile) =>
    isOneOfSeveral !== true && rank !== 'dropIn' && rank !== 'scenario';
  const kindOf = ({ rank, title }: SettingsOfFile) => (rank === 'base' ? rank : title);
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
