import { isMapping } from '../documents/mapping.ts';
import type { Place } from '../documents/source-document.ts';
import { type KubeletLayer, layerRanks } from './kubelet-layer.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface MergedLayers {
  readonly raw: Fields;
  /** Returns the place of a field, or of a value of a map; undefined if nothing sets it. */
  readonly placeOf: (field: string) => Place | undefined;
  /** Where a field that is not set could stand. */
  readonly root: Place | undefined;
}

/**
 * Returns the layers merged by their precedence. Files are merged as the kubelet merges drop-in files (a JSON
 * merge patch, `mergeKubeletConfigurations` in cmd/kubelet/app/server.go): maps key by key, lists and
 * everything else as a whole, and null removes a field. A flag replaces its field, but of featureGates only
 * the gates that it names. `below` is what a provider writes; the kubelet's own file replaces its fields as a
 * whole, because that file stands in its place.
 */
export function mergeLayers(layers: readonly KubeletLayer[], below: Fields = {}): MergedLayers {
  const said = new Map<string, KubeletLayer>();
  let raw = below;
  for (const layer of inOrder(layers)) {
    const patch = layer.rank === 'flags' ? replacing(layer.fields) : layer.fields;
    raw = mergedOver(raw, patch, layer.rank);
    for (const [field, value] of Object.entries(patch)) {
      said.set(field, layer);
      if (isMapping(value)) for (const key of Object.keys(value)) said.set(`${field}.${key}`, layer);
    }
  }
  const placeOf = (field: string) =>
    (said.get(field) ?? said.get(field.split('.', 1)[0] ?? field))?.placeOf(field);
  return { raw, placeOf, root: inOrder(layers)[0]?.placeOf('') };
}

/** Layers of the same kind stay in order of the input; drop-in files are in order of their names. */
export function inOrder(layers: readonly KubeletLayer[]): readonly KubeletLayer[] {
  return layerRanks.flatMap((rank) => {
    const ofRank = layers.filter((layer) => layer.rank === rank);
    if (rank !== 'dropIn') return ofRank;
    const nameOf = ({ document }: KubeletLayer) => document.source.name;
    return ofRank.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
  });
}

function mergedOver(raw: Fields, patch: Fields, rank: KubeletLayer['rank']): Fields {
  switch (rank) {
    case 'flags':
      return { ...raw, ...patch, ...gatesOver(raw, patch) };
    case 'base': {
      const others = Object.entries(raw).filter(([field]) => !Object.hasOwn(patch, field));
      return { ...Object.fromEntries(others), ...mergePatch({}, patch) };
    }
    default:
      return mergePatch(raw, patch);
  }
}

function replacing(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function gatesOver({ featureGates: below }: Fields, { featureGates }: Fields): Fields {
  return isMapping(below) && isMapping(featureGates) ? { featureGates: { ...below, ...featureGates } } : {};
}

/** RFC 7396. */
function mergePatch(below: Fields, patch: Fields): Fields {
  const merged: Record<string, unknown> = { ...below };
  for (const [name, value] of Object.entries(patch)) {
    const old = merged[name];
    if (value === null) delete merged[name];
    else merged[name] = isMapping(value) ? mergePatch(isMapping(old) ? old : {}, value) : value;
  }
  return merged;
}
