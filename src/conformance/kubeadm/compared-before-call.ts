import { racesExclusion } from '../exclusions.ts';
import type { ComparedPart, ScriptTrace, TraceEntry } from '../script-kind.ts';

/** The parts of two traces before the first call in which an image is pulled twice at once (`call 1: app:1 twice`). */
export function comparedBeforeCall(expected: ScriptTrace, actual: ScriptTrace): ComparedPart {
  const races = expected.races ?? [];
  if (races.length === 0) return { expected: expected.trace, actual: actual.trace };
  const first = Math.min(...races.map((race) => Number.parseInt(race.slice('call '.length), 10)));
  const isBefore = (entry: TraceEntry): boolean => !('call' in entry && typeof entry.call === 'number' && entry.call >= first);
  return { expected: expected.trace.filter(isBefore), actual: actual.trace.filter(isBefore), excludedBy: racesExclusion.id };
}
