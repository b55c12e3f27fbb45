import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fairShare } from '../../../src/runtime/network/fair-share.ts';
import { slowShare } from '../slow-share.ts';

const names = ['a', 'b', 'c'];
const limits = (least: number) => fc.oneof(fc.integer({ min: least, max: 100 }), fc.integer({ min: 100, max: 1e9 }), fc.constant(Infinity));
const ratesFrom = (least: number) => fc.record(Object.fromEntries(names.map((name) => [name, limits(least)])));
const capacitiesFrom = (least: number) =>
  fc.record({ links: ratesFrom(least), egress: ratesFrom(least), perResponse: ratesFrom(least), perClient: ratesFrom(least) });
const group = fc.record({
  linkId: fc.constantFrom(...names),
  registry: fc.constantFrom(...names),
  flows: fc.integer({ min: 1, max: 5 }),
  bytesPerSecondMax: fc.constantFrom(Infinity, Infinity, 7, 1e6),
});
const groups = fc.uniqueArray(group, {
  minLength: 1,
  maxLength: 9,
  selector: ({ linkId, registry, bytesPerSecondMax }) => `${linkId} ${registry} ${bytesPerSecondMax}`,
});

// docs/measurements.md R4: active responses share the link equally.
it('is what each flow would get by itself, filled up byte by byte', () => {
  fc.assert(
    fc.property(groups, capacitiesFrom(0), (all, capacities) => {
      const alone = all.flatMap((one) => Array.from({ length: one.flows }, () => one));
      const slow = slowShare(alone, capacities);
      const rates = fairShare(all, capacities);
      expect(all.flatMap((one, place) => Array.from({ length: one.flows }, () => rates[place]))).toEqual(slow);
    }),
    { numRuns: 400 },
  );
});

// Max-min fairness: a rate is maximal when every flow has a full pipe on its way on which nobody goes faster (Bertsekas and Gallager).
it('is max-min fair: nobody can get more but at the cost of somebody who has no more', () => {
  fc.assert(
    fc.property(groups, capacitiesFrom(100), (all, capacities) => {
      const shares = fairShare(all, capacities);
      const pipesOf = (one: (typeof all)[number]) => [
        { capacity: capacities.links[one.linkId] ?? 0, on: (other: typeof one) => other.linkId === one.linkId },
        { capacity: capacities.egress[one.registry] ?? 0, on: (other: typeof one) => other.registry === one.registry },
        {
          capacity: capacities.perClient[one.registry] ?? 0,
          on: (other: typeof one) => other.linkId === one.linkId && other.registry === one.registry,
        },
      ];
      all.forEach((one, index) => {
        const share = shares[index] ?? 0;
        const held = pipesOf(one).map(({ capacity, on }) => {
          const used = all.reduce((sum, other, place) => sum + (on(other) ? other.flows * (shares[place] ?? 0) : 0), 0);
          if (capacity !== Infinity) expect(used).toBeLessThanOrEqual(capacity);
          // Less than a byte for each is lost to whole rates.
          const flows = all.reduce((sum, other) => sum + (on(other) ? other.flows : 0), 0);
          return capacity - used < flows && all.every((other, place) => !on(other) || (shares[place] ?? 0) <= share + 1);
        });
        const isCapped = share === Math.min(capacities.perResponse[one.registry] ?? 0, one.bytesPerSecondMax);
        expect(isCapped || held.includes(true)).toBe(true);
      });
    }),
  );
});

describe('the rates of one flow of each registry over one link', () => {
  it.each([
    {
      rule: 'what one egress does not give goes to the others, and so on',
      link: 30,
      egress: { a: 2, b: 12, c: Infinity },
      rates: [2, 12, 16],
    },
    { rule: 'whoever comes first', link: 30, egress: { a: Infinity, b: 12, c: 2 }, rates: [16, 12, 2] },
    { rule: 'nobody stands still where all pipes are too thin', link: 1, egress: { a: 1, b: 1, c: 1 }, rates: [1, 1, 1] },
    { rule: 'one that stalls leaves its share', link: 30, egress: { a: 0, b: 100, c: 100 }, rates: [0, 15, 15] },
  ])('$rule', ({ link, egress, rates }) => {
    const all = names.map((registry) => ({ linkId: 'x', registry, flows: 1, bytesPerSecondMax: Infinity }));
    const loose = { a: Infinity, b: Infinity, c: Infinity };
    expect(fairShare(all, { links: { x: link }, egress, perResponse: loose, perClient: loose })).toEqual(rates);
  });

  it('are not less than one where neither the link nor the egress has one for each', () => {
    const all = [{ linkId: 'x', registry: 'a', flows: 3, bytesPerSecondMax: Infinity }];
    expect(fairShare(all, { links: { x: 1 }, egress: { a: 1 }, perResponse: { a: Infinity }, perClient: { a: Infinity } })).toEqual([1]);
  });
});

it('says which pipe nobody has declared', () => {
  const all = { registry: 'a', flows: 1, bytesPerSecondMax: Infinity };
  const none = { links: {}, egress: { a: 1 }, perResponse: { a: 1 }, perClient: { a: 1 } };
  expect(() => fairShare([{ linkId: 'x', ...all }], none)).toThrow('"x"');
});
