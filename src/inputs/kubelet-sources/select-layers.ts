import { largest } from '../../rules/collections/extremes.ts';
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
  for (const layer of layers) {
    const { selector, title, document } = layer;
    if (selector === undefined || !setsAnything(layer)) continue;
    if (nodes.some((node) => closenessTo(selector, node, pools) > 0)) continue;
    const words = selectorWords(selector);
    const isUnknown = !hasNodeObjects || !isForKnownPools(selector, pools);
    const selectors = new Set(
      layers.filter((one) => one.title === title).map(({ selector: one }) => JSON.stringify(one)),
    );
    if (isUnknown && selectors.size === 1 && selector.by !== 'names') {
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
  const selected = new Map(nodes.map((node) => [node.name, layersOf(layers, node, pools, forAll)]));
  return (name) => selected.get(name) ?? layers;
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
  return layers.map((layer) => {
    if (layer.selector !== undefined || !isOneOfFiles(layer, layers)) return layer;
    const selector = selectorOfFile(layer.document.source.name, names);
    return selector === undefined ? layer : { ...layer, selector };
  });
}

/** Whether the layer is a whole configuration, and another file has another one. */
export function isOneOfFiles(layer: KubeletLayer, layers: readonly KubeletLayer[]): boolean {
  if (layer.isOneOfSeveral === true || layer.rank === 'dropIn' || layer.rank === 'scenario') return false;
  return layers.some(
    (other) =>
      other.document.source.name !== layer.document.source.name &&
      other.isOneOfSeveral !== true &&
      (layer.rank === 'base' ? other.rank === 'base' : other.title === layer.title),
  );
}

/** Returns what names of files may contain, the longest first, with the nodes that it stands for. */
function namesOfNodes(nodes: readonly NodeIdentity[]): readonly (readonly [string, NodeSelector])[] {
  const byName = new Map<string, NodeSelector>();
  for (const { labels } of nodes)
    for (const label of poolLabels) {
      const value = labels[label];
      if (typeof value === 'string' && value !== '')
        byName.set(value, { by: 'anyLabel', labels: [[label, value]] });
    }
  for (const { name } of nodes) byName.set(name, { by: 'names', names: [name] });
  return [...byName].sort(([a], [b]) => b.length - a.length);
}

function selectorOfFile(
  file: string,
  names: readonly (readonly [string, NodeSelector])[],
): NodeSelector | undefined {
  return names.find(([name]) => hasWord(file, name))?.[1];
}

/** Whether a file's name has the word, with no letter or digit beside it. */
function hasWord(file: string, word: string): boolean {
  for (let at = file.indexOf(word); at >= 0; at = file.indexOf(word, at + 1)) {
    const [before, after] = [file[at - 1] ?? '', file[at + word.length] ?? ''];
    if (!/[a-z\d]/i.test(before) && !/[a-z\d]/i.test(after)) return true;
  }
  return false;
}
