import { describe, expect, it } from 'vitest';
import type { Capacities } from '../../../../src/rules/runtime/network/capacities.ts';
import type { LinkBundle } from '../../../../src/rules/runtime/network/flow-bundle.ts';
import { createLink, filledLink } from '../../../../src/rules/runtime/network/flow-link.ts';

const loose = { r: Infinity, s: Infinity, t: Infinity };
const free: Capacities = { links: { a: 30 }, egress: loose, perResponse: loose, perClient: loose };

/** Groups of flows over link a, of these registries, numbers and limits. */
const groups = (
  ...all: readonly (readonly [registry: string, flows: number, bytesPerSecondMax?: number])[]
): readonly LinkBundle[] =>
  all.map(([registry, flows, bytesPerSecondMax = Infinity], sequence) => {
    return { linkId: 'a', registry, flows, bytesPerSecondMax, sequence, ceiling: 0 };
  });

const each = groups(['t', 1], ['s', 1], ['r', 1]);

describe('a link', () => {
  it.each([
    {
      why: 'they are of one registry',
      bundles: groups(['r', 2], ['r', 1, 5]),
      link: 30,
      egress: { ...loose, r: 5 },
      limited: [],
    },
    { why: 'it can never be full', bundles: each, link: Infinity, egress: { ...loose, r: 5 }, limited: [] },
    { why: 'no egress is limited', bundles: each, link: 30, egress: loose, limited: [] },
    { why: 'one is', bundles: each, link: 30, egress: { ...loose, s: 5 }, limited: ['s'] },
    { why: 'several are', bundles: each, link: 30, egress: { r: 0, s: Infinity, t: 9 }, limited: ['t', 'r'] },
  ])(
    'gives its flows what the egress of $limited leaves, where $why',
    ({ bundles, link, egress, limited }) => {
      expect(createLink('a', 0, bundles, { ...free, links: { a: link }, egress }).limited).toEqual(limited);
    },
  );

  it.each([
    { what: 'no limits', limits: {}, own: [Infinity, 3, Infinity] },
    { what: 'a limit per response', limits: { perResponse: { ...loose, r: 8.5 } }, own: [8, 3, Infinity] },
    { what: 'a limit per client', limits: { perClient: { ...loose, r: 20 } }, own: [8, 3, Infinity] },
    { what: 'a wide limit per client', limits: { perClient: { ...loose, s: 20 } }, own: [Infinity, 3, 20] },
  ])('has the ceiling of each flow alone: $what', ({ limits, own }) => {
    expect(createLink('a', 0, groups(['r', 2], ['r', 1, 3], ['s', 1]), { ...free, ...limits }).own).toEqual(
      own,
    );
  });

  // Each ceiling: what the link would give if the flow's own egress and all higher ones had no limit.
  it.each([
    { levels: { r: 2, s: Infinity, t: 12 }, ceilings: { r: 10, t: 14, s: 16 }, level: 16 },
    { levels: { r: 10, s: Infinity, t: 10 }, ceilings: { r: 10, t: 10, s: 10 }, level: 10 },
    { levels: { r: 0, s: Infinity, t: 2 }, ceilings: { r: 10, t: 15, s: 28 }, level: 28 },
    { levels: { r: 2, s: 3, t: 4 }, ceilings: { r: 10, s: 14, t: 25 }, level: Infinity },
  ])('is filled from the lowest egress up: $levels', ({ levels, ceilings, level }) => {
    const known: Readonly<Record<string, number>> = levels;
    const capacities = { ...free, egress: levels };
    const filled = filledLink(
      createLink('a', 0, each, capacities),
      capacities,
      (registry) => known[registry] ?? Infinity,
    );
    expect(Object.fromEntries(filled.bundles.map(({ registry, ceiling }) => [registry, ceiling]))).toEqual(
      ceilings,
    );
    expect(filled.level).toBe(level);
  });

  it('leaves the groups alone whose ceilings stay', () => {
    const filled = filledLink(createLink('a', 0, each, free), free, () => Infinity);
    const slower = { ...free, perResponse: { ...loose, r: 10 } };
    const again = filledLink(createLink('a', 0, filled.bundles, slower), slower, () => Infinity);
    expect(filled.bundles.map(({ ceiling }) => ceiling)).toEqual([10, 10, 10]);
    expect(again.bundles.every((bundle, place) => bundle === filled.bundles[place])).toBe(true);
  });
});
