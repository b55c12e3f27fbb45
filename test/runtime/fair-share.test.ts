import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fairShare } from '../../src/runtime/fair-share.ts';

const names = ['a', 'b', 'c'];
const rates = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.oneof(fc.integer({ min: 100, max: 1e9 }), fc.constant(Infinity))])),
);
const group = fc.record({ linkId: fc.constantFrom(...names), registry: fc.constantFrom(...names), flows: fc.integer({ min: 1, max: 20 }) });
const groups = fc.uniqueArray(group, { minLength: 1, maxLength: 9, selector: ({ linkId, registry }) => `${linkId} ${registry}` });

// Max-min fairness: a rate is maximal when every flow has a full pipe on its way on which nobody goes faster (Bertsekas and Gallager).
it('is max-min fair: nobody can get more but at the cost of somebody who has no more', () => {
  fc.assert(
    fc.property(groups, rates, rates, rates, (all, links, egress, perResponse) => {
      const shares = fairShare(all, { links, egress, perResponse });
      const used = (picks: (group: (typeof all)[number]) => boolean) =>
        all.reduce((sum, one, index) => sum + (picks(one) ? one.flows * (shares[index] ?? 0) : 0), 0);
      all.forEach((one, index) => {
        const share = shares[index] ?? 0;
        const pipes = [
          { capacity: links[one.linkId] ?? 0, on: (other: typeof one) => other.linkId === one.linkId },
          { capacity: egress[one.registry] ?? 0, on: (other: typeof one) => other.registry === one.registry },
        ];
        for (const { capacity, on } of pipes) if (capacity !== Infinity) expect(used(on)).toBeLessThanOrEqual(capacity + 1e-6);
        const capped = share >= Math.floor(perResponse[one.registry] ?? 0) || share === Infinity;
        const held = pipes.some(({ capacity, on }) => {
          const flows = all.reduce((sum, other) => sum + (on(other) ? other.flows : 0), 0);
          const full = capacity - used(on) <= flows + 1e-6;
          return full && all.every((other, place) => !on(other) || (shares[place] ?? 0) <= share + 1);
        });
        expect(capped || held).toBe(true);
      });
    }),
  );
});

it('says which pipe nobody has declared', () => {
  expect(() => fairShare([{ linkId: 'x', registry: 'a', flows: 1 }], { links: {}, egress: { a: 1 }, perResponse: { a: 1 } })).toThrow(
    '"x"',
  );
});
