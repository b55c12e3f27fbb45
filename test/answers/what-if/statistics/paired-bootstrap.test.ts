import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { expect, test } from 'vitest';
import {
  meanOf,
  PairedBootstrap,
  pairsMin,
} from '../../../../src/answers/what-if/statistics/paired-bootstrap.ts';

const generator = xoroshiro128plus(7);
const uniform = () => uniformFloat64(generator);
const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
const exponential = () => -Math.log(1 - uniform());

/** In how many of 600 samples the interval has the true mean. */
function coverage(draw: () => number, mean: number, pairs: number): number {
  const bootstrap = new PairedBootstrap();
  let covered = 0;
  for (let sample = 0; sample < 600; sample++) {
    const found = bootstrap.interval(Float64Array.from({ length: pairs }, draw));
    if (found !== undefined && found.low <= mean && mean <= found.high) covered++;
  }
  return covered / 600;
}

test('an interval has the true mean about 95 times in 100, a little less often for few or lopsided differences', () => {
  expect(coverage(normal, 0, 50)).toBeGreaterThan(0.92);
  expect(coverage(normal, 0, 20)).toBeGreaterThan(0.91);
  expect(coverage(normal, 0, 20)).toBeLessThan(0.985);
  expect(coverage(exponential, 1, 20)).toBeGreaterThan(0.87);
  expect(coverage(exponential, 1, 100)).toBeGreaterThan(0.91);
});

test('the same differences have the same interval, and the order of figures does not matter', () => {
  const [one, other] = [Array.from({ length: 20 }, normal), Array.from({ length: 12 }, normal)];
  const bootstrap = new PairedBootstrap();
  const first = bootstrap.interval(one);
  bootstrap.interval(other);
  expect(bootstrap.interval(one)).toEqual(first);
  expect(new PairedBootstrap().interval(one)).toEqual(first);
  const moved = bootstrap.interval(one.map((value) => value + 100));
  expect(moved?.low).toBeCloseTo((first?.low ?? 0) + 100, 9);
});

test('equal differences have an interval without width, few have none', () => {
  const bootstrap = new PairedBootstrap();
  expect(bootstrap.interval(new Array(9).fill(-1.1))).toEqual({
    mean: expect.closeTo(-1.1),
    low: expect.closeTo(-1.1),
    high: expect.closeTo(-1.1),
  });
  expect(bootstrap.interval(new Array(9).fill(0))).toEqual({ mean: 0, low: 0, high: 0 });
  expect(bootstrap.interval(new Array(pairsMin - 1).fill(3))).toBeUndefined();
  expect(meanOf([1, 2, 6])).toBe(3);
});
