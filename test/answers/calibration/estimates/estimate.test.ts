import { expect, test } from 'vitest';
import { Resampling } from '../../../../src/answers/calibration/estimates/estimate.ts';

test('the interval leaves out a fortieth of the results at each end', () => {
  let round = 0;
  // 160 results, 0 to 159 in an order of their own: places 3 and 156 of them, counted from 0.
  expect(new Resampling(1).interval(5, () => (round++ * 7) % 160)).toEqual({ low: 3, high: 156 });
});

test('every sample can be drawn, and some more than once', () => {
  const seen = new Set<number>();
  let repeated = 0;
  new Resampling(2).interval(6, (chosen) => {
    for (const place of chosen) seen.add(place);
    if (new Set(chosen).size < chosen.length) repeated += 1;
    return 0;
  });
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  // 6 draws of 6 are all different once in 65.
  expect(repeated).toBeGreaterThan(140);
});

test('some of few are all of them', () => {
  expect(new Resampling(1).some(['a', 'b', 'c'], 3)).toEqual(['a', 'b', 'c']);
});

test('some of many: each is as likely as any other', () => {
  const resampling = new Resampling(3);
  const kept = [0, 0, 0, 0, 0, 0];
  for (let round = 0; round < 3_000; round++) {
    for (const value of resampling.some([0, 1, 2, 3, 4, 5], 2)) kept[value] = (kept[value] ?? 0) + 1;
  }
  for (const count of kept) expect(Math.abs(count - 1_000)).toBeLessThan(120);
});
