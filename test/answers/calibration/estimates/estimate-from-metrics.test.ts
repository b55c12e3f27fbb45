import { expect, test } from 'vitest';
import { estimateFromMetrics } from '../../../../src/answers/calibration/estimates/estimate-from-metrics.ts';

const mebibyte = 1024 * 1024;

test('pulls of one class say between which rates the link lies', () => {
  // 5.15 s a pull, of which 0.15 s are not for bytes.
  const estimate = estimateFromMetrics([{ sizeClass: '100MB-500MB', count: 4, seconds: 20.6 }]);
  expect(estimate?.low).toBeCloseTo((100 * mebibyte) / 5, 3);
  expect(estimate?.high).toBeCloseTo((500 * mebibyte) / 5, 3);
  expect(estimate?.value).toBeCloseTo((Math.sqrt(5) * 100 * mebibyte) / 5, 3);
  expect(estimate).toMatchObject({ samples: 4, from: "pulls in the kubelet's histogram" });
});

test('of several classes the one in the middle of the pulls counts, ordered by their rates', () => {
  const slow = { sizeClass: '10MB-100MB', count: 3, seconds: 3 * 10.15 };
  const middle = { sizeClass: '100MB-500MB', count: 3, seconds: 3 * 10.15 };
  const fast = { sizeClass: '1GB-5GB', count: 3, seconds: 3 * 10.15 };
  for (const histograms of [
    [slow, middle, fast],
    [fast, middle, slow],
  ]) {
    expect(estimateFromMetrics(histograms)).toMatchObject({ low: 10 * mebibyte, samples: 9 });
  }
  expect(estimateFromMetrics([slow, { ...fast, count: 4, seconds: 4 * 10.15 }])?.low).toBeCloseTo(
    (1024 * mebibyte) / 10,
    3,
  );
});

test('exactly half of the pulls is enough', () => {
  const slow = { sizeClass: '10MB-100MB', count: 3, seconds: 3 * 10.15 };
  expect(
    estimateFromMetrics([slow, { sizeClass: '1GB-5GB', count: 3, seconds: 3 * 10.15 }])?.low,
  ).toBeCloseTo(mebibyte, 3);
});

test('a pull that took less than what no bytes need still has a rate', () => {
  expect(estimateFromMetrics([{ sizeClass: '10MB-100MB', count: 10, seconds: 1 }])?.low).toBe(
    1_000 * mebibyte,
  );
});

test('classes that are open at an end, or unknown, say nothing', () => {
  const open = ['0-10MB', 'GT100GB', 'N/A'].map((sizeClass) => ({ sizeClass, count: 5, seconds: 20 }));
  expect(estimateFromMetrics(open)).toBeUndefined();
  expect(estimateFromMetrics([])).toBeUndefined();
});
