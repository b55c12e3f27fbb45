import type { RunView } from '../../../reports/run-view/run-view.ts';
import { lowerBound } from '../../../rules/collections/lower-bound.ts';

const known = new WeakMap<RunView, Float64Array>();

/** Returns every moment at which a bar of the run begins or ends, in order, each once. */
function momentsOf(view: RunView): Float64Array {
  const before = known.get(view);
  if (before !== undefined) return before;
  const all = new Set<number>([0, view.endMs]);
  for (const { bars } of view.rows) {
    for (const { fromMs, toMs } of bars) {
      all.add(fromMs);
      all.add(toMs);
    }
  }
  const moments = Float64Array.from(all).sort();
  known.set(view, moments);
  return moments;
}

/**
 * Returns the nearest moment before or after `atMs` at which a bar begins or ends, or that end of the run.
 */
export function momentBeside(view: RunView, atMs: number, direction: -1 | 1): number {
  const moments = momentsOf(view);
  if (direction === 1)
    return moments[lowerBound(moments.length, (index) => (moments[index] ?? 0) > atMs)] ?? view.endMs;
  return moments[lowerBound(moments.length, (index) => (moments[index] ?? 0) >= atMs) - 1] ?? 0;
}
