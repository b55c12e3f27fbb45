import { expect, test } from 'vitest';
import { drawnSteps, sumSeries } from '../../../src/reports/html/sum-series.ts';

test('step functions are added moment by moment', () => {
  const sum = sumSeries([
    { atMs: [0, 10, 30], values: [1, 2, 0] },
    undefined,
    { atMs: [0, 10, 20], values: [0, 5, 0] },
  ]);
  expect(sum).toEqual({ atMs: [0, 10, 20, 30], values: [1, 7, 2, 0] });
});

test('of nothing, and of what is always zero, there is no sum', () => {
  expect(sumSeries([])).toBeUndefined();
  expect(sumSeries([undefined, { atMs: [0, 5], values: [0, 0] }])).toBeUndefined();
});

test('what adds up to zero is zero, whatever the fractions', () => {
  const sum = sumSeries([
    { atMs: [0, 1, 2, 3, 4], values: [0, 0.1, 0.3, 0.6, 0] },
    { atMs: [0, 4], values: [0.7, 0] },
  ]);
  expect(sum?.values.at(-1)).toBe(0);
});

test('a short series is drawn as it is, up to the end', () => {
  expect(drawnSteps({ atMs: [0, 10, 99], values: [1, 2, 3] }, 50, 10)).toEqual([
    { atMs: 0, value: 1 },
    { atMs: 10, value: 2 },
    { atMs: 50, value: 2 },
  ]);
});

test('of a long series no peak is lost, however short', () => {
  const atMs = Array.from({ length: 10_000 }, (_, index) => index);
  const values = atMs.map((at) => (at === 7777 ? 100 : at % 2));
  const drawn = drawnSteps({ atMs, values }, 10_000, 50);
  expect(drawn.length).toBeLessThanOrEqual(52);
  expect(Math.max(...drawn.map(({ value }) => value))).toBe(100);
  expect(drawn.at(-1)).toEqual({ atMs: 10_000, value: 1 });
  const at = drawn.find(({ value }) => value === 100)?.atMs ?? 0;
  expect(at).toBeGreaterThan(7777 - 201);
  expect(at).toBeLessThanOrEqual(7777);
});
