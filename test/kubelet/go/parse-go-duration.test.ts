import { describe, expect, it } from 'vitest';
import { parseGoDuration } from '../../../src/kubelet/go/parse-go-duration.ts';

// Checked against time.ParseDuration of Go 1.26, which metav1.Duration.UnmarshalJSON (apimachinery v0.36.3) calls.
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
