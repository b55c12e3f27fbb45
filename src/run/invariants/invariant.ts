import type { TraceRecord } from '../../trace/record.ts';

/**
 * A named property that every trace must have. `always` (safety): nothing wrong happens; a violation shows at
 * the record that completes it, and no later record corrects it. `eventually`: everything that began has
 * ended by the time a run settles.
 */
export interface Invariant {
  /** The name, `slots-respected`. */
  readonly name: string;
  readonly kind: 'always' | 'eventually';
  /** The property in one sentence. */
  readonly says: string;
  /** Returns every record at which the property does not hold; none if it holds. */
  readonly check: (records: readonly TraceRecord[]) => Violation[];
  /** The same, record by record; absent: only a whole trace can be judged. */
  readonly fold?: Fold;
}

/** Hears of a place where a property does not hold. */
export type Tell = (violation: Violation) => void;

/**
 * What a property goes by, and how a record changes it. A state is never changed: `step` returns the next one, so
 * that an exploration may go back to an earlier one, and two that are equal judge all that follows alike.
 */
export interface Fold<S = unknown> {
  /** The state before the header. */
  readonly start: S;
  /** Returns the state after this record, and tells of each violation that it completes. */
  readonly step: (state: S, record: TraceRecord, tell: Tell) => S;
}

/** Where a trace breaks an invariant. */
export interface Violation {
  /** The number of the record at which it shows. */
  readonly record: number;
  readonly message: string;
}

/** Yields the records at which a property does not hold. */
type Search = (records: readonly TraceRecord[]) => Iterable<Violation>;

/** Returns the invariant that nothing wrong happens. */
export function always(name: string, says: string, search: Search): Invariant {
  return { name, kind: 'always', says, check: (records) => [...search(records)] };
}

/** Returns the invariant that everything has ended by the time a run settles. */
export function eventually(name: string, says: string, search: Search): Invariant {
  return { name, kind: 'eventually', says, check: (records) => [...search(records)] };
}

/** Returns the invariant that is judged record by record. */
export function folded<S>(
  { name, kind, says }: Pick<Invariant, 'name' | 'kind' | 'says'>,
  start: S,
  step: Fold<S>['step'],
): Invariant {
  const check = (records: readonly TraceRecord[]) => {
    const violations: Violation[] = [];
    let state = start;
    for (const record of records) state = step(state, record, (violation) => violations.push(violation));
    return violations;
  };
  // Whoever holds a state of it has it from its own steps.
  return { name, kind, says, check, fold: { start, step } as unknown as Fold };
}
