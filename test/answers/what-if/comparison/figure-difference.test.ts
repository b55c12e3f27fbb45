import { describe, expect, test } from 'vitest';
import {
  figureDifference,
  figureDifferences,
} from '../../../../src/answers/what-if/comparison/figure-difference.ts';
import { podDifferences } from '../../../../src/answers/what-if/comparison/pod-differences.ts';
import { PairedBootstrap } from '../../../../src/answers/what-if/statistics/paired-bootstrap.ts';
import type { Figure } from '../../../../src/reports/comparison/figure-rows.ts';
import { summaryOf } from '../told-runs.ts';

const bootstrap = new PairedBootstrap();
const figure = (good: Figure['good'] = 'less'): Figure => ({ name: 'f', unit: 'ms', good, measure: () => 0 });
const seeds = Array.from({ length: 20 }, (_, seed) => seed);
/** Noise that two variants have in common: far greater than their difference. */
const luck = seeds.map((seed) => 10_000 * Math.abs(Math.sin(seed + 1)));
const small = seeds.map((seed) => 10 * Math.sin(seed * 7));

describe('the difference of a figure', () => {
  test('is seen under luck that is far greater, because seeds are paired', () => {
    const after = luck.map((value, seed) => value - 30 + (small[seed] ?? 0));
    const found = figureDifference(figure(), luck, after, bootstrap);
    expect(found).toMatchObject({ verdict: 'better', missingBefore: 0, missingAfter: 0 });
    expect(found.difference).toBeCloseTo(-30, -1);
    expect(found.interval?.high).toBeLessThan(0);
    expect((found.interval?.high ?? 0) - (found.interval?.low ?? 0)).toBeLessThan(12);
    expect(figureDifference(figure(), after, luck, bootstrap).verdict).toBe('worse');
    expect(figureDifference(figure('more'), luck, after, bootstrap).verdict).toBe('worse');
    expect(figureDifference(figure('neither'), luck, after, bootstrap).verdict).toBe('different');
  });

  test('is not shown where its interval reaches to 0, nor by few seeds', () => {
    const after = luck.map((value, seed) => value + (small[seed] ?? 0));
    expect(figureDifference(figure(), luck, after, bootstrap).verdict).toBe('notShown');
    expect(figureDifference(figure(), [1, 2, 3, 4], [2, 3, 4, 5], bootstrap)).toMatchObject({
      verdict: 'notShown',
      difference: 1,
      interval: null,
    });
  });

  test('is none where every run has the same', () => {
    expect(figureDifference(figure(), luck, luck, bootstrap)).toMatchObject({
      verdict: 'same',
      difference: 0,
    });
    expect(figureDifference(figure(), [null, null], [null, null], bootstrap)).toMatchObject({
      verdict: 'same',
      before: null,
      after: null,
      difference: null,
    });
  });

  test('counts runs that do not have the figure: a time that never comes is worse than any', () => {
    const never = seeds.map(() => null);
    expect(figureDifference(figure(), luck, never, bootstrap)).toMatchObject({
      verdict: 'worse',
      after: null,
      difference: null,
      missingAfter: 20,
    });
    expect(figureDifference(figure(), never, luck, bootstrap)).toMatchObject({
      verdict: 'better',
      missingBefore: 20,
    });
    const some = luck.map((value, seed) => (seed < 3 ? null : value - 50));
    expect(figureDifference(figure(), luck, some, bootstrap)).toMatchObject({
      difference: expect.closeTo(-50),
      missingAfter: 3,
    });
  });

  test('is left out for rare figures that are 0 everywhere', () => {
    const names = (before: object, after: object) =>
      figureDifferences([summaryOf(before)], [summaryOf(after)], bootstrap).map(
        ({ figure: { name } }) => name,
      );
    expect(names({}, {})).not.toContain('disk pressure');
    expect(names({}, {})).toContain('failed pulls');
    const nodes = { ...summaryOf({}).nodes, diskPressure: 1 };
    expect(names({}, { nodes })).toContain('disk pressure');
    expect(names({ nodes }, {})).toContain('disk pressure');
  });
});

test('pods win, lose, run only under one of the variants, stay the same, or show no difference', () => {
  const times = (of: (seed: number) => Record<string, number | null>) =>
    seeds.map((seed) => Object.entries(of(seed)).map(([pod, timeToRunningMs]) => ({ pod, timeToRunningMs })));
  const before = times((seed) => ({
    a: 100 + seed,
    b: 100 + seed,
    c: 50,
    d: 10,
    e: null,
    f: 9,
    h: 8,
    i: null,
  }));
  const after = times((seed) => ({
    a: 90 + seed,
    b: 60 + seed,
    c: 55,
    d: 10,
    e: 7,
    g: 9,
    h: seed % 2 === 0 ? 7 : 9,
    i: null,
  }));
  const found = podDifferences(before, after, bootstrap);
  expect(found.sooner.map(({ pod, differenceMs }) => [pod, differenceMs])).toEqual([
    ['b', -40],
    ['a', -10],
  ]);
  expect(found.later).toEqual([{ pod: 'c', differenceMs: 5, interval: { low: 5, high: 5 } }]);
  expect(found.onlyAfter.map(({ pod }) => pod)).toEqual(['e', 'g']);
  expect(found.onlyBefore.map(({ pod }) => pod)).toEqual(['f']);
  expect([found.same, found.notShown]).toEqual([2, 1]);
});
