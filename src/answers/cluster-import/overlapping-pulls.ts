import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { ObservedPull } from '../calibration/estimates/observed-pull.ts';

/** Two pulls of one node that the runtime made at the same time. */
export interface OverlappingPulls {
  readonly node: string;
  readonly pulls: readonly [ObservedPull, ObservedPull];
}

/** Times of events and durations are of two clocks: overlaps that are shorter show nothing. */
const overlapMicrosMin = 500_000;

/**
 * Returns two pulls that show that their node's kubelet pulls in parallel; undefined if none do. What a pull took
 * is without its wait for others where the event tells both, so that one after the other they would not overlap.
 */
export function overlappingPulls(pulls: readonly ObservedPull[]): OverlappingPulls | undefined {
  const timed = pulls.filter(({ outcome, isWithoutWait }) => outcome === 'pulled' && isWithoutWait === true);
  for (const [node, own] of groupedBy(timed, (pull) => pull.node)) {
    if (node === undefined) continue;
    const inOrder = own.toSorted((a, b) => beginMicros(a) - beginMicros(b));
    let last: ObservedPull | undefined;
    for (const pull of inOrder) {
      // The second began at the latest so, and the first ended at the earliest so.
      const overlap = last === undefined ? 0 : last.endMicros - (beginMicros(pull) + pull.endSpreadMicros);
      const both = Math.min(overlap, pull.durationMicros);
      if (last !== undefined && both > overlapMicrosMin) return { node, pulls: [last, pull] };
      if (last === undefined || pull.endMicros > last.endMicros) last = pull;
    }
  }
  return undefined;
}

function beginMicros({ endMicros, durationMicros }: ObservedPull): number {
  return endMicros - durationMicros;
}
