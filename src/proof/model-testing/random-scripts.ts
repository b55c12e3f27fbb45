import fc from 'fast-check';
import { randomScript } from '../conformance/imagemanager/random-script.ts';
import { inRealWorld } from './real-world.ts';
import type { PlannedScript } from './test-session.ts';

/**
 * Returns the first scripts of the random stream of this seed, named `random-0` and so on. The result is the
 * same every time.
 */
export function randomScripts(seed: number, runs: number): readonly PlannedScript[] {
  if (runs === 0) return [];
  return fc.sample(randomScript(), { seed, numRuns: runs }).map((script, run) => ({
    origin: { group: 'random', run },
    script: { ...inRealWorld(script), name: `random-${run}` },
  }));
}
