import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lanesOf, type Span } from '../../../src/reports/perfetto/perfetto-trace.ts';

test('a lane is taken again when it is free, the lowest first', () => {
  const spans = [
    { fromMs: 0, toMs: 10 },
    { fromMs: 0, toMs: 5 },
    { fromMs: 5, toMs: 6 },
    { fromMs: 7, toMs: 20 },
    { fromMs: 10, toMs: 12 },
    { fromMs: 11, toMs: 13 },
  ];
  expect(lanesOf(spans)).toEqual([0, 1, 1, 1, 0, 2]);
});

/** The same, asked of every lane each time. */
function slowly(spans: readonly Span[]): number[] {
  const until: number[] = [];
  return spans.map(({ fromMs, toMs }) => {
    const free = until.findIndex((end) => end <= fromMs);
    const lane = free < 0 ? until.length : free;
    until[lane] = toMs;
    return lane;
  });
}

test('any spans get the lanes that a search of all of them gives', () => {
  const span = fc.record({ fromMs: fc.nat(50), lastsMs: fc.integer({ min: 1, max: 30 }) });
  fc.assert(
    fc.property(fc.array(span, { maxLength: 60 }), (drawn) => {
      const spans = drawn
        .map(({ fromMs, lastsMs }) => ({ fromMs, toMs: fromMs + lastsMs }))
        .sort((a, b) => a.fromMs - b.fromMs);
      expect(lanesOf(spans)).toEqual(slowly(spans));
    }),
    { seed: 11, numRuns: 300 },
  );
});

test('there are as many lanes as spans at once, however many', () => {
  const spans = Array.from({ length: 20_000 }, (_, index) => ({ fromMs: index, toMs: index + 15_000 }));
  expect(new Set(lanesOf(spans)).size).toBe(15_000);
});
