import { racesExclusion } from './exclusions.ts';
import type { ComparedPart, ScriptTrace } from './script-kind.ts';

/**
 * Returns the parts of two traces before the first race of the expected one, where races are named `<ms> …`. It is for kinds of scripts
 * whose races leave everything after them open. Races that only the other system claims do not count.
 */
export function comparedBeforeRaces(expected: ScriptTrace, actual: ScriptTrace): ComparedPart {
  const races = expected.races ?? [];
  if (races.length === 0) return { expected: expected.trace, actual: actual.trace };
  const atMs = Math.min(...races.map(Number.parseFloat));
  return {
    expected: expected.trace.filter(({ at }) => at < atMs),
    actual: actual.trace.filter(({ at }) => at < atMs),
    excludedBy: racesExclusion.id,
  };
}
