import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Figure } from '../../../reports/comparison/figure-rows.ts';
import { figureNamed } from '../figures/figure-bound.ts';
import { QuestionError } from '../questions/question-error.ts';
import type { Variant } from '../variants/variant.ts';
import { type Axis, gridOf, gridSize, variantOf } from '../variants/vary.ts';

/** The most points of a sweep. */
export const pointsMax = 10_000;

const figuresByDefault = [
  'time to running p99',
  'time to running p50',
  'failed pulls',
  'duplicate pulls',
  'downloaded',
];

/** Returns the figures of these names, or those that people ask for first. Throws a `QuestionError`. */
export function sweepFigures(names: readonly string[]): readonly Figure[] {
  return (names.length === 0 ? figuresByDefault : names).map(figureNamed);
}

/**
 * Returns all combinations of the values, or a sample of them. Throws a `QuestionError` if they are too many.
 */
export function sweepPoints(
  axes: readonly Axis[],
  sample: number | undefined,
  seed: number,
): readonly Variant[] {
  const size = gridSize(axes);
  if (sample !== undefined && sample < size) return latinHypercube(axes, sample, seed);
  if (size > pointsMax)
    throw new QuestionError(
      `${size} combinations: at most ${pointsMax} are run; --sample takes some of them`,
    );
  return gridOf(axes);
}

/**
 * Returns `count` points among all combinations of values, a Latin hypercube: every value of an axis is drawn
 * equally often, as far as the count allows, and which values meet is chance. Points that are drawn twice
 * count once. The same seed draws the same points.
 */
export function latinHypercube(axes: readonly Axis[], count: number, seed: number): Variant[] {
  const generator = xoroshiro128plus(seed);
  const columns = axes.map(({ values }) =>
    shuffled(
      Array.from({ length: count }, (_, at) => Math.floor((at * values.length) / count)),
      generator,
    ),
  );
  const points = new Map<string, Variant>();
  for (let at = 0; at < count; at++) {
    const point = variantOf(
      axes.map(({ field, values }, axis) => ({ field, value: values[columns[axis]?.[at] ?? 0] ?? '' })),
    );
    points.set(point.name, point);
  }
  return [...points.values()];
}

/** Fisher and Yates. */
function shuffled(values: readonly number[], generator: RandomGenerator): number[] {
  const all = [...values];
  for (let last = all.length - 1; last > 0; last--) {
    const other = uniformInt(generator, 0, last);
    [all[last], all[other]] = [all[other] ?? 0, all[last] ?? 0];
  }
  return all;
}
