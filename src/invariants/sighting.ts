import type { TraceRecord } from '../trace/record.ts';

/**
 * Something that some trace should show (`sometimes`). It is not a property of one trace, but shows that many traces together reach what
 * they should.
 */
export interface Sighting {
  /** The name, `pull-waits-for-slot`. */
  readonly name: string;
  readonly kind: 'sometimes';
  /** What is seen, in one sentence. */
  readonly says: string;
  /** Returns the number of the first record that shows it; undefined if none does. */
  readonly find: (records: readonly TraceRecord[]) => number | undefined;
}
