import type { ScriptTrace, TraceEntry } from '../conformance/script-kind.ts';

/** The fields of entries of an image manager's trace that are read here. */
type PullEntry = TraceEntry & { readonly call?: unknown; readonly reason?: unknown; readonly op?: unknown };

/**
 * Returns whether pulls began in another order than that in which their events "Pulling" were told, at
 * different times.
 */
export function hasPullsOutOfOrder({ trace }: ScriptTrace): boolean {
  const entries: readonly PullEntry[] = trace;
  const told = callsOf(entries.filter(({ type, reason }) => type === 'event' && reason === 'Pulling'));
  const begun = callsOf(entries.filter(({ type, op }) => type === 'runtime' && op === 'PullImage'));
  return begun.some((call, place) => call !== told[place]);
}

function callsOf(entries: readonly PullEntry[]): readonly unknown[] {
  return entries.toSorted((one, other) => one.at - other.at).map(({ call }) => call);
}
