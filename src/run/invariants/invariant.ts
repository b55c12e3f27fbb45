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
