import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Variant } from '../variants/variant.ts';
import { type Axis, variantOf } from '../variants/vary.ts';

/**
 * Returns `count` points among all combinations of values, a Latin hypercube: every value of an axis is drawn equally often, as far as the
 * count allows, and which values meet is chance. Points that are drawn twice count once. The same seed draws the same points.
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
    const point = variantOf(axes.map(({ field, values }, axis) => ({ field, value: values[columns[axis]?.[at] ?? 0] ?? '' })));
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
