import type { KnownBug } from '../kubelet/known-bug.ts';
import { stripedLocksBug } from '../kubelet/known-bugs.ts';
import type { ConformanceTrace } from './conformance-trace.ts';

/** How many calls of a trace of the simulator a known bug of the release has hit. */
export function knownBugsMet({ trace }: ConformanceTrace): readonly { readonly bug: KnownBug; readonly calls: number }[] {
  // The one bug that the image manager's machines meet so far is the one that panics.
  const calls = trace.filter(({ type }) => type === 'panic').length;
  return calls === 0 ? [] : [{ bug: stripedLocksBug, calls }];
}
