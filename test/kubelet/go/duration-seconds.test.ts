import { expect, it } from 'vitest';
import { durationSeconds, HistogramTotals } from '../../../src/kubelet/go/duration-seconds.ts';

it('is whole seconds and the fraction apart, as Duration.Seconds of Go adds them', () => {
  expect(durationSeconds(46_907_500)).toBe(46.9075);
  expect(durationSeconds(1.5)).toBe(1_500 / 1e9);
});

// Go 1.26: math.Round(sum*1e3)/1e3 over the same float64 additions
it.each([
  [[46_907_500], 46.908],
  [[20_000_500, 26_907_000], 46.908],
  [[100_500, 200_000, 300_000], 0.601],
  [[1_000_500, 1_000_000, 1_000_000], 3],
  [[999_500, 1_000, 7_000], 1.007],
  [[], 0],
])('the sum of %j µs is %s s', (observed, sum) => {
  expect(new HistogramTotals().add('seconds', observed)).toBe(sum);
});

// Recorded of v1.36.3: 5.7005 s are 5.7 where the process had observed as much before.
it('of a process that has observed before, the sum is by how much its total has grown', () => {
  const totals = new HistogramTotals();
  totals.add('seconds', [20_000_000_000]);
  totals.add('others', [100_500]);
  expect(totals.add('seconds', [5_700_500])).toBe(5.7);
  expect(new HistogramTotals().add('seconds', [5_700_500])).toBe(5.701);
});
