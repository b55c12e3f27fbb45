import { racesExclusion } from '../exclusions.ts';
import type { ComparedPart, ScriptTrace, TraceEntry } from '../script-kind.ts';

/**
 * The parts of two traces before the relist in which the expected one has its first race (`1400 pods inspected …`), or in
 * which it touches several pods while inspections take time: which pod came first in it, a Go map decided, so a race
 * tells of entries before its own time.
 */
export function comparedBeforeRelist(expected: ScriptTrace, actual: ScriptTrace): ComparedPart {
  const relists = relistsOf(expected.trace);
  const raceMs = Math.min(...(expected.races ?? []).map(Number.parseFloat));
  const raced = relists.findLast(({ atMs }) => atMs <= raceMs);
  const open = relists.find((relist) => (relist === raced && Number.isFinite(raceMs)) || hasNoOrder(relist));
  const untilMs = open?.atMs ?? (Number.isFinite(raceMs) ? raceMs : undefined);
  if (untilMs === undefined) return { expected: expected.trace, actual: actual.trace };
  return {
    expected: expected.trace.filter(({ at }) => at < untilMs),
    actual: actual.trace.filter(({ at }) => at < untilMs),
    excludedBy: racesExclusion.id,
  };
}

/** A listing with what was done to pods before the next one. */
interface Relist {
  readonly atMs: number;
  readonly entries: TraceEntry[];
}

function relistsOf(trace: readonly TraceEntry[]): readonly Relist[] {
  const relists: Relist[] = [];
  for (const entry of trace) {
    if (entry.type === 'runtime' && 'op' in entry && entry.op !== 'GetPodStatus') relists.push({ atMs: entry.at, entries: [] });
    else if (['runtime', 'cache', 'pleg-event'].includes(entry.type) && 'uid' in entry) relists.at(-1)?.entries.push(entry);
  }
  return relists;
}

/** Events may be read long after their relist: their times tell nothing of it. */
function hasNoOrder({ entries }: Relist): boolean {
  const pods = new Set(entries.map((entry) => ('uid' in entry ? entry.uid : undefined)));
  const inspected = entries.filter((entry) => 'op' in entry && entry.op === 'GetPodStatus');
  return pods.size > 1 && inspected.some(({ at }) => entries.some((other) => other.at > at && other.type !== 'pleg-event'));
}
