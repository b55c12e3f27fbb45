import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** How often the samples are drawn anew. */
const resamplesCount = 160;
/** What lies between these shares of the results is the interval. */
const tail = 0.025;

/** Draws samples with replacement: how far the result of a fit moves then is how little the samples say. One seed, the same figures. */
export class Resampling {
  readonly #generator: RandomGenerator;

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed);
  }

  /** The 95 % interval of a result over resamples of `count` samples; `result` gets the places that were drawn. */
  interval(count: number, result: (chosen: Uint32Array) => number): { readonly low: number; readonly high: number } {
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

  /** At most `most` of the values, drawn without replacement, in their order. */
  some<Value>(values: readonly Value[], most: number): readonly Value[] {
    if (values.length <= most) return values;
    const kept: Value[] = [];
    for (const [index, value] of values.entries()) {
      if (uniformInt(this.#generator, 0, values.length - index - 1) < most - kept.length) kept.push(value);
    }
    return kept;
  }
}
