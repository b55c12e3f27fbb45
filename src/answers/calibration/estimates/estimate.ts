import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { estimate } from '../../../reports/json/cluster.ts';
import type { Parsed } from '../../../trace/record.ts';

/** A figure with its 95 % interval, as far as the samples and the model's own error tell. */
export type Estimate = Parsed<typeof estimate>;

/** Returns half the interval's width as a share of the figure; null if it has no end. */
export function halfWidth({ value, low, high }: Estimate): number | null {
  return value === null || high === null || value <= 0 ? null : (high - low) / 2 / value;
}

/**
 * Returns the least width of an interval to each side, as a share of the figure: the model itself is off by a
 * few percent (docs/fidelity.md), and a few samples may all be off in the same way.
 */
function ownError(samples: number): number {
  return 0.05 + 0.3 / Math.max(samples, 1);
}

/** Returns the interval, at least as wide as the model's own error. */
export function widened(
  value: number,
  { low, high }: { readonly low: number; readonly high: number },
  samples: number,
) {
  const least = ownError(samples);
  return { low: Math.min(low, value * (1 - least)), high: Math.max(high, value * (1 + least)) };
}

/** Returns `15 pulls`, `1 pull`. */
export function samplesText({ samples, from }: Estimate): string {
  return `${samples} ${samples === 1 ? from.replace(/^(\w+)s\b/, '$1') : from}`;
}

/** The number of resamples. */
const resamplesCount = 160;
/** The interval is what lies between these shares of the results. */
const tail = 0.025;

/**
 * Draws samples with replacement. The more the result of a fit changes, the less the samples say. There is
 * one seed, so the figures are the same every time.
 */
export class Resampling {
  readonly #generator: RandomGenerator;

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed);
  }

  /**
   * Returns the 95 % interval of a result over resamples of `count` samples. `result` gets the drawn indices.
   */
  interval(
    count: number,
    result: (chosen: Uint32Array) => number,
  ): { readonly low: number; readonly high: number } {
    const results = new Float64Array(resamplesCount);
    const chosen = new Uint32Array(count);
    for (let round = 0; round < resamplesCount; round++) {
      for (let at = 0; at < count; at++) chosen[at] = uniformInt(this.#generator, 0, count - 1);
      results[round] = result(chosen);
    }
    results.sort();
    const last = resamplesCount - 1;
    return { low: results[Math.floor(tail * last)] ?? 0, high: results[Math.ceil((1 - tail) * last)] ?? 0 };
  }

  /** Returns at most `most` of the values, drawn without replacement, in their order. */
  some<Value>(values: readonly Value[], most: number): readonly Value[] {
    if (values.length <= most) return values;
    const kept: Value[] = [];
    for (const [index, value] of values.entries()) {
      if (uniformInt(this.#generator, 0, values.length - index - 1) < most - kept.length) kept.push(value);
    }
    return kept;
  }
}
