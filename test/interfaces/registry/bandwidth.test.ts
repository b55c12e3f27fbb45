import { expect, test } from 'vitest';
import { SharedRate } from '../../../src/interfaces/registry/sending/bandwidth.ts';

test('pieces pass one after the other, and one that comes a little late does not delay the next', () => {
  const rate = new SharedRate(1_000_000);
  expect(rate.reserve(10_000, 1_000_000)).toBe(1_010_000);
  expect(rate.reserve(10_000, 1_000_000)).toBe(1_020_000);
  // 5 ms after the last could have passed: it counts from then on.
  expect(rate.reserve(10_000, 1_025_000)).toBe(1_030_000);
});

test('after a pause nothing passes at once that did not pass before', () => {
  const rate = new SharedRate(1_000_000);
  rate.reserve(10_000, 1_000_000);
  expect(rate.reserve(10_000, 1_500_000)).toBe(1_510_000);
});

test.each([
  [100_000, 5_000],
  [5_000_000, 16_384],
  [20_000_000, 40_000],
  [10_000_000_000, 262_144],
  [1, 1],
])('of %d bytes a second, a piece has %d', (bytesPerSecond, bytes) => {
  expect(new SharedRate(bytesPerSecond).pieceBytes(1)).toBe(bytes);
});
