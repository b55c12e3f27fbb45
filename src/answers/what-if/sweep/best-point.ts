import { type Figure, figureRows } from '../../../reports/comparison/figure-rows.ts';
import { runVerdict, type SizeDependence, sizeDependence } from '../comparison/size-dependence.ts';
import type { DrawnSizes } from '../runs/drawn-sizes.ts';
import { meanOf } from '../statistics/paired-bootstrap.ts';
import type { Variant } from '../variants/variant.ts';
import type { RefusedPoint, SweepRow } from './sweep.ts';

/** The best point of a sweep against the point that comes nearest to it, over the sizes that were drawn. */
export interface BestPoint {
  /** The name of the figure by which it is the best one. */
  readonly figure: string;
  readonly best: string;
  /** The point that is better in most of the other runs; if there is none, the second best one. */
  readonly against: string;
  readonly sizes: SizeDependence;
}

interface PointValues {
  readonly name: string;
  readonly values: readonly number[];
}

/**
 * Returns whether the best point is so for all sizes that were drawn. Its runs and those of another point are
 * pairs, as both have the same sizes under one seed. Only points count that have the figure in all runs.
 * undefined if no size was drawn, or if all points are alike.
 */
export function bestPoint(
  points: readonly Variant[],
  rows: readonly (SweepRow | RefusedPoint)[],
  runs: number,
  figure: Figure,
  sizes: DrawnSizes,
): BestPoint | undefined {
  if (sizes.size === 0) return undefined;
  const way = figure.good === 'more' ? -1 : 1;
  const sorted = pointValues(points, rows, runs, figure).sort(
    (a, b) => way * (meanOf(a.values) - meanOf(b.values)),
  );
  const [best, ...others] = sorted;
  if (best === undefined) return undefined;
  const verdicts = (other: PointValues) =>
    best.values.map((value, run) => runVerdict(figure, value, other.values[run] ?? null));
  const rivals = others
    .map((other) => ({ other, verdicts: verdicts(other) }))
    .filter((rival) => rival.verdicts.some((verdict) => verdict !== 'same'));
  const wins = ({ verdicts: all }: (typeof rivals)[number]) =>
    all.filter((verdict) => verdict === 'better').length;
  const against = rivals.reduce<(typeof rivals)[number] | undefined>(
    (most, rival) => (most === undefined || wins(rival) > wins(most) ? rival : most),
    undefined,
  )?.other;
  if (against === undefined) return undefined;
  const names = { before: against.name, after: best.name };
  return {
    figure: figure.name,
    best: best.name,
    against: against.name,
    sizes: sizeDependence(names, { before: against.values, after: best.values }, sizes, figure),
  };
}

/** Returns the values of the points that have the figure in so many runs, in the order of their seeds. */
function pointValues(
  points: readonly Variant[],
  rows: readonly (SweepRow | RefusedPoint)[],
  runs: number,
  figure: Figure,
): PointValues[] {
  const index = figureRows.indexOf(figure);
  const values = points.map((): number[] => []);
  for (const row of rows)
    if (!('refused' in row)) {
      const value = row.values[index] ?? null;
      if (value !== null) values[row.point]?.push(value);
    }
  return points.flatMap(({ name }, point) => {
    const own = values[point] ?? [];
    return own.length === runs ? [{ name, values: own }] : [];
  });
}
