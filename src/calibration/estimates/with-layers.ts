import type { ObservedLayer, ObservedPull } from './observed-pull.ts';

/** Layers of other tools' pulls, or of a pull that found some of its layers there, do not sum up to what came over the wire. */
const sumTolerance = 0.03;

/**
 * The pulls, each with the layers that were unpacked while it was the only one on its node: a log names layers, but not their image.
 * Pulls and layers in order of their ends.
 */
export function withLayers(pulls: readonly ObservedPull[], layers: readonly ObservedLayer[]): ObservedPull[] {
  if (layers.length === 0) return [...pulls];
  const ordered = layers.toSorted((a, b) => a.endMicros - b.endMicros);
  let first = 0;
  return pulls.map((pull, index) => {
    const begin = pull.endMicros - pull.durationMicros;
    while ((ordered[first]?.endMicros ?? Infinity) < begin && first < ordered.length) first += 1;
    if (pull.bytes === undefined || overlaps(pulls, index, begin)) return pull;
    const own: ObservedLayer[] = [];
    let sum = 0;
    for (let at = first; at < ordered.length; at++) {
      const layer = ordered[at];
      if (layer === undefined || layer.endMicros > pull.endMicros) break;
      own.push(layer);
      sum += layer.bytes;
    }
    return own.length > 0 && Math.abs(sum - pull.bytes) <= sumTolerance * pull.bytes + 20_000 ? { ...pull, layers: own } : pull;
  });
}

function overlaps(pulls: readonly ObservedPull[], index: number, begin: number): boolean {
  const before = pulls[index - 1];
  const after = pulls[index + 1];
  const end = pulls[index]?.endMicros ?? 0;
  return (before !== undefined && before.endMicros > begin) || (after !== undefined && after.endMicros - after.durationMicros < end);
}
