import type { Script } from './script.ts';
import { simplerScripts } from './simpler-scripts.ts';

export interface ShrunkScript {
  readonly script: Script;
  /** Scripts that were tried. */
  readonly runs: number;
}

/**
 * Makes a script that shows something smaller for as long as it still shows it: drops calls (halves first, one by one at
 * last), then simplifies what is left, until nothing helps or `runsMax` scripts have been tried. The same every time.
 */
export async function shrinkScript(script: Script, shows: (script: Script) => Promise<boolean>, runsMax = 400): Promise<ShrunkScript> {
  let smallest = script;
  let runs = 0;
  const accept = async (candidate: Script): Promise<boolean> => {
    if (runs >= runsMax) return false;
    runs += 1;
    if (!(await shows(candidate))) return false;
    smallest = candidate;
    return true;
  };
  for (let before: Script | undefined; before !== smallest && runs < runsMax; ) {
    before = smallest;
    await dropCalls(() => smallest, accept);
    await simplify(() => smallest, accept);
  }
  return { script: smallest, runs };
}

async function dropCalls(current: () => Script, accept: (candidate: Script) => Promise<boolean>): Promise<void> {
  for (let size = current().calls.length >> 1; size >= 1; size >>= 1) {
    // From the end: what comes last is the least likely to be a cause.
    for (let end = current().calls.length; end > 0; end -= size) {
      const { calls } = current();
      const fewer = calls.toSpliced(Math.max(0, end - size), Math.min(size, end));
      if (fewer.length > 0) await accept({ ...current(), calls: fewer });
    }
  }
}

/** Goes on at the same place after a success: what could not be simplified before rarely can be right after. */
async function simplify(current: () => Script, accept: (candidate: Script) => Promise<boolean>): Promise<void> {
  let candidates = simplerScripts(current());
  for (let index = 0; index < candidates.length; ) {
    const candidate = candidates[index];
    if (candidate !== undefined && (await accept(candidate))) candidates = simplerScripts(current());
    else index += 1;
  }
}
