import type { NamedScript, ScriptKind } from './script-kind.ts';
import { simplerScripts } from './simpler-scripts.ts';

interface ShrunkScript<S extends NamedScript> {
  readonly script: S;
  /** The number of tried scripts. */
  readonly runs: number;
}

type ShrinkingKind<S extends NamedScript> = Pick<ScriptKind<S>, 'schema' | 'problemsOf' | 'kept' | 'simpler'>;

/**
 * Makes a script smaller as long as it still shows the same: removes calls or steps (halves first, single
 * ones at last), then simplifies the rest, until nothing helps or `runsMax` scripts were tried. The result is
 * the same every time.
 */
export async function shrinkScript<S extends NamedScript>(
  script: S,
  kind: ShrinkingKind<S>,
  shows: (script: S) => Promise<boolean>,
  runsMax = 400,
): Promise<ShrunkScript<S>> {
  let smallest = script;
  let runs = 0;
  const accept = async (candidate: S): Promise<boolean> => {
    if (runs >= runsMax || kind.problemsOf(candidate).length > 0) return false;
    runs += 1;
    if (!(await shows(candidate))) return false;
    smallest = candidate;
    return true;
  };
  for (let before: S | undefined; before !== smallest && runs < runsMax; ) {
    before = smallest;
    await dropParts(() => smallest, accept);
    await simplify(() => smallest, kind, accept);
  }
  return { script: smallest, runs };
}

async function dropParts<S extends NamedScript>(
  current: () => S,
  accept: (candidate: S) => Promise<boolean>,
): Promise<void> {
  for (const field of ['calls', 'steps']) {
    for (let size = partsOf(current(), field).length >> 1; size >= 1; size >>= 1) {
      // From the end, because what comes last is the least likely cause.
      for (let end = partsOf(current(), field).length; end > 0; end -= size) {
        const fewer = partsOf(current(), field).toSpliced(Math.max(0, end - size), Math.min(size, end));
        if (fewer.length > 0) await accept({ ...current(), [field]: fewer });
      }
    }
  }
}

function partsOf(script: NamedScript, field: string): readonly unknown[] {
  const parts: unknown = Reflect.get(script, field);
  return Array.isArray(parts) ? parts : [];
}

/**
 * Continues at the same place after a success: what could not be simplified before rarely can be right after.
 */
async function simplify<S extends NamedScript>(
  current: () => S,
  kind: ShrinkingKind<S>,
  accept: (candidate: S) => Promise<boolean>,
): Promise<void> {
  let candidates = simplerScripts(current(), kind);
  let index = 0;
  for (let next = candidates.next(); !next.done; next = candidates.next()) {
    if (!(await accept(next.value))) {
      index += 1;
      continue;
    }
    candidates = simplerScripts(current(), kind);
    for (let skipped = 0; skipped < index; skipped++) candidates.next();
  }
}
