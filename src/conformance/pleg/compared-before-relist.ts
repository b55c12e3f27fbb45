import { racesExclusion } from '../exclusions.ts';
import type { ComparedPart, ScriptTrace, TraceEntry } from '../script-kind.ts';

/**
 * Returns the parts of two traces before the first relist that leaves an order open: one in which the expected trace has a race (`1400 pods
 * inspected …`), or one that touches several pods while inspections take time. A Go map decides which pod comes first in it, so entries
 * before the time of the race are affected too.
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

/** A listing, and what was done to pods before the next one. */
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

/** Events may be read long after their relist, so their times say nothing about it. */
function hasNoOrder({ entries }: Relist): boolean {
  const pods = new Set(entries.map((entry) => ('uid' in entry ? entry.uid : undefined)));
  const inspected = entries.filter((entry) => 'op' in entry && entry.op === 'GetPodStatus');
  return pods.size > 1 && inspected.some(({ at }) => entries.some((other) => other.at > at && other.type !== 'pleg-event'));
}
