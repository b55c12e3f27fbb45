import { describe, expect, it } from 'vitest';
import {
  cleanPages,
  type PageCache,
  pagesAt,
  pieceBytes,
  throttleMicros,
  withDirty,
} from '../../../../src/rules/runtime/disk/page-cache.ts';

// Documentation/admin-guide/sysctl/vm.rst: dirty_background_ratio, dirty_ratio, dirty_expire_centisecs.
const limits = { writeBackBytesPerSecond: 100e6, backgroundBytes: 1e9, limitBytes: 2e9 };
const second = 1_000_000;

/** Writes in pieces at this rate, waiting where it has to, and returns how long it took, in s. */
function secondsToWrite(bytes: number, bytesPerSecond: number): number {
  const piece = pieceBytes(limits);
  let cache = cleanPages;
  let now = 0;
  for (let left = bytes; left > 0; left -= piece) {
    cache = withDirty(cache, limits, Math.min(piece, left), now);
    now += throttleMicros(cache, limits) + Math.round((Math.min(piece, left) / bytesPerSecond) * second);
  }
  return now / second;
}

describe('pages that wait to be written back', () => {
  it('wait below the background level until the first is 30 s old', () => {
    const cache = withDirty(cleanPages, limits, 0.8e9, 5 * second);
    expect(pagesAt(cache, limits, 34 * second).dirtyBytes).toBe(0.8e9);
    expect(pagesAt(cache, limits, 39 * second).dirtyBytes).toBe(0.4e9);
    expect(pagesAt(cache, limits, 60 * second)).toEqual({
      dirtyBytes: 0,
      waiting: [],
      asOfMicros: 60 * second,
    });
  });

  it('are written by their own age: what came later stays', () => {
    const cache = withDirty(withDirty(cleanPages, limits, 0.2e9, 0), limits, 0.3e9, 25 * second);
    expect(pagesAt(cache, limits, 33 * second).dirtyBytes).toBe(0.3e9);
    expect(pagesAt(cache, limits, 56 * second).dirtyBytes).toBe(0.2e9);
  });

  it('are written back above it, and no further than to it before that age', () => {
    const cache = withDirty(cleanPages, limits, 1.5e9, 0);
    expect(pagesAt(cache, limits, 2 * second).dirtyBytes).toBe(1.3e9);
    expect(pagesAt(cache, limits, 20 * second).dirtyBytes).toBe(1e9);
  });

  it('come to the same whether one looks in between or not', () => {
    const cache = withDirty(cleanPages, limits, 1.9e9, 0);
    const seconds = [3, 9, 12, 29, 31, 33];
    const looked = seconds.reduce<PageCache>((at, moment) => pagesAt(at, limits, moment * second), cache);
    expect(looked).toEqual(pagesAt(cache, limits, 33 * second));
  });

  it('let who writes go on at its own rate up to the hard limit, and at that of the disk above', () => {
    // 300 MB/s fill 1 GB in 3.3 s, and then 200 MB/s remain: the limit after 8.3 s, with 2.5 GB written.
    expect(secondsToWrite(2e9, 300e6)).toBeCloseTo(6.7, 1);
    expect(secondsToWrite(2.5e9, 300e6)).toBeCloseTo(8.4, 0);
    const [first, second] = [secondsToWrite(4e9, 300e6), secondsToWrite(6e9, 300e6)];
    expect((second - first) / 2).toBeCloseTo(10, 0);
  });

  it('hold nobody up who writes slower than the disk', () => {
    expect(secondsToWrite(10e9, 90e6)).toBeCloseTo(10_000 / 90, 0);
  });
});
