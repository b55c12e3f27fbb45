import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../tools/validation/compare-times.ts';
import type { VariantVerdict } from '../../tools/validation/validate-variant.ts';
import { verdictRow } from '../../tools/validation/verdict-row.ts';

const count = (what: string, agrees: boolean): Comparison => ({
  about: 'counts',
  what,
  real: '1',
  ours: '2',
  agrees,
});
const time = (
  about: 'pulls' | 'moments',
  what: string,
  realMs: number,
  oursMs: number,
  agrees = true,
): Comparison => {
  return { about, what, real: `${realMs}`, ours: `${oursMs}`, agrees, realMs, oursMs };
};

function verdict(comparisons: readonly Comparison[], changed: Partial<VariantVerdict> = {}): VariantVerdict {
  const misses = comparisons
    .filter(({ agrees }) => !agrees)
    .map((comparison) => ({ comparison, known: undefined }));
  return {
    name: 'e1-order/c2-eq8-n3',
    repetitions: 3,
    comparisons,
    failure: undefined,
    misses,
    staleMisses: [],
    steps: [],
    ...changed,
  };
}

const known = { variant: 'e1-order/c2-eq8-n3', what: ['counts'], reason: 'a reason' };

describe('the line of the table', () => {
  it('says how many of what was counted agree', () => {
    expect(verdictRow(verdict([count('a', true), count('b', true)]))).toMatchObject({
      counts: 'all',
      order: '–',
      verdict: 'agrees',
    });
    expect(verdictRow(verdict([count('a', true), count('b', false)]))).toMatchObject({
      counts: '1/2',
      verdict: 'MISS',
    });
  });

  it('shows the time that is farthest off, one that misses before all others', () => {
    const short = time('pulls', 'p0', 10, 20);
    expect(verdictRow(verdict([short, time('pulls', 'p1', 1_000, 1_100)])).time).toBe(
      'p0: 10 → 20 ms (+100.0 %)',
    );
    expect(verdictRow(verdict([short, time('pulls', 'p1', 1_000, 800, false)])).time).toBe(
      'p1: 1000 → 800 ms (−20.0 %)',
    );
    expect(verdictRow(verdict([time('moments', 'last byte', 100, 100)])).moment).toBe(
      'last byte: 100 → 100 ms (+0.0 %)',
    );
  });

  it('tells a known miss from one that is not, and a declaration that is not so from both', () => {
    const comparison = count('a', false);
    expect(verdictRow(verdict([comparison], { misses: [{ comparison, known }] })).verdict).toBe('known miss');
    expect(verdictRow(verdict([], { staleMisses: ['counts'] })).verdict).toBe('MISS');
    expect(verdictRow(verdict([], { failure: 'no transition' })).verdict).toBe('FAILED');
  });
});
