import type { LoggedCall } from './call-log.ts';
import type { CallEntry } from './conformance-trace.ts';

/** The entries of a script's calls by time, then by the call's place in the script, then as they happened. */
export function inCanonicalOrder(calls: readonly LoggedCall[]): CallEntry[] {
  // Calls come in their order, and sorting is stable: only times are left to compare.
  return calls.flatMap(({ entries }) => entries).sort((a, b) => a.at - b.at);
}
