import type { InputRequest } from '../../src/inputs/read-input.ts';
import type { TraceRecord } from '../../src/trace/record.ts';

/**
 * One figure that somebody has published, and how the simulator's own is read from a run, or reckoned by its
 * rules alone.
 */
export type PublishedCase = PublishedFigure &
  ({ readonly read: (records: readonly TraceRecord[]) => number } | { readonly reckon: () => number });

interface PublishedFigure {
  readonly id: string;
  readonly source: string;
  /** A file below examples/published, which says what is assumed. */
  readonly input: string;
  /** Texts of the input that are different in this case. */
  readonly instead?: readonly (readonly [string, string])[];
  readonly options?: InputRequest;
  /** The figure is by how much the run is above another one, with these texts instead. */
  readonly above?: readonly (readonly [string, string])[];
  /** The figure is how many times as long the run takes as one with these options. */
  readonly timesThatWith?: InputRequest;
  readonly figure: string;
  readonly unit: 's' | '×' | '%' | 'pulls' | 'back-offs';
  readonly published: number;
  /**
   * Whose conditions hold: the benchmark's own as far as they are published (ours must be within 25 %), or
   * the default ones, where only sizes are given (within a factor of 2).
   */
  readonly conditions: 'told' | 'default';
  /** Present if ours must be nearer than the conditions ask for, such as 0.05. */
  readonly tolerance?: number;
  /** Why ours is not within, if it is not. */
  readonly missed?: string;
}

/** A question that a user would decide by two of the cases: is the first one faster than the second? */
export interface PublishedQuestion {
  readonly question: string;
  readonly first: string;
  readonly second: string;
}
