import type { TraceRecord } from '../trace/record.ts';

/** A named property of every trace. */
export interface Invariant {
  /** `slots-respected` */
  readonly name: string;
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
