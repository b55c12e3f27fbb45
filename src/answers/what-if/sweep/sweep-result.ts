import { figureRows } from '../../../reports/comparison/figure-rows.ts';
import { percentile } from '../../../reports/summary/percentile.ts';
import { largest, smallest } from '../../../rules/collections/extremes.ts';
import { levelMeans } from '../statistics/additive-fit.ts';
import { meanOf } from '../statistics/paired-bootstrap.ts';
import type { Variant } from '../variants/variant.ts';
import type { Axis } from '../variants/vary.ts';
import type { RefusedPoint, SweepRow } from './sweep.ts';

/**
 * A figure over the seeds of a point: exact quantiles by nearest rank. Numbers are null if no run has the
 * figure.
 */
export interface PointFigure {
  readonly name: string;
  readonly mean: number | null;
  readonly min: number | null;
  readonly p5: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly max: number | null;
  /** In how many runs the figure is missing. */
  readonly missing: number;
}

export interface SweepPoint {
  readonly variant: Variant;
  /** How many runs there are of it; fewer than seeds after an interruption. */
  readonly runs: number;
  readonly figures: readonly PointFigure[];
  /** Why it cannot be run. */
  readonly refused?: string;
}

/**
 * How far a figure's mean goes apart between the values of one axis, over all others. Only points count whose
 * runs all have the figure.
 */
interface AxisEffect {
  readonly field: string;
  readonly figure: string;
  /** In the unit of the figure; null if the points do not tell it from what the other axes do. */
  readonly span: number | null;
  readonly means: readonly { readonly value: string; readonly mean: number | null }[];
}

export interface SweepResult {
  readonly axes: readonly Axis[];
  readonly seeds: readonly number[];
  /** Those that were run or refused. */
  readonly points: readonly SweepPoint[];
  readonly effects: readonly AxisEffect[];
}

/** Adds up a sweep. Only numbers are kept. */
export function sweepResult(
  axes: readonly Axis[],
  seeds: readonly number[],
  variants: readonly Variant[],
  rows: readonly (SweepRow | RefusedPoint)[],
): SweepResult {
  const values = variants.map((): (number | null)[][] => figureRows.map(() => []));
  const refused = new Map<number, string>();
  for (const row of rows) {
    if ('refused' in row) refused.set(row.point, row.refused);
    else for (const [figure, value] of row.values.entries()) values[row.point]?.[figure]?.push(value);
  }
  const points = variants.flatMap((variant, index): SweepPoint[] => {
    const reason = refused.get(index);
    const runs = values[index]?.[0]?.length ?? 0;
    if (reason !== undefined) return [{ variant, runs: 0, figures: [], refused: reason }];
    return runs === 0
      ? []
      : [
          {
            variant,
            runs,
            figures: figureRows.map(({ name }, figure) => pointFigure(name, values[index]?.[figure] ?? [])),
          },
        ];
  });
  return { axes, seeds, points, effects: effectsOf(axes, points) };
}

/** Returns the figure of a point by its name. */
export function figureAt({ figures }: SweepPoint, name: string): PointFigure | undefined {
  return figures.find((figure) => figure.name === name);
}

function pointFigure(name: string, all: readonly (number | null)[]): PointFigure {
  const known = all.flatMap((value) => value ?? []).sort((a, b) => a - b);
  const at = (percent: number) => percentile(known, percent) ?? null;
  return {
    name,
    mean: known.length === 0 ? null : meanOf(known),
    min: known[0] ?? null,
    p5: at(5),
    p50: at(50),
    p95: at(95),
    max: known.at(-1) ?? null,
    missing: all.length - known.length,
  };
}

function effectsOf(axes: readonly Axis[], points: readonly SweepPoint[]): readonly AxisEffect[] {
  const levels = points.map(({ variant: { changes } }) =>
    axes.map(({ field, values }) =>
      values.indexOf(changes.find((change) => change.field === field)?.value ?? ''),
    ),
  );
  const sizes = axes.map(({ values }) => values.length);
  const byFigure = figureRows.map(({ name }) => {
    const observed = points.flatMap((point, index) => {
      const { mean, missing } = figureAt(point, name) ?? { mean: null, missing: 0 };
      return mean === null || missing > 0 ? [] : [{ levels: levels[index] ?? [], value: mean }];
    });
    return levelMeans(sizes, observed);
  });
  return axes.flatMap(({ field, values }, axis) =>
    figureRows.map(({ name }, index): AxisEffect => {
      const told = byFigure[index];
      const means = values.map((value, level) => ({ value, mean: told?.[axis]?.[level] ?? null }));
      const known = means.flatMap(({ mean }) => mean ?? []);
      const span = known.length < 2 ? 0 : largest(known) - smallest(known);
      return { field, figure: name, span: told === undefined ? null : span, means };
    }),
  );
}
