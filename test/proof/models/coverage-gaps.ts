import { guardOutcomes } from '../../../src/proof/models/coverage/coverage-counts.ts';
import type { MachineCoverage } from '../../../src/proof/models/coverage/machine-coverage.ts';
import type { Unreachable } from '../../../src/proof/models/machine-model.ts';

/** What is wrong with a coverage. Every list should be empty. */
export interface CoverageGaps {
  /** States and transitions that were not reached and are not listed as unreachable. */
  readonly missing: readonly string[];
  /** Outcomes of guards that were not seen and are not listed as unreachable, as `<guard> = true`. */
  readonly missingGuards: readonly string[];
  /** Items that are listed as unreachable but were reached. */
  readonly reached: readonly string[];
  /** Items that are listed as unreachable but do not exist. */
  readonly unknown: readonly string[];
}

/** Compares what was reached with what is listed as unreachable. */
export function coverageGaps(
  coverage: MachineCoverage,
  unreachable: readonly Unreachable[] = [],
): CoverageGaps {
  const items = [...coverage.states, ...coverage.transitions];
  const outcomes = guardOutcomes(coverage);
  const all = [...items, ...outcomes];
  const known = new Set(all.map(({ id }) => id));
  return {
    missing: items.filter((item) => !item.covered && item.unreachable === undefined).map(({ id }) => id),
    missingGuards: outcomes
      .filter((outcome) => !outcome.covered && outcome.unreachable === undefined)
      .map(({ id }) => id),
    reached: all.filter((item) => item.covered && item.unreachable !== undefined).map(({ id }) => id),
    unknown: unreachable.map(({ item }) => item).filter((item) => !known.has(item)),
  };
}
