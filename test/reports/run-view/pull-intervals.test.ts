import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PullIntervals } from '../../../src/reports/run-view/pull-intervals.ts';

const pulls = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 30 })), { maxLength: 25 });

it('finds how many pulls share a span, and the longest, as a walk over all of them does', () => {
  fc.assert(
    fc.property(pulls, fc.nat(60), fc.integer({ min: 1, max: 40 }), (drawn, fromMs, length) => {
      const toMs = fromMs + length;
      const all = drawn.map(([from, lasts], row) => ({ row, fromMs: from, toMs: from + lasts }));
      const shared = all
        .map((pull) => Math.min(pull.toMs, toMs) - Math.max(pull.fromMs, fromMs))
        .filter((sharedMs) => sharedMs > 0);
      const found = new PullIntervals(all).within(fromMs, toMs);
      expect(found?.count ?? 0).toBe(shared.length);
      expect(found?.longestMs).toBe(shared.length === 0 ? undefined : Math.max(...shared));
    }),
    { numRuns: 400 },
  );
});
