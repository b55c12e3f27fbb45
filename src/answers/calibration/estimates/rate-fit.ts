/** Samples whose time should be explained by a fixed part and a rate. */
export interface RateSamples {
  /** The time of each, in microseconds. */
  readonly micros: Float64Array;
  /** The weight of each: one divided by its possible error. */
  readonly weights: Float64Array;
  /** The time of sample `index` besides the fixed part at candidate rate `rate`: `table[rate][index]`. */
  readonly table: readonly Float64Array[];
  /** Candidate rates in bytes per second, ascending, in equal steps of their logarithm. */
  readonly rates: readonly number[];
}

interface RateFit {
  /** The candidate's index; a fraction between two candidates. */
  readonly place: number;
  readonly fixedMicros: number;
}

/** Bounds of the fixed part; equal where it is known. */
export interface FixedBounds {
  readonly least: number;
  readonly most: number;
}

/**
 * Returns the rate and the fixed part with the least sum of weighted absolute deviations over the samples in
 * `chosen` (indices, with repetition). Absolute deviations are used so that a pull that waited, or found half
 * of its layers present, moves the result no further than any other. The fixed part stays within its bounds,
 * so neither part is ever negative.
 */
export function fitRate(samples: RateSamples, chosen: Uint32Array, bounds: FixedBounds): RateFit {
  const cost = deviations(samples, chosen, bounds);
  // The cost falls, then rises: a ternary search over the candidates, then between the best one's neighbours.
  let low = 0;
  let high = samples.rates.length - 1;
  while (high - low > 0.02) {
    const left = low + (high - low) / 3;
    const right = high - (high - low) / 3;
    if (cost(left).cost <= cost(right).cost) high = right;
    else low = left;
  }
  const place = (low + high) / 2;
  const top = samples.rates.length - 1;
  const best = [place, 0, top].reduce((a, b) => (cost(b).cost < cost(a).cost - 1e-9 ? b : a));
  return { place: best, fixedMicros: cost(best).fixedMicros };
}

/** Returns the rate at an index between candidates. */
export function rateAt({ rates }: RateSamples, place: number): number {
  const below = Math.floor(place);
  const from = rates[below] ?? 0;
  const to = rates[below + 1] ?? from;
  return 1 / ((1 - (place - below)) / from + (place - below) / to);
}

function deviations(samples: RateSamples, chosen: Uint32Array, bounds: FixedBounds) {
  const residuals = new Float64Array(chosen.length);
  const weights = Float64Array.from(chosen, (index) => samples.weights[index] ?? 0);
  return (place: number): { readonly cost: number; readonly fixedMicros: number } => {
    const below = Math.floor(place);
    const part = place - below;
    const from = samples.table[below] ?? new Float64Array();
    const to = samples.table[below + 1] ?? from;
    for (let at = 0; at < chosen.length; at++) {
      const index = chosen[at] ?? 0;
      residuals[at] =
        (samples.micros[index] ?? 0) - (1 - part) * (from[index] ?? 0) - part * (to[index] ?? 0);
    }
    const fixedMicros =
      bounds.least === bounds.most
        ? bounds.least
        : clamp(weightedMedian(residuals, weights, chosen.length), bounds.least, bounds.most);
    let cost = 0;
    for (let at = 0; at < chosen.length; at++)
      cost += (weights[at] ?? 0) * Math.abs((residuals[at] ?? 0) - fixedMicros);
    return { cost, fixedMicros };
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Returns the weighted median of the first `count` values; 0 if there are none. */
export function weightedMedian(values: Float64Array, weights: Float64Array, count: number): number {
  const order = new Uint32Array(count);
  let total = 0;
  for (let index = 0; index < count; index++) {
    order[index] = index;
    total += weights[index] ?? 0;
  }
  order.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  let below = 0;
  for (const index of order) {
    below += weights[index] ?? 0;
    if (2 * below >= total) return values[index] ?? 0;
  }
  return 0;
}

const count = 72;

/**
 * Returns candidate rates around a first guess, from a fifth of it to 200 times as much, in equal steps of
 * their logarithm.
 */
export function rateCandidates(guess: number): number[] {
  const step = Math.log(1_000) / (count - 1);
  return Array.from({ length: count }, (_, index) => (guess / 5) * Math.exp(index * step));
}
