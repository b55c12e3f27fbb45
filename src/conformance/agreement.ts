import type { Divergence, TraceComparison } from './compare-traces.ts';
import type { Script } from './script.ts';

/** How far two systems agree over many scripts. */
export interface Agreement {
  readonly scripts: number;
  readonly scriptsAgreeing: number;
  /** Of those, compared only up to an exclusion. */
  readonly scriptsExcluded: number;
  readonly calls: number;
  readonly entriesAgreeing: number;
  readonly divergences: readonly Divergence[];
}

export const noAgreement: Agreement = {
  scripts: 0,
  scriptsAgreeing: 0,
  scriptsExcluded: 0,
  calls: 0,
  entriesAgreeing: 0,
  divergences: [],
};

/** The agreement with one more script in it. */
export function withComparison(sum: Agreement, { calls }: Script, comparison: TraceComparison): Agreement {
  const { divergence, entriesAgreeing, excludedBy } = comparison;
  return {
    scripts: sum.scripts + 1,
    scriptsAgreeing: sum.scriptsAgreeing + (divergence === undefined ? 1 : 0),
    scriptsExcluded: sum.scriptsExcluded + (excludedBy === undefined ? 0 : 1),
    calls: sum.calls + calls.length,
    entriesAgreeing: sum.entriesAgreeing + entriesAgreeing,
    divergences: divergence === undefined ? sum.divergences : [...sum.divergences, divergence],
  };
}
