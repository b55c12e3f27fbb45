import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleSeries } from '../../../src/interfaces/page/resources/sampled-series.ts';
import { type Series, SeriesBuilder, valueAt } from '../../../src/reports/run-view/series-builder.ts';

test('a builder leaves out what is no change, and keeps the last of several values at one time', () => {
  const series = new SeriesBuilder(0);
  series.set(0, 1);
  series.set(5, 1);
  series.set(7, 3);
  series.set(7, 2);
  series.set(9, 4);
  series.set(9, 2);
  series.add(10, -2);
  expect(series.finish()).toEqual({ atMs: [0, 7, 10], values: [1, 2, 0] });
});

const random = fc.array(fc.tuple(fc.nat(20), fc.nat(5)), { maxLength: 30 }).map((changes): Series => {
  const series = new SeriesBuilder(0);
  let atMs = 0;
  for (const [later, value] of changes) {
    atMs += later;
    series.set(atMs, value);
  }
  return series.finish();
});

test('valueAt finds what a walk finds', () => {
  fc.assert(
    fc.property(random, fc.integer({ min: -5, max: 300 }), (series, atMs) => {
      const last = series.atMs.findLastIndex((time) => time <= atMs);
      expect(valueAt(series, atMs)).toBe(series.values[Math.max(0, last)]);
    }),
  );
});

test('a sample has for each pixel the least and greatest value that holds within it', () => {
  fc.assert(
    fc.property(
      random,
      fc.nat(150),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 5 }),
      (series, fromMs, pixels, width) => {
        const sampled = sampleSeries(series, fromMs, fromMs + pixels * width, pixels);
        expect(sampled).toHaveLength(pixels);
        sampled.forEach(({ first, min, max }, pixel) => {
          const isLast = pixel === pixels - 1;
          const [begin, end] = [fromMs + pixel * width, fromMs + (pixel + 1) * width];
          const within = series.values.filter((_, index) => {
            const at = series.atMs[index] ?? 0;
            return at > begin && (at < end || (isLast && at === end));
          });
          expect(first).toBe(valueAt(series, begin));
          expect([min, max]).toEqual([Math.min(first, ...within), Math.max(first, ...within)]);
        });
      },
    ),
  );
  expect(sampleSeries({ atMs: [0], values: [1] }, 5, 5, 10)).toEqual([]);
});
