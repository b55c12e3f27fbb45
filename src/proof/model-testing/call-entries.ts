import type { ConformanceTrace, Entry } from '../conformance/imagemanager/conformance-trace.ts';

/** An entry that belongs to a call of the script. */
export type CallEntry = Extract<Entry, { call: string }>;

/**
 * Returns the entries of each call, in the order of the trace. Entries of no call (metrics, `stuck`) are left
 * out.
 */
export function entriesByCall({ trace }: ConformanceTrace): ReadonlyMap<string, readonly CallEntry[]> {
  const byCall = new Map<string, CallEntry[]>();
  for (const entry of trace) {
    if (!('call' in entry)) continue;
    const own = byCall.get(entry.call);
    if (own === undefined) byCall.set(entry.call, [entry]);
    else own.push(entry);
  }
  return byCall;
}

export function resultOf(entries: readonly CallEntry[]): Extract<Entry, { type: 'result' }> | undefined {
  return entries.find((entry) => entry.type === 'result');
}

/** Returns the call's `Pulling` event: it has passed the back-off and asks for its slot. */
export function pullingEventOf(entries: readonly CallEntry[]): CallEntry | undefined {
  return entries.find((entry) => entry.type === 'event' && entry.reason === 'Pulling');
}

export function pullImageOf(entries: readonly CallEntry[]): CallEntry | undefined {
  return entries.find((entry) => entry.type === 'runtime' && entry.op === 'PullImage');
}
