import type { TraceRecord } from '../trace/record.ts';
import type { Invariant, Violation } from './invariant.ts';
import { invariants } from './invariants.ts';

/** An invariant's name beside one place where the trace breaks it. */
export interface BrokenInvariant {
  readonly invariant: string;
  readonly violation: Violation;
}

/** Every place where the trace breaks one of these invariants (all of them unless said), invariant by invariant; empty where they hold. */
export function checkInvariants(records: readonly TraceRecord[], which: readonly Invariant[] = invariants): readonly BrokenInvariant[] {
  return which.flatMap(({ name, check }) => check(records).map((violation) => ({ invariant: name, violation })));
}
