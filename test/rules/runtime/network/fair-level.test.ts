import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fairLevel, wholeRate } from '../../../../src/rules/runtime/network/fair-level.ts';

const ceiling = fc.oneof(fc.nat(50), fc.constant(Infinity));
const demands = fc.array(fc.record({ flows: fc.integer({ min: 1, max: 5 }), ceiling }), {
  minLength: 1,
  maxLength: 6,
});

it('is the highest whole level at which a pipe carries all that it can, counted no higher than their ceilings', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), demands, (capacity, all) => {
      const used = (level: number) =>
        all.reduce(
          (sum, { flows, ceiling: own }) => sum + (level === 0 ? 0 : flows * Math.min(own, level)),
          0,
        );
      const level = fairLevel(capacity, all);
      if (level === Infinity) expect(used(Infinity)).toBeLessThanOrEqual(capacity);
      else {
        expect(used(level + 1)).toBeGreaterThan(capacity);
        // Nobody stands still where anything moves.
        if (level !== 1) expect(used(level)).toBeLessThanOrEqual(capacity);
        expect(level > 0).toBe(capacity > 0);
      }
    }),
  );
});

it.each([
  { capacity: 10, all: [{ flows: 1, ceiling: 10 }], level: Infinity, why: 'it carries one flow exactly' },
  {
    capacity: 10,
    all: [
      { flows: 2, ceiling: 2 },
      { flows: 1, ceiling: 6 },
    ],
    level: Infinity,
    why: 'it carries them all exactly',
  },
  { capacity: 0, all: [{ flows: 2, ceiling: 0 }], level: Infinity, why: 'nobody asks for anything' },
  { capacity: 0, all: [{ flows: 2, ceiling: 1 }], level: 0, why: 'it carries nothing' },
  { capacity: Infinity, all: [{ flows: 2, ceiling: Infinity }], level: Infinity, why: 'it has no limit' },
  { capacity: 1, all: [{ flows: 3, ceiling: Infinity }], level: 1, why: 'nobody stands still' },
])('of $capacity bytes per second is $level where $why', ({ capacity, all, level }) => {
  expect(fairLevel(capacity, all)).toBe(level);
});

it('a limit is a whole rate, and none only where it is none', () => {
  expect([0, 0.3, 1.9, 7, Infinity].map(wholeRate)).toEqual([0, 1, 1, 7, Infinity]);
});
