import type { TraceRecord } from '../trace/record.ts';
import type { Invariant, Violation } from './invariant.ts';
import { invariants } from './invariants.ts';

/** An invariant's name, and one place where the trace breaks it. */
export interface BrokenInvariant {
  readonly invariant: string;
  readonly violation: Violation;
}

/** Returns every place where the trace breaks one of these invariants (default: all), invariant by invariant. */
export function checkInvariants(records: readonly TraceRecord[], which: readonly Invariant[] = invariants): readonly BrokenInvariant[] {
  return which.flatMap(({ name, check }) => check(records).map((violation) => ({ invariant: name, violation })));
}
