import { expect, test } from 'vitest';
import { Resampling } from '../../../../src/answers/calibration/estimates/estimate.ts';
import {
  fitRate,
  type RateSamples,
  rateAt,
  rateCandidates,
  weightedMedian,
} from '../../../../src/answers/calibration/estimates/rate-fit.ts';

function samplesOf(points: readonly (readonly [bytes: number, micros: number])[]): {
  samples: RateSamples;
  all: Uint32Array;
} {
  const rates = rateCandidates(15e6);
  const samples = {
    micros: Float64Array.from(points, ([, micros]) => micros),
    weights: Float64Array.from(points, ([, micros]) => 1 / (10_000 + 0.03 * micros)),
    rates,
    table: rates.map((rate) => Float64Array.from(points, ([bytes]) => (bytes * 1e6) / rate)),
  };
  return { samples, all: Uint32Array.from(points, (_, index) => index) };
}

const free = { least: 0, most: Infinity };
const line = [1, 2, 5, 10, 20, 50, 100, 200, 400].map(
  (megabytes) => [megabytes * 1e6, 120_000 + megabytes * 50_000] as const,
);

test('finds rate and fixed part of pulls that lie on a line', () => {
  const { samples, all } = samplesOf(line);
  const fit = fitRate(samples, all, free);
  expect(rateAt(samples, fit.place) / 20e6).toBeCloseTo(1, 2);
  expect(fit.fixedMicros / 120_000).toBeCloseTo(1, 1);
});

test('two pulls of nine that were half there, or that waited, move it little', () => {
  const { samples, all } = samplesOf([...line.slice(0, 7), [200e6, 3e6], [50e6, 30e6]]);
  expect(Math.abs(rateAt(samples, fitRate(samples, all, free).place) / 20e6 - 1)).toBeLessThan(0.05);
});

test('the fixed part stays within its bounds', () => {
  const { samples, all } = samplesOf(line.map(([bytes, micros]) => [bytes, micros - 115_000]));
  expect(fitRate(samples, all, { least: 50_000, most: 60_000 }).fixedMicros).toBe(50_000);
});

test('between two candidates the time is what lies between theirs, so the rate is not', () => {
  const { samples } = samplesOf(line);
  const rated = { ...samples, rates: [10e6, 20e6] };
  expect(rateAt(rated, 0)).toBeCloseTo(10e6, 3);
  expect(rateAt(rated, 1)).toBeCloseTo(20e6, 3);
  expect(rateAt(rated, 0.5)).toBeCloseTo(40e6 / 3, 3);
  expect(rateAt(rated, 0.25)).toBeCloseTo(1 / (0.75 / 10e6 + 0.25 / 20e6), 3);
});

test('a rate at the end of the candidates is taken where it fits best', () => {
  const { samples, all } = samplesOf(line.map(([bytes]) => [bytes, 120_000]));
  expect(fitRate(samples, all, free).place).toBe(samples.rates.length - 1);
  const slow = samplesOf([1, 2, 4].map((megabytes) => [megabytes * 1e6, megabytes * 5e6]));
  expect(fitRate(slow.samples, slow.all, { least: 0, most: 0 }).place).toBe(0);
});

test('candidates begin at a fifth of the guess, end at 200 times as much, and are a constant factor apart', () => {
  const rates = rateCandidates(10e6);
  expect(rates[0]).toBeCloseTo(2e6, 3);
  expect((rates.at(-1) ?? 0) / 2e9).toBeCloseTo(1, 9);
  const factors = rates.slice(1).map((rate, index) => rate / (rates[index] ?? 1));
  for (const factor of factors) expect(factor).toBeCloseTo(1_000 ** (1 / 71), 9);
});

test('resampling: the same seed gives the same interval, and more samples a narrower one', () => {
  const noisy = (count: number) => Array.from({ length: count }, (_, index) => 100 + ((index * 7919) % 41));
  const width = (count: number, seed: number) => {
    const values = noisy(count);
    const { low, high } = new Resampling(seed).interval(
      count,
      (chosen) => chosen.reduce((sum, at) => sum + (values[at] ?? 0), 0) / count,
    );
    return high - low;
  };
  expect(width(40, 3)).toBe(width(40, 3));
  expect(width(400, 3)).toBeLessThan(width(20, 3));
});

test('some of many: as many as asked for, in their order, the same for the same seed', () => {
  const values = Array.from({ length: 1_000 }, (_, index) => index);
  const some = new Resampling(1).some(values, 50);
  expect(some).toHaveLength(50);
  expect(some.toSorted((a, b) => a - b)).toEqual(some);
  expect(new Resampling(1).some(values, 50)).toEqual(some);
});

test('a weighted median', () => {
  expect(weightedMedian(Float64Array.of(3, 1, 2), Float64Array.of(1, 1, 1), 3)).toBe(2);
  expect(weightedMedian(Float64Array.of(3, 1, 2), Float64Array.of(5, 1, 1), 3)).toBe(3);
  expect(weightedMedian(Float64Array.of(4, 1, 2, 3), Float64Array.of(1, 1, 1, 1), 4)).toBe(2);
  expect(weightedMedian(Float64Array.of(4, 1, 2, 3), Float64Array.of(9, 1, 1, 1), 4)).toBe(4);
  expect(weightedMedian(Float64Array.of(5, 7, -1), Float64Array.of(1, 1, 8), 2)).toBe(5);
  expect(weightedMedian(Float64Array.of(), Float64Array.of(), 0)).toBe(0);
});
