import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  durationSeconds,
  formatGoDuration,
  HistogramTotals,
  parseGoDuration,
  truncateToMillisecond,
} from '../../../../src/rules/kubelet/go/go-duration.ts';

// Every expected text was printed by Go 1.26: time.Duration(n * time.Microsecond).String().
const printed: readonly (readonly [number, string])[] = [
  [0, '0s'],
  [1, '1µs'],
  [45, '45µs'],
  [999, '999µs'],
  [1_000, '1ms'],
  [1_500, '1.5ms'],
  [300_000, '300ms'],
  [999_999, '999.999ms'],
  [1_000_000, '1s'],
  [1_500_000, '1.5s'],
  [12_345_678, '12.345678s'],
  [59_999_999, '59.999999s'],
  [60_000_000, '1m0s'],
  [90_000_000, '1m30s'],
  [3_599_999_999, '59m59.999999s'],
  [3_600_000_000, '1h0m0s'],
  [5_400_000_000, '1h30m0s'],
  [86_400_000_000, '24h0m0s'],
  [-1_500_000, '-1.5s'],
  [-1, '-1µs'],
  [Number.MAX_SAFE_INTEGER, '2501999h47m34.740991s'],
];

describe('formatGoDuration', () => {
  it.each(printed)('prints %d µs as Go does: %s', (micros, text) => {
    expect(formatGoDuration(micros)).toBe(text);
  });

  it('prints parts of a microsecond as nanoseconds', () => {
    expect(formatGoDuration(0.001)).toBe('1ns');
    expect(formatGoDuration(199_999.999)).toBe('199.999999ms');
  });

  it('is undone by parseGoDuration, for any whole number of microseconds', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (micros) => {
        expect(parseGoDuration(formatGoDuration(micros))).toBe(micros + 0);
      }),
    );
  });
});

// Checked against time.ParseDuration of Go 1.26, which metav1.Duration.UnmarshalJSON (apimachinery v0.36.3)
// calls.
describe('parseGoDuration', () => {
  it.each([
    ['2m', 120_000_000],
    ['1h30m', 5_400_000_000],
    ['0s', 0],
    ['0', 0],
    ['-0', 0],
    ['-0s', 0],
    ['-999ns', 0],
    ['300ms', 300_000],
    ['1.5s', 1_500_000],
    ['.5s', 500_000],
    ['1.s', 1_000_000],
    ['-1m', -60_000_000],
    ['+2s', 2_000_000],
    ['5us', 5],
    ['5µs', 5],
    ['5μs', 5],
    ['1m.5s', 60_500_000],
    ['9223372036s', 9_223_372_036_000_000],
    ['0.3333333333333333333h', 1_200_000_000],
    // with all its digits it would be a microsecond less
    ['0.81637637055555548425h', 2_938_954_934],
    ['0.000000000000000000000000000001h', 0],
    ['1ns', 0],
    ['1999ns', 1],
    ['2562047h47m16.854775807s', Number(2n ** 63n / 1_000n)],
    ['-2562047h47m16.854775808s', -Number(2n ** 63n / 1_000n)],
  ])('reads %s as %d µs', (text, micros) => {
    expect(parseGoDuration(text)).toBe(micros);
  });

  it.each([
    '',
    '-',
    's',
    '.s',
    '1',
    '1 s',
    ' 1s',
    '1s ',
    '1d',
    '1h-1m',
    '1mh',
    '1e3s',
    '1_000s',
    '0x1s',
    '1.2.3s',
    '1,5s',
    '１s',
    '9223372037s',
    '3000000h',
    '2562047h47m16.854775808s',
  ])('refuses %j', (text) => {
    expect(parseGoDuration(text)).toBeUndefined();
  });
});

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

describe('truncateToMillisecond', () => {
  // 0.999 ms prints `0s`; Duration.Truncate rounds towards zero
  it.each([
    [999, 0],
    [1_000, 1_000],
    [1_999, 1_000],
    [1_500_000, 1_500_000],
    [-1_500, -1_000],
    [1_499_999.9994, 1_499_000],
    [1_499_999.99999, 1_500_000],
  ])('cuts %d µs to %d µs', (micros, expected) => {
    expect(truncateToMillisecond(micros)).toBe(expected);
  });
});
