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

/** Whether the call has passed the back-off: it says so, or asks the runtime to pull. */
export function triesToPull(entries: readonly CallEntry[]): boolean {
  return entries.some(
    (entry) =>
      (entry.type === 'event' && entry.reason === 'Pulling') ||
      (entry.type === 'pulling' && entry.state === 'started') ||
      (entry.type === 'runtime' && entry.op === 'PullImage'),
  );
}

/** Whether the QPS limit refused the call's pull. */
export function isRefusedByQps(entries: readonly CallEntry[]): boolean {
  return pullImageOf(entries) === undefined && qpsRefusalOf(entries) !== undefined;
}

/** Returns the event of a refusal. It differs from that of a failed pull in its message alone. */
export function qpsRefusalOf(entries: readonly CallEntry[]): CallEntry | undefined {
  return entries.find(
    (entry) =>
      entry.type === 'event' && entry.reason === 'Failed' && entry.message.endsWith('pull QPS exceeded'),
  );
}

export function pullImageOf(entries: readonly CallEntry[]): CallEntry | undefined {
  return entries.find((entry) => entry.type === 'runtime' && entry.op === 'PullImage');
}
