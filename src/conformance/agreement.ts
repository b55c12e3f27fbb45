import type { Divergence, TraceComparison } from './compare-traces.ts';

/** How far two systems agree over many scripts of one kind. */
export interface Agreement {
  readonly scripts: number;
  readonly scriptsAgreeing: number;
  /** How many of them were compared only in part, because of an exclusion. */
  readonly scriptsExcluded: number;
  /** The number of calls or steps of the scripts. */
  readonly size: number;
  readonly entriesAgreeing: number;
  readonly divergences: readonly Divergence[];
}

export const noAgreement: Agreement = {
  scripts: 0,
  scriptsAgreeing: 0,
  scriptsExcluded: 0,
  size: 0,
  entriesAgreeing: 0,
  divergences: [],
};

/** Returns the agreement after one more script of this size (its calls or steps). */
export function withComparison(sum: Agreement, size: number, comparison: TraceComparison): Agreement {
  const { divergence, entriesAgreeing, excludedBy } = comparison;
  return {
    scripts: sum.scripts + 1,
    scriptsAgreeing: sum.scriptsAgreeing + (divergence === undefined ? 1 : 0),
    scriptsExcluded: sum.scriptsExcluded + (excludedBy === undefined ? 0 : 1),
    size: sum.size + size,
    entriesAgreeing: sum.entriesAgreeing + entriesAgreeing,
    divergences: divergence === undefined ? sum.divergences : [...sum.divergences, divergence],
  };
}
