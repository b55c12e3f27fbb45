import fc from 'fast-check';
import { boundaryScript, randomScript } from '../conformance/imagemanager/random-script.ts';
import type { Script } from '../conformance/imagemanager/script.ts';
import { lastMicros } from './breeding/breed-script.ts';
import { inRealWorld } from './real-world.ts';
import type { PlannedScript } from './test-report.ts';

/**
 * Returns the first scripts of the random stream of this seed, named `random-0` and so on: every other one is
 * made for the boundaries of the rules. The result is the same every time.
 */
export function randomScripts(seed: number, runs: number): readonly PlannedScript[] {
  if (runs === 0) return [];
  const scripts = fc.oneof(
    { weight: 1, arbitrary: randomScript() },
    { weight: 1, arbitrary: boundaryScript() },
  );
  return fc.sample(scripts.filter(isExact), { seed, numRuns: runs }).map((script, run) => ({
    origin: { group: 'random', run },
    script: { ...inRealWorld(script), name: `random-${run}` },
  }));
}

/** Whether every system reads the same times: later ones have no room for nanoseconds. */
function isExact({ calls }: Script): boolean {
  return calls.every(({ at }) => at * 1000 <= lastMicros);
}
