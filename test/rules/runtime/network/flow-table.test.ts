import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Capacities, unpackingSource } from '../../../../src/rules/runtime/network/capacities.ts';
import type { Flow } from '../../../../src/rules/runtime/network/flow-bundle.ts';
import {
  cancelFlow,
  egressLevels,
  emptyFlowTable,
  endFlow,
  type FlowTable,
  firstToEnd,
  flowEndMicros,
  flowRates,
  nextEndMicros,
  receivedBytes,
  retuneFlows,
  startFlow,
} from '../../../../src/rules/runtime/network/flow-table.ts';
import { SlowTable } from '../slow-table.ts';

const links = ['a', 'b', 'c', 'd'];
const rate = fc.constantFrom(Infinity, Infinity, 0, 7, 300_000, 999_999, 1_000_000);
const linkRate = fc.constantFrom(Infinity, 300_000, 1_000_000, 1_000_001);

interface Shape {
  readonly name: string;
  readonly registries: readonly string[];
  readonly egress: fc.Arbitrary<Record<string, number>>;
}

const shapes: readonly Shape[] = [
  {
    name: 'no limited egress',
    registries: ['r', 's'],
    egress: fc.record({ r: fc.constant(Infinity), s: fc.constant(Infinity) }),
  },
  { name: 'one registry of limited egress', registries: ['r'], egress: fc.record({ r: rate }) },
  {
    name: 'one of limited egress beside others',
    registries: ['r', 's', 't'],
    egress: fc.record({ r: rate, s: fc.constant(Infinity), t: fc.constant(Infinity) }),
  },
  { name: 'a mesh', registries: ['r', 's', 't'], egress: fc.record({ r: rate, s: rate, t: rate }) },
  {
    name: 'unpacking beside downloads of limited egress',
    registries: ['r', 's', unpackingSource],
    egress: fc.record({ r: rate, s: rate, [unpackingSource]: fc.constant(Infinity) }),
  },
];

/** An unpacking takes as much as a few bodies, a part of one, or more than there is. */
const processors = fc.record({
  bytesPerSecond: fc.constantFrom(600_000, 1_000_000, 2_000_001, 1e9),
  bytesPerUnpackMicro: fc.constantFrom(0.25, 0.5, 1, 1.4, 268.25),
});

const capacitiesOf = ({ registries, egress }: Shape): fc.Arbitrary<Capacities> => {
  const each = (some: fc.Arbitrary<number>) =>
    fc.record(Object.fromEntries(registries.map((name) => [name, some])));
  const loose = fc.constantFrom(Infinity, Infinity, 200_000);
  const unpacks = registries.includes(unpackingSource);
  const alsoOf = (bytesPerSecond: number) => (some: Record<string, number>) =>
    unpacks ? { ...some, [unpackingSource]: bytesPerSecond } : some;
  return fc.record({
    links: fc.record(Object.fromEntries(links.map((name) => [name, linkRate]))),
    egress,
    perResponse: each(loose).map(alsoOf(1e6)),
    perClient: each(loose).map(alsoOf(Infinity)),
    ...(unpacks
      ? {
          processors: fc.record(Object.fromEntries(links.map((name) => [name, processors])), {
            requiredKeys: ['a', 'b'],
          }),
        }
      : {}),
  });
};

const stepOf = ({ registries }: Shape) =>
  fc.record({
    linkId: fc.constantFrom(...links),
    registry: fc.constantFrom(...registries),
    bytes: fc.oneof(fc.constant(0), fc.nat(1_000_000)),
    max: fc.constantFrom(undefined, undefined, undefined, 50_000, 0),
    waits: fc.nat(300_000),
    cancels: fc.option(fc.nat(12), { nil: undefined }),
  });

// Without a size, fast-check makes no more than ten.
const stepsOf = (shape: Shape) => fc.array(stepOf(shape), { maxLength: 25, size: 'max' });

function compare(table: FlowTable<undefined>, slow: SlowTable): void {
  const ends = slow.flows.map((_, place) => slow.endOf(place));
  const byGroup = ({
    linkId,
    registry,
    bytesPerSecond,
  }: {
    linkId: string;
    registry: string;
    bytesPerSecond: number;
  }) => `${linkId} ${registry} ${bytesPerSecond}`;
  const all = flowRates(table).flatMap((group) => Array.from({ length: group.flows }, () => byGroup(group)));
  expect({
    nextEnd: nextEndMicros(table),
    flows: slow.flows.map(({ id }) => [
      flowEndMicros(table, slow.nowMicros, id),
      receivedBytes(table, slow.nowMicros, id),
    ]),
    rates: all.sort(),
  }).toEqual({
    nextEnd: Math.min(Infinity, ...ends),
    flows: slow.flows.map(({ bytes, left }, place) => [ends[place], Math.floor(bytes - left / 1e6)]),
    rates: slow.flows
      .map((flow, place) => byGroup({ ...flow, bytesPerSecond: slow.rates[place] ?? -1 }))
      .sort(),
  });
}

