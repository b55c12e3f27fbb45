import { type Estimate, type Resampling, widened } from './estimate.ts';
import type { ObservedLayer } from './observed-pull.ts';

/** Smaller layers take what their files and the disk's log take, whatever else runs. */
const layerBytesMin = 1_000_000;
/**
 * The number of unpackings at once, itself included, up to which a layer counts as alone, and from which it
 * counts as crowded.
 */
const aloneMost = 1.1;
const crowdedLeast = 1.8;
/** A crowd that slows by less shows only that there are processors enough. */
const slowedLeast = 1.15;
/** Fewer layers of a kind say nothing: what is in them differs too much. */
const layersMin = 5;

/** A layer, and how many were unpacked at once while it was, on average. */
interface CrowdedLayer extends ObservedLayer {
  readonly crowd: number;
}

/** Returns the compressed layers of one node's log, each with its crowd. */
export function crowdedLayers(layers: readonly ObservedLayer[]): CrowdedLayer[] {
  const ordered = layers
    .filter(({ unpackMicros }) => unpackMicros > 0)
    .toSorted((a, b) => a.endMicros - b.endMicros);
  return ordered.map((layer, index) => {
    const begin = layer.endMicros - layer.unpackMicros;
    let shared = layer.unpackMicros;
    const add = (other: ObservedLayer) => {
      const from = Math.max(begin, other.endMicros - other.unpackMicros);
      shared += Math.max(0, Math.min(layer.endMicros, other.endMicros) - from);
    };
    for (let at = index - 1; at >= 0; at--) {
      const before = ordered[at];
      if (before === undefined || before.endMicros <= begin) break;
      add(before);
    }
    for (const other of ordered.slice(index + 1, index + 1 + crowdMax)) add(other);
    return { ...layer, crowd: shared / layer.unpackMicros };
  });
}

/** Whether the layer shared the processors with no other. */
export function isAlone({ crowd }: CrowdedLayer): boolean {
  return crowd <= aloneMost;
}

/** Later ends that can belong to unpackings of the same moment: more are not looked at. */
const crowdMax = 32;

/**
 * The node's processors, as far as unpacking shows them: of so many unpackings at once, each of which keeps
 * `cpusPerWork` busy, each is slowed by what is missing. Downloads that take processors meanwhile make it a
 * little less. Only a bound if none is slowed; undefined without enough layers alone and side by side.
 */
export function estimateCpus(
  layers: readonly CrowdedLayer[],
  cpusPerWork: number,
  resampling: Resampling,
): Estimate | undefined {
  const told = layers.filter(({ bytes, compressed }) => compressed && bytes >= layerBytesMin);
  const alone = told.filter(isAlone).map(rateOf);
  const crowded = told.filter(({ crowd }) => crowd >= crowdedLeast);
  if (alone.length < layersMin || crowded.length < layersMin) return undefined;
  const rate = middle(alone);
  const of = { samples: crowded.length, from: 'layers unpacked side by side' };
  const slowed = crowded.map((layer) => rate / rateOf(layer));
  if (middle(slowed) < slowedLeast) {
    return { value: null, low: middle(crowded.map(({ crowd }) => crowd)) * cpusPerWork, high: null, ...of };
  }
  const cpus = crowded.map(({ crowd }, index) => (crowd * cpusPerWork) / Math.max(1, slowed[index] ?? 1));
  const value = middle(cpus);
  const range = resampling.interval(cpus.length, (chosen) =>
    middle(Array.from(chosen, (at) => cpus[at] ?? value)),
  );
  return { value, ...widened(value, range, cpus.length), ...of };
}

function rateOf({ bytes, unpackMicros }: ObservedLayer): number {
  return bytes / unpackMicros;
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
