import type { sweep } from '../../json/what-if.ts';
import { figureRows } from '../../report/comparison/figure-rows.ts';
import type { Parsed } from '../../trace/record.ts';
import type { SweepResult } from './sweep-result.ts';

/** A sweep as plain data, for programs. */
export type SweepDocument = Parsed<typeof sweep>;

const unitOf = new Map(figureRows.map(({ name, unit }) => [name, unit]));

export function sweepDocument({ axes, seeds, points, effects }: SweepResult, interrupted: boolean): SweepDocument {
  return {
    axes,
    seeds,
    interrupted,
    points: points.map(({ variant: { name, changes }, runs, refused, figures }) => ({
      name,
      changes,
      runs,
      ...(refused === undefined ? {} : { refused }),
      figures: figures.map(({ name: figure, ...values }) => ({ name: figure, unit: unitOf.get(figure) ?? 'count', ...values })),
    })),
    effects,
  };
}
