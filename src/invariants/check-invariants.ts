import type { TraceRecord } from '../trace/record.ts';
import type { Violation } from './invariant.ts';
import { invariants } from './invariants.ts';

/** An invariant's name beside one place where the trace breaks it. */
export interface BrokenInvariant {
  readonly invariant: string;
  readonly violation: Violation;
}

/** Every place where the trace breaks an invariant, invariant by invariant; empty where all of them hold. */
export function checkInvariants(records: readonly TraceRecord[]): readonly BrokenInvariant[] {
  return invariants.flatMap(({ name, check }) => check(records).map((violation) => ({ invariant: name, violation })));
}
