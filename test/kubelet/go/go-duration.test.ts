import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatGoDuration } from '../../../src/kubelet/go/go-duration.ts';
import { parseGoDuration } from '../../../src/kubelet/go/parse-go-duration.ts';

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
