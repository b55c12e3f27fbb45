import type { MachineCoverage } from './machine-coverage.ts';

/**
 * How much of a machine, or of several, was seen. Items that are listed as unreachable count in neither
 * `covered` nor `all`.
 */
export interface CoverageCounts {
  readonly states: CoverageCount;
  readonly transitions: CoverageCount;
  /** Outcomes of guards: each guard can be true and false. */
  readonly guardOutcomes: CoverageCount;
}

export interface CoverageCount {
  readonly covered: number;
  readonly all: number;
  readonly unreachable: number;
}

/** A state, a transition, or one outcome of a guard, under the name that lists of unreachable items use. */
export interface CoveredItem {
  readonly id: string;
  readonly covered: boolean;
  /** How many times it was seen. */
  readonly hits: number;
  readonly unreachable?: string | undefined;
}

/** Returns both outcomes of every guard, `<guard> = true` first. */
export function guardOutcomes({ guards }: Pick<MachineCoverage, 'guards'>): readonly CoveredItem[] {
  return guards.flatMap(({ id, trueHits, falseHits, neverTrue, neverFalse }) => [
    { id: `${id} = true`, covered: trueHits > 0, hits: trueHits, unreachable: neverTrue },
    { id: `${id} = false`, covered: falseHits > 0, hits: falseHits, unreachable: neverFalse },
  ]);
}

/** Returns the sum of the counts of these machines. */
export function coverageCounts(machines: readonly MachineCoverage[]): CoverageCounts {
  return {
    states: countOf(machines.flatMap(({ states }) => states)),
    transitions: countOf(machines.flatMap(({ transitions }) => transitions)),
    guardOutcomes: countOf(machines.flatMap(guardOutcomes)),
  };
}

/** Returns `97.5 %`, rounded down so that 100 % means all. Of no items, 100 % are covered. */
export function percentText({ covered, all }: CoverageCount): string {
  const tenths = all === 0 ? 1_000 : Math.floor((covered * 1_000) / all);
  return tenths % 10 === 0 ? `${tenths / 10} %` : `${(tenths / 10).toFixed(1)} %`;
}

function countOf(items: readonly Pick<CoveredItem, 'covered' | 'unreachable'>[]): CoverageCount {
  const expected = items.filter(({ unreachable }) => unreachable === undefined);
  const covered = expected.filter((item) => item.covered).length;
  return { covered, all: expected.length, unreachable: items.length - expected.length };
}
