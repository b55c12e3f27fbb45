import { largest, smallest } from '../../../rules/collections/extremes.ts';
import type { Pauses } from '../../../run/simulation/simulate.ts';
import {
  type AskedRun,
  type Counterfactuals,
  counterfactual,
  type Explained,
  runOfDraw,
} from './counterfactuals.ts';
import { type DrawnPaths, gainsOverDraws } from './drawn-paths.ts';

/** A gain below this is none to a person. */
const leastMs = 0.5;

/**
 * Adds to the greatest gains what they are with other sizes of images. A run of a draw is held against the
 * path of the same draw.
 */
export async function withDrawnGains(
  run: AskedRun,
  { row }: Explained,
  others: Counterfactuals,
  { further, paths }: DrawnPaths,
  pauses: Pauses,
): Promise<Counterfactuals> {
  const found: Counterfactuals['found'][number][] = [];
  let tried = 0;
  let { isWhole } = others;
  for (const one of others.found) {
    const isGain = one.earlierMs !== null && one.earlierMs >= leastMs;
    if (!isWhole || !isGain || further.draws.length === 0 || tried >= gainsOverDraws) {
      found.push(one);
      continue;
    }
    tried += 1;
    const gains = [one.earlierMs ?? 0];
    for (const [index, draw] of further.draws.entries()) {
      const path = paths[index];
      const change = others.changes.get(one);
      if (path === undefined || change === undefined) continue;
      const other = await counterfactual(runOfDraw(run, draw), { row, path }, change, pauses);
      isWhole = other !== 'interrupted';
      if (other === 'interrupted') break;
      if (other?.earlierMs !== undefined && other.earlierMs !== null) gains.push(other.earlierMs);
    }
    found.push(
      isWhole ? { ...one, earlierOverSizes: { minMs: smallest(gains), maxMs: largest(gains) } } : one,
    );
  }
  return { ...others, found, isWhole };
}
