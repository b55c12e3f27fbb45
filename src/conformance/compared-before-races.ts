import { racesExclusion } from './exclusions.ts';
import type { ComparedPart, ScriptTrace } from './script-kind.ts';

/**
 * The parts of two traces before the first race of the expected one, where races are named `<ms> …`: for kinds whose
 * races leave open all that follows. A system that claims a race of its own gets nothing by it.
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
