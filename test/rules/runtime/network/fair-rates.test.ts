import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Capacities } from '../../../../src/rules/runtime/network/capacities.ts';
import {
  emptyFlowTable,
  type FlowRate,
  flowRates,
  startFlow,
} from '../../../../src/rules/runtime/network/flow-table.ts';

const names = ['a', 'b', 'c'];
const limit = fc.oneof(
  fc.integer({ min: 100, max: 1_000 }),
  fc.integer({ min: 100, max: 1e9 }),
  fc.constant(Infinity),
);
const limits = fc.record(Object.fromEntries(names.map((name) => [name, limit])));
const someCapacities = fc.record({ links: limits, egress: limits, perResponse: limits, perClient: limits });
const someFlows = fc.array(
  fc.record({ linkId: fc.constantFrom(...names), registry: fc.constantFrom(...names) }),
  {
    minLength: 1,
    maxLength: 20,
  },
);

/** The rates of these flows, begun at once, by link and registry. */
function ratesOf(
  flows: readonly { readonly linkId: string; readonly registry: string }[],
  capacities: Capacities,
): readonly FlowRate[] {
  const begun = flows.reduce(
    (table, flow, index) =>
      startFlow(table, capacities, 0, { ...flow, id: `${index}`, bytes: 1, requester: undefined }),
    emptyFlowTable<undefined>(),
  );
  return flowRates(begun);
}

// Max-min fairness: a rate is maximal when every flow has a full pipe on its way on which nobody goes faster
// (Bertsekas and Gallager).
it('are max-min fair: no flow can gain without a loss for one that has no more', () => {
  fc.assert(
    fc.property(someFlows, someCapacities, (flows, capacities) => {
      const rates = ratesOf(flows, capacities);
      const pipesOf = (one: FlowRate) => [
        { capacity: capacities.links[one.linkId] ?? 0, on: (other: FlowRate) => other.linkId === one.linkId },
        {
          capacity: capacities.egress[one.registry] ?? 0,
          on: (other: FlowRate) => other.registry === one.registry,
        },
        {
          capacity: capacities.perClient[one.registry] ?? 0,
          on: (other: FlowRate) => other.linkId === one.linkId && other.registry === one.registry,
        },
      ];
      for (const one of rates) {
        const held = pipesOf(one).map(({ capacity, on }) => {
          const mates = rates.filter(on);
          const used = mates.reduce((sum, other) => sum + other.flows * other.bytesPerSecond, 0);
          if (capacity !== Infinity) expect(used).toBeLessThanOrEqual(capacity);
          // Less than a byte for each is lost to whole rates.
          const count = mates.reduce((sum, other) => sum + other.flows, 0);
          return (
            capacity - used < count && mates.every((other) => other.bytesPerSecond <= one.bytesPerSecond + 1)
          );
        });
        expect(one.bytesPerSecond === capacities.perResponse[one.registry] || held.includes(true)).toBe(true);
      }
    }),
  );
});

describe('the rates of one flow of each registry over one link', () => {
  it.each([
    {
      rule: 'what one egress does not give goes to the others, and so on',
      link: 30,
      egress: { a: 2, b: 12, c: Infinity },
      rates: { a: 2, b: 12, c: 16 },
    },
    {
      rule: 'whoever comes first',
      link: 30,
      egress: { a: Infinity, b: 12, c: 2 },
      rates: { a: 16, b: 12, c: 2 },
    },
    {
      rule: 'nobody stands still where all pipes are too thin',
      link: 1,
      egress: { a: 1, b: 1, c: 1 },
      rates: { a: 1, b: 1, c: 1 },
    },
    {
      rule: 'one that stalls leaves its share',
      link: 30,
      egress: { a: 0, b: 100, c: 100 },
      rates: { a: 0, b: 15, c: 15 },
    },
  ])('$rule', ({ link, egress, rates }) => {
    const loose = { a: Infinity, b: Infinity, c: Infinity };
    const capacities = { links: { x: link }, egress, perResponse: loose, perClient: loose };
    const got = ratesOf(
      names.map((registry) => ({ linkId: 'x', registry })),
      capacities,
    );
    expect(Object.fromEntries(got.map(({ registry, bytesPerSecond }) => [registry, bytesPerSecond]))).toEqual(
      rates,
    );
  });

  it('are not less than one where neither the link nor the egress has one for each', () => {
    const flows = names.map(() => ({ linkId: 'x', registry: 'a' }));
    const capacities = {
      links: { x: 1 },
      egress: { a: 1 },
      perResponse: { a: Infinity },
      perClient: { a: Infinity },
    };
    expect(ratesOf(flows, capacities).map(({ bytesPerSecond }) => bytesPerSecond)).toEqual([1]);
  });
});

it('names a pipe that was not declared', () => {
  const none = { links: {}, egress: { a: 1 }, perResponse: { a: 1 }, perClient: { a: 1 } };
  expect(() => ratesOf([{ linkId: 'x', registry: 'a' }], none)).toThrow('"x"');
});
