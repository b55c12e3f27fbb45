import type { RuntimeProfile } from '../../../rules/runtime/profiles/runtime-profile.ts';
import { pipelineMicros } from '../evidence/pipeline-time.ts';
import { type Estimate, type Resampling, widened } from './estimate.ts';
import { beforeLayersMicros } from './pull-kind.ts';
import type { PullSample } from './pull-samples.ts';
import { type FixedBounds, fitRate, type RateSamples, rateAt, rateCandidates } from './rate-fit.ts';

/** A quantity that is only known to lie between two figures. `high` may be Infinity. */
export interface Range {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

export interface LinkEstimates {
  readonly link: Estimate;
  /** Wire bytes per second of download and unpacking together. */
  readonly combined: Estimate;
  /** What a pull takes besides them, in microseconds. */
  readonly fixed: Estimate;
  /** Whether the fixed part was found. With too few different sizes it is assumed. */
  readonly fixedIsFound: boolean;
  /**
   * The least possible rate of unpacking, because otherwise the pulls would have taken longer; unpacked bytes
   * per second.
   */
  readonly unpackLow: number;
}

/** Round trips before the first byte of a layer. */
const roundTrips = 4;

/**
 * Returns the link that best explains the times of pulls, given the rate of unpacking. If that is not known,
 * the interval includes its whole range, because sizes and durations alone do not separate download and
 * unpacking.
 */
export function estimateLink(
  samples: readonly PullSample[],
  profile: RuntimeProfile,
  unpack: Range,
  roundTrip: Range,
  resampling: Resampling,
): LinkEstimates {
  const all = Uint32Array.from(samples, (_, index) => index);
  const guess = guessOf(samples);
  const rates = rateCandidates(guess);
  const bounds = fixedBounds(samples, profile, roundTrip);
  const fixedIsFound = bounds.length === 1;
  const at = (table: (sample: PullSample, rate: number) => number) => tableOf(samples, rates, table);
  const timeOf = ({ images, bytesBefore }: PullSample, linkRate: number, unpackRate: number) =>
    (bytesBefore * 1e6) / linkRate + pipelineMicros(images, profile, linkRate, unpackRate);
  const combinedTable = at((sample, rate) => (sample.bytes * 1e6) / rate);
  const combined = fitted(combinedTable, all, bounds, resampling);
  const likely = fitted(
    at((sample, rate) => timeOf(sample, rate, unpack.likely)),
    all,
    bounds,
    resampling,
  );
  const hidden = fitted(
    at((sample, rate) => timeOf(sample, rate, unpack.high)),
    all,
    bounds,
    resampling,
  );
  const slow = fitted(
    at((sample, rate) => timeOf(sample, rate, unpack.low)),
    all,
    bounds,
    resampling,
  );
  const unpackOnly = at((sample, rate) => timeOf(sample, 1e15, rate));
  const top = rates.length - 1;
  const isOpen = (place: number) => place > top - 1;
  const low = Math.min(hidden.low, likely.low);
  const high = isOpen(slow.highPlace) || isOpen(likely.highPlace) ? null : Math.max(slow.high, likely.high);
  const grouped = samples.some(({ pulls }) => pulls > 1);
  const from = grouped ? 'spells of pulling' : 'pulls';
  return {
    link: { value: isOpen(likely.place) ? null : likely.value, low, high, samples: samples.length, from },
    combined: {
      value: combined.value,
      low: combined.low,
      high: combined.high,
      samples: samples.length,
      from,
    },
    fixed: {
      value: likely.fixedMicros,
      low: Math.min(likely.fixedLow, hidden.fixedLow, slow.fixedLow),
      high: Math.max(likely.fixedHigh, hidden.fixedHigh, slow.fixedHigh),
      samples: samples.length,
      from,
    },
    fixedIsFound,
    unpackLow: 0.9 * rateAt(unpackOnly, fitRate(unpackOnly, all, bounds[0] ?? { least: 0, most: 0 }).place),
  };
}

function fitted(
  samples: RateSamples,
  all: Uint32Array,
  bounds: readonly FixedBounds[],
  resampling: Resampling,
) {
  const count = all.length;
  const middle = bounds[bounds.length >> 1] ?? { least: 0, most: 0 };
  const best = fitRate(samples, all, middle);
  const value = rateAt(samples, best.place);
  let lowPlace = best.place;
  let highPlace = best.place;
  let fixedLow = best.fixedMicros;
  let fixedHigh = best.fixedMicros;
  for (const bound of bounds) {
    const fixed: number[] = [];
    const places = resampling.interval(count, (chosen) => {
      const fit = fitRate(samples, chosen, bound);
      fixed.push(fit.fixedMicros);
      return fit.place;
    });
    fixed.sort((a, b) => a - b);
    lowPlace = Math.min(lowPlace, places.low);
    highPlace = Math.max(highPlace, places.high);
    fixedLow = Math.min(fixedLow, fixed[Math.floor(0.025 * fixed.length)] ?? 0);
    fixedHigh = Math.max(fixedHigh, fixed[Math.ceil(0.975 * fixed.length) - 1] ?? 0);
  }
  const { low, high } = widened(
    value,
    { low: rateAt(samples, lowPlace), high: rateAt(samples, highPlace) },
    count,
  );
  return {
    value,
    place: best.place,
    low,
    high,
    highPlace,
    fixedMicros: best.fixedMicros,
    fixedLow,
    fixedHigh,
  };
}

/**
 * Free if there are enough images of different sizes. Otherwise the round trips leave three cases: the least,
 * the likely and the most.
 */
function fixedBounds(
  samples: readonly PullSample[],
  profile: RuntimeProfile,
  roundTrip: Range,
): readonly FixedBounds[] {
  const sizes = samples.map(({ bytes }) => bytes).sort((a, b) => a - b);
  const small = sizes[Math.floor(sizes.length / 4)] ?? 0;
  const large = sizes[sizes.length - 1] ?? 0;
  const least = beforeLayersMicros(profile.delays);
  if (sizes.length >= 4 && large >= 3 * small) return [{ least: least / 2, most: Infinity }];
  const shortest = samples.reduce((min, { micros }) => Math.min(min, micros), Infinity);
  return [roundTrip.low, roundTrip.likely, roundTrip.high].map((micros) => {
    const fixed = Math.min(least + roundTrips * micros, 0.8 * shortest);
    return { least: fixed, most: fixed };
  });
}

function tableOf(
  samples: readonly PullSample[],
  rates: readonly number[],
  time: (sample: PullSample, rate: number) => number,
): RateSamples {
  return {
    micros: Float64Array.from(samples, ({ micros }) => micros),
    weights: Float64Array.from(samples, ({ noiseMicros }) => 1 / noiseMicros),
    rates,
    table: rates.map((rate) => Float64Array.from(samples, (sample) => time(sample, rate))),
  };
}

/** Returns the median rate of the larger half of the pulls. */
function guessOf(samples: readonly PullSample[]): number {
  const larger = samples.toSorted((a, b) => b.bytes - a.bytes).slice(0, Math.ceil(samples.length / 2));
  const rates = larger.map(({ bytes, micros }) => (bytes * 1e6) / Math.max(micros, 1)).sort((a, b) => a - b);
  return Math.max(rates[rates.length >> 1] ?? 1, 1);
}
