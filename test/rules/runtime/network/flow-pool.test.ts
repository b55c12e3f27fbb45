import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allItems, noSummary, put } from '../../../../src/rules/collections/ordered-tree.ts';
import { fairLevel } from '../../../../src/rules/runtime/network/fair-level.ts';
import {
  emptyPool,
  type FlowPool,
  findBundle,
  levelIn,
  nextInPool,
  relevelled,
  replaced,
} from '../../../../src/rules/runtime/network/flow-pool.ts';

interface Group {
  readonly flows: number;
  readonly ceiling: number;
}

/** A pool of groups with these flows, each of 100 bytes, and these ceilings. */
function poolOf(groups: readonly Group[]): FlowPool<undefined> {
  return groups.reduce<FlowPool<undefined>>((pool, group, sequence) => {
    const flow = {
      id: `f${sequence}`,
      bytes: 100,
      linkId: `link-${sequence}`,
      registry: 'r',
      requester: undefined,
    };
    const ends = put(undefined, 100e6, sequence, flow, noSummary);
    const bundle = {
      linkId: flow.linkId,
      registry: 'r',
      bytesPerSecondMax: Infinity,
      sequence,
      ...group,
      ends,
    };
    return replaced(pool, undefined, bundle, 0);
  }, emptyPool);
}

const ceilings = (...all: readonly number[]) => all.map((ceiling) => ({ flows: 1, ceiling }));

const group = fc.record({
  flows: fc.integer({ min: 1, max: 5 }),
  ceiling: fc.oneof(fc.nat(50), fc.constant(Infinity)),
});

// fairLevel looks at all of them; the pool at the way to the level only.
it('has the level at which its egress carries all its groups', () => {
  const property = fc.property(
    fc.array(group, { maxLength: 30, size: 'max' }),
    fc.nat(600),
    (groups, egress) => {
      expect(levelIn(poolOf(groups).bundles, egress)).toBe(fairLevel(egress, groups));
    },
  );
  fc.assert(property);
});

it('an egress without a limit, or without flows, has no level', () => {
  expect(levelIn(poolOf(ceilings(5, Infinity)).bundles, Infinity)).toBe(Infinity);
  expect(levelIn(undefined, 0)).toBe(Infinity);
});

it('no flow of a pool without flows ends next', () => {
  expect(nextInPool(emptyPool)).toBeUndefined();
});

it.each([
  { egress: Infinity, level: Infinity, turned: [] },
  { egress: 45, level: 20, turned: [30] },
  { egress: 35, level: 15, turned: [20, 30] },
  { egress: 6, level: 2, turned: [5, 20, 30] },
])(
  'an egress of $egress touches only the groups that it holds from now on: $turned',
  ({ egress, level, turned }) => {
    const pool = poolOf(ceilings(5, 20, 30));
    const after = relevelled(pool, egress, 0);
    expect(after.level).toBe(level);
    const touched = allItems(after.bundles).filter((bundle) => bundle !== findBundle(pool, bundle));
    expect(touched.map(({ ceiling }) => ceiling)).toEqual(turned);
    expect(touched.every(({ isFloating }) => isFloating)).toBe(true);
    expect(relevelled(after, egress, 7)).toBe(after);
  },
);

it('groups released by the egress are at their own rates again, and keep their bytes', () => {
  const held = relevelled(poolOf(ceilings(20, 30)), 20, 0);
  expect(nextInPool(held)).toMatchObject({ bundle: { sequence: 0 }, endMicros: 10_000_000 });
  // After 1 s each has 10 of its 100 bytes.
  const free = relevelled(held, Infinity, 1_000_000);
  expect(nextInPool(free)).toMatchObject({ bundle: { sequence: 1 }, endMicros: 4_000_000 });
});
