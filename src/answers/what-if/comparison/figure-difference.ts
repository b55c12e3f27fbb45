import { type Figure, figureRows } from '../../../reports/comparison/figure-rows.ts';
import type { RunSummary } from '../../../reports/summary/summary.ts';
import { type MeanInterval, meanOf, type PairedBootstrap } from '../statistics/paired-bootstrap.ts';

/**
 * What is shown of a difference. `same`: it is 0 in every run. `notShown`: it may be chance, or too few runs
 * have the figure. `different`: neither of the two is better.
 */
export type DifferenceVerdict = 'better' | 'worse' | 'different' | 'same' | 'notShown';

/** A figure of two variants over the same seeds. */
export interface FigureDifference {
  readonly figure: Figure;
  /** The mean of the runs that have the figure; null if none has. */
  readonly before: number | null;
  readonly after: number | null;
  /** In how many runs the figure is missing. */
  readonly missingBefore: number;
  readonly missingAfter: number;
  /**
   * The mean of the differences, after − before, over the seeds of which both runs have the figure; null
   * without any.
   */
  readonly difference: number | null;
  /** The 95 % interval of the mean difference; null for too few seeds. */
  readonly interval: Pick<MeanInterval, 'low' | 'high'> | null;
  readonly verdict: DifferenceVerdict;
}

/**
 * Returns the figures of two variants whose runs have the same seeds in the same order. Rare figures that are
 * 0 everywhere are left out.
 */
export function figureDifferences(
  before: readonly RunSummary[],
  after: readonly RunSummary[],
  bootstrap: PairedBootstrap,
): readonly FigureDifference[] {
  return figureRows.flatMap((figure) => {
    const values = [before, after].map((runs) => runs.map(figure.measure));
    if (figure.isRare && values.flat().every((value) => value === 0)) return [];
    return [figureDifference(figure, values[0] ?? [], values[1] ?? [], bootstrap)];
  });
}

type Values = readonly (number | null)[];

export function figureDifference(
  figure: Figure,
  before: Values,
  after: Values,
  bootstrap: PairedBootstrap,
): FigureDifference {
  const differences = after.flatMap((value, index) => {
    const other = before[index];
    return value === null || other === null || other === undefined ? [] : [value - other];
  });
  const missing = { missingBefore: missingIn(before), missingAfter: missingIn(after) };
  const interval = bootstrap.interval(differences);
  const difference = differences.length === 0 ? null : meanOf(differences);
  return {
    figure,
    before: meanOfKnown(before),
    after: meanOfKnown(after),
    ...missing,
    difference,
    interval: interval === undefined ? null : { low: interval.low, high: interval.high },
    verdict: verdictOf(figure, differences, interval, missing, before.length),
  };
}

/**
 * Where one variant never has a time and the other always has, no interval is needed: something happens in
 * one of them only.
 */
function verdictOf(
  { good }: Figure,
  differences: readonly number[],
  interval: MeanInterval | undefined,
  { missingBefore, missingAfter }: Pick<FigureDifference, 'missingBefore' | 'missingAfter'>,
  runs: number,
): DifferenceVerdict {
  if (missingBefore === runs && missingAfter === 0 && runs > 0) return 'better';
  if (missingAfter === runs && missingBefore === 0 && runs > 0) return 'worse';
  if (missingBefore === missingAfter && differences.every((difference) => difference === 0)) return 'same';
  if (interval === undefined || (interval.low <= 0 && interval.high >= 0)) return 'notShown';
  if (good === 'neither') return 'different';
  return interval.mean < 0 === (good === 'less') ? 'better' : 'worse';
}

function missingIn(values: Values): number {
  return values.filter((value) => value === null).length;
}

function meanOfKnown(values: Values): number | null {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? null : meanOf(known);
}