describe.each(shapes)('the rates and ends of flows: $name', (shape) => {
  it('are those of a table that computes every flow anew at every change', () => {
    fc.assert(
      fc.property(
        stepsOf(shape),
        fc.nat(24),
        capacitiesOf(shape),
        capacitiesOf(shape),
        (steps, retunesAt, capacities, others) => {
          const slow = new SlowTable(capacities);
          let table = emptyFlowTable<undefined>();
          const started: Flow<undefined>[] = [];
          const endAll = (until: number) => {
            for (let next = nextEndMicros(table); next <= until; next = nextEndMicros(table)) {
              slow.wait(next);
              const { id } = firstToEnd(table);
              table = endFlow(table, slow.capacities, next);
              slow.drop(id);
              compare(table, slow);
            }
          };
          for (const [index, { linkId, registry, bytes, max, waits, cancels }] of steps.entries()) {
            const until = slow.nowMicros + waits;
            endAll(until);
            slow.wait(until);
            const own = max === undefined ? {} : { bytesPerSecondMax: max };
            const flow = { id: `f${index}`, bytes, linkId, registry, requester: undefined, ...own };
            table = startFlow(table, slow.capacities, slow.nowMicros, flow);
            slow.flows.push({ ...flow, left: bytes * 1e6 });
            slow.tune();
            started.push(flow);
            compare(table, slow);
            const dropped = cancels === undefined ? undefined : started[cancels];
            if (dropped !== undefined) {
              table = cancelFlow(table, slow.capacities, slow.nowMicros, dropped);
              slow.drop(dropped.id);
              compare(table, slow);
            }
            if (index === retunesAt) {
              slow.capacities = others;
              slow.tune();
              table = retuneFlows(table, others, slow.nowMicros);
              compare(table, slow);
            }
          }
          endAll(1e12);
          for (const [place] of slow.flows.entries()) expect(slow.rates[place]).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });
});

it('keeps nothing of flows that have ended', () => {
  const capacities = {
    links: { a: 10 },
    egress: { r: 5, s: 3 },
    perResponse: { r: 9, s: 9 },
    perClient: { r: 9, s: 9 },
  };
  let table = emptyFlowTable<undefined>();
  for (const registry of ['r', 's', 'r'])
    table = startFlow(table, capacities, 0, {
      id: `${table.sequence}`,
      bytes: 3,
      linkId: 'a',
      registry,
      requester: undefined,
    });
  while (nextEndMicros(table) < Infinity) table = endFlow(table, capacities, nextEndMicros(table));
  expect(table).toEqual({ ...emptyFlowTable(), sequence: 3 });
});

/** A network of these links and egresses, without other limits. */
function network(links: Record<string, number>, egress: Record<string, number>): Capacities {
  const loose = Object.fromEntries(Object.keys(egress).map((registry) => [registry, Infinity]));
  return { links, egress, perResponse: loose, perClient: loose };
}

type Start = readonly [linkId: string, registry: string, bytes: number, bytesPerSecondMax?: number];

const tens = (...links: readonly string[]): readonly Start[] => links.map((linkId) => [linkId, 'r', 10]);

/** The table after these flows, f0, f1 and so on, have started at once. */
function started(capacities: Capacities, starts: readonly Start[]): FlowTable<undefined> {
  return starts.reduce((table, [linkId, registry, bytes, bytesPerSecondMax = Infinity], index) => {
    const flow = { id: `f${index}`, linkId, registry, bytes, bytesPerSecondMax, requester: undefined };
    return startFlow(table, capacities, 0, flow);
  }, emptyFlowTable<undefined>());
}

describe('where several flows end at once, those of the group that has had flows for longest come first', () => {
  const wide = { a: Infinity, b: Infinity, c: Infinity, d: Infinity };
  it.each<{
    readonly of: string;
    readonly capacities: Capacities;
    readonly starts: readonly Start[];
    readonly order?: readonly string[];
  }>([
    {
      of: 'one group, as they started',
      capacities: network({ a: 30 }, { r: Infinity }),
      starts: tens('a', 'a', 'a'),
    },
    {
      of: 'links as fast as each other',
      capacities: network({ a: 10, b: 10, c: 10, d: 10 }, { r: Infinity }),
      starts: tens('d', 'b', 'a', 'c'),
    },
    {
      of: 'faster and slower links',
      capacities: network({ a: 20, b: 5, c: 10, d: 30 }, { r: Infinity }),
      starts: [
        ['c', 'r', 10],
        ['b', 'r', 5],
        ['d', 'r', 30],
        ['a', 'r', 20],
      ],
    },
    {
      of: 'an egress that holds them all',
      capacities: network(wide, { r: 40 }),
      starts: tens('d', 'b', 'a', 'c'),
    },
    {
      of: 'a link, and an egress after it',
      capacities: network({ a: 10, b: Infinity }, { r: 30 }),
      starts: [
        ['a', 'r', 10],
        ['b', 'r', 20],
      ],
    },
    {
      of: 'an egress, and a link after it',
      capacities: network({ a: 10, b: Infinity }, { r: 30 }),
      starts: [
        ['b', 'r', 20],
        ['a', 'r', 10],
      ],
    },
    {
      of: 'several registries',
      capacities: network({ a: 10, b: 10, c: 10, d: 10 }, { r: Infinity, s: Infinity, t: 10 }),
      starts: [
        ['a', 's', 10],
        ['b', 'r', 10],
        ['c', 't', 10],
        ['d', 's', 10],
      ],
    },
    {
      of: 'a group, and one that began before its last flow',
      capacities: network({ a: 20, b: 10 }, { r: Infinity }),
      starts: tens('a', 'b', 'a'),
      order: ['f0', 'f2', 'f1'],
    },
  ])('$of', ({ capacities, starts, order = starts.map((_, index) => `f${index}`) }) => {
    let table = started(capacities, starts);
    const ended: string[] = [];
    for (let at = nextEndMicros(table); at < Infinity; at = nextEndMicros(table)) {
      expect(at).toBe(1_000_000);
      ended.push(firstToEnd(table).id);
      table = endFlow(table, capacities, at);
    }
    expect(ended).toEqual(order);
  });
});

describe('the report on running flows', () => {
  // r sends three flows at 8 each; what that leaves of link a goes to s.
  const capacities = network({ a: 30, b: 10, c: 10 }, { r: 24, s: Infinity });
  const starts: readonly Start[] = [
    ['b', 'r', 100],
    ['a', 'r', 100],
    ['a', 'r', 100],
    ['a', 's', 100],
  ];
  const onA = [
    { linkId: 'a', registry: 'r', flows: 2, bytesPerSecond: 8 },
    { linkId: 'a', registry: 's', flows: 1, bytesPerSecond: 14 },
  ];
  const onB = [{ linkId: 'b', registry: 'r', flows: 1, bytesPerSecond: 8 }];

  it.each([
    { linkId: undefined, rates: [...onA, ...onB] },
    { linkId: 'a', rates: onA },
    { linkId: 'b', rates: onB },
    { linkId: 'c', rates: [] },
  ])('the rates over link $linkId, by registry', ({ linkId, rates }) => {
    expect(flowRates(started(capacities, starts), linkId)).toEqual(rates);
  });

  it('flows of another limit have a rate of their own', () => {
    const table = started(network({ a: 30 }, { r: Infinity }), [
      ['a', 'r', 9, 5],
      ['a', 'r', 9],
      ['a', 'r', 9, 5],
    ]);
    expect(flowRates(table).map(({ flows, bytesPerSecond }) => [flows, bytesPerSecond])).toEqual([
      [1, 20],
      [2, 5],
    ]);
  });

  it('the level of each registry that sends', () => {
    expect([...egressLevels(started(capacities, starts))]).toEqual([
      ['r', 8],
      ['s', Infinity],
    ]);
    expect([...egressLevels(emptyFlowTable())]).toEqual([]);
  });

  it('of a flow that is not: it ends now, has got nothing, and cannot be cancelled', () => {
    const table = started(capacities, starts);
    expect(flowEndMicros(table, 70, 'f9')).toBe(70);
    expect(receivedBytes(table, 70, 'f9')).toBe(0);
    expect(cancelFlow(table, capacities, 70, { id: 'f9' })).toBe(table);
  });
});

it('a flow goes on from where it was when its registry sends again', () => {
  const sends = network({ a: 10 }, { r: Infinity });
  const stalls = network({ a: 10 }, { r: 0 });
  const stalled = retuneFlows(started(sends, [['a', 'r', 10]]), stalls, 500_000);
  expect([nextEndMicros(stalled), receivedBytes(stalled, 2_000_000, 'f0')]).toEqual([Infinity, 5]);
  expect(nextEndMicros(retuneFlows(stalled, sends, 2_000_000))).toBe(2_500_000);
});

it('throws where no flow is under way, or none of them moves', () => {
  expect(() => firstToEnd(emptyFlowTable())).toThrow('no flow is under way');
  const stalls = network({ a: 10 }, { r: 0 });
  expect(() => firstToEnd(started(stalls, [['a', 'r', 10]]))).toThrow('no flow is under way');
});
