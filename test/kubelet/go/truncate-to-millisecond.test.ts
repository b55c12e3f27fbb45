import { describe, expect, it } from 'vitest';
import { truncateToMillisecond } from '../../../src/kubelet/go/truncate-to-millisecond.ts';

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
