import type { Violation } from '../../run/invariants/invariant.ts';
import type { TraceRecord } from '../../trace/record.ts';

/** Hears of a place where a property does not hold. */
export type Tell = (violation: Violation) => void;

/**
 * A named property of every run, as a fold over its records. A state of it is never changed: `step` returns the
 * next one. An exploration counts it as a part of the state of the run.
 */
export interface Property<S = unknown> {
  /** The name, `slots-respected`. */
  readonly name: string;
  /** The property in one sentence. */
  readonly says: string;
  /** The state before the header of the trace. */
  readonly start: S;
  /** Returns the state after this record, and tells of each violation that it completes. */
  readonly step: (state: S, record: TraceRecord, tell: Tell) => S;
}

/** Returns the property, of whatever state: only its own steps look at that. */
export function property<S>(parts: Property<S>): Property {
  return parts as unknown as Property;
}

/** Where a run breaks a property. */
export interface BrokenProperty {
  readonly property: string;
  readonly violation: Violation;
}

/** Returns every place where a trace breaks a property, in order. */
export function violationsOf(
  { start, step }: Property,
  records: Iterable<TraceRecord>,
): readonly Violation[] {
  const violations: Violation[] = [];
  let state = start;
  for (const record of records) state = step(state, record, (violation) => violations.push(violation));
  return violations;
}
