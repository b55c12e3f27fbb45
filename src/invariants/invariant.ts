import type { TraceRecord } from '../trace/record.ts';

/**
 * A named property that every trace must have. `always` (safety): nothing bad is seen; a violation shows at the record
 * that completes it, and no later record mends it. `eventually`: what was begun has ended by the time a run settles.
 */
export interface Invariant {
  /** `slots-respected` */
  readonly name: string;
  readonly kind: 'always' | 'eventually';
  /** The property in one sentence. */
  readonly says: string;
  /** Every record at which the property does not hold; none where it does. */
  readonly check: (records: readonly TraceRecord[]) => Violation[];
}

/** Where a trace breaks an invariant. */
export interface Violation {
  /** The number of the record at which it shows. */
  readonly record: number;
  readonly message: string;
}
