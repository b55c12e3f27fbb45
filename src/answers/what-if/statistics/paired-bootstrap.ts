import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A mean, and the interval in which it lies with a probability of 95 %. */
export interface MeanInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const resamplesCount = 2_000;
const tail = 0.025;

/** With fewer pairs, resamples say too little to name an interval. */
export const pairsMin = 5;

/**
 * Bootstrap intervals for means of paired differences: pairs are drawn again with replacement, and the middle
 * 95 % of the means of those draws is the interval. It is a little widened, by √(n / (n − 1)), because draws
 * from few pairs vary less than pairs do. The draws are the same for all figures and have one seed, so the
 * same differences give the same interval.
 */
export class PairedBootstrap {
  readonly #draws = new Map<number, Uint32Array>();

  /** Returns the mean with its interval; undefined for fewer than `pairsMin` differences. */
  interval(differences: ArrayLike<number>): MeanInterval | undefined {
    const count = differences.length;
    if (count < pairsMin) return undefined;
    const mean = meanOf(differences);
    const draws = this.#drawsOf(count);
    const means = new Float64Array(resamplesCount);
    for (let round = 0; round < resamplesCount; round++) {
      let sum = 0;
      for (let at = round * count; at < (round + 1) * count; at++)
        sum += (differences[draws[at] ?? 0] ?? 0) - mean;
      means[round] = sum / count;
    }
    means.sort();
    const widened = Math.sqrt(count / (count - 1));
    const last = resamplesCount - 1;
    const low = mean + widened * (means[Math.floor(tail * last)] ?? 0);
    const high = mean + widened * (means[Math.ceil((1 - tail) * last)] ?? 0);
    return { mean, low, high };
  }

  #drawsOf(count: number): Uint32Array {
    let draws = this.#draws.get(count);
    if (draws === undefined) {
      const generator = xoroshiro128plus(count);
      draws = Uint32Array.from({ length: resamplesCount * count }, () => uniformInt(generator, 0, count - 1));
      this.#draws.set(count, draws);
    }
    return draws;
  }
}

/** NaN without values. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at] ?? 0;
  return sum / values.length;
}
