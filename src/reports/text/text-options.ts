import picocolors from 'picocolors';
import type { RunFilter } from '../run-filter/run-filter.ts';

/**
 * How a report is written: its greatest width in columns (40 or more), with or without terminal colours, for
 * which moment, and about which pods and nodes.
 */
export interface TextOptions {
  readonly width: number;
  readonly colour: boolean;
  /** Virtual ms; absent for the end of the trace. */
  readonly atMs?: number;
  /**
   * Whether rows that are alike are shown one by one, however many there are, and events that kubectl does
   * not show.
   */
  readonly all?: boolean;
  /** Whether known bugs are told in full. */
  readonly verbose?: boolean;
  /** Which pods are shown; absent for all. */
  readonly filter?: RunFilter;
}

/** One function for each terminal colour. Each returns its text unchanged if colours are off. */
export type Colours = ReturnType<typeof picocolors.createColors>;

export function coloursFor(options: { readonly colour: boolean }): Colours {
  return picocolors.createColors(options.colour);
}
