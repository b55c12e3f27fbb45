import type { TraceRecord } from '../trace/record.ts';

/**
 * Something good or telling that some trace should show (`sometimes`): not a property of one trace, but a check over many
 * that they reach what they are meant to reach.
 */
export interface Sighting {
  /** `pull-waits-for-slot` */
  readonly name: string;
  readonly kind: 'sometimes';
  /** What is seen, in one sentence. */
  readonly says: string;
  /** The number of the first record that shows it; undefined where the trace does not. */
  readonly find: (records: readonly TraceRecord[]) => number | undefined;
}
