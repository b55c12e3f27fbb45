import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Capacities } from '../../src/runtime/fair-share.ts';
import type { Flow } from '../../src/runtime/flow-bundle.ts';
import {
  cancelFlow,
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
} from '../../src/runtime/flow-table.ts';
import { slowShare } from './slow-share.ts';

const links = ['a', 'b', 'c', 'd'];
const rate = fc.constantFrom(Infinity, Infinity, 0, 7, 300_000, 999_999, 1_000_000);
const linkRate = fc.constantFrom(Infinity, 300_000, 1_000_000, 1_000_001);

interface Shape {
  readonly name: string;
  readonly registries: readonly string[];
  readonly egress: fc.Arbitrary<Record<string, number>>;
}

const shapes: readonly Shape[] = [
  { name: 'no limited egress', registries: ['r', 's'], egress: fc.record({ r: fc.constant(Infinity), s: fc.constant(Infinity) }) },
  { name: 'one registry of limited egress', registries: ['r'], egress: fc.record({ r: rate }) },
  {
    name: 'one of limited egress beside others',
    registries: ['r', 's', 't'],
    egress: fc.record({ r: rate, s: fc.constant(Infinity), t: fc.constant(Infinity) }),
  },
  { name: 'a mesh', registries: ['r', 's', 't'], egress: fc.record({ r: rate, s: rate, t: rate }) },
];

const capacitiesOf = ({ registries, egress }: Shape): fc.Arbitrary<Capacities> => {
  const each = (some: fc.Arbitrary<number>) => fc.record(Object.fromEntries(registries.map((name) => [name, some])));
  const loose = fc.constantFrom(Infinity, Infinity, 200_000);
  return fc.record({
    links: fc.record(Object.fromEntries(links.map((name) => [name, linkRate]))),
    egress,
    perResponse: each(loose),
    perClient: each(loose),
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

interface Slow extends Flow<undefined> {
  /** In millionths of a byte. */
  left: number;
}

/** The same flows kept the deliberately slow way: every flow by itself, every rate anew at every change. */
class SlowTable {
  capacities: Capacities;
  flows: Slow[] = [];
  rates: readonly number[] = [];
  nowMicros = 0;

  constructor(capacities: Capacities) {
    this.capacities = capacities;
  }

  tune(): void {
    this.rates = slowShare(
      this.flows.map(({ linkId, registry, bytesPerSecondMax = Infinity }) => ({ linkId, registry, bytesPerSecondMax })),
      this.capacities,
    );
  }

  wait(toMicros: number): void {
    const micros = toMicros - this.nowMicros;
    if (micros > 0)
      for (const [place, flow] of this.flows.entries()) flow.left = Math.max(0, flow.left - (this.rates[place] ?? 0) * micros);
    this.nowMicros = toMicros;
  }

  endOf(place: number): number {
    const left = this.flows[place]?.left ?? 0;
    const perSecond = this.rates[place] ?? 0;
    return left === 0 ? this.nowMicros : perSecond === 0 ? Infinity : this.nowMicros + Math.ceil(left / perSecond);
  }

  drop(id: string): void {
    this.flows = this.flows.filter((flow) => flow.id !== id);
    this.tune();
  }
}

function compare(table: FlowTable<undefined>, slow: SlowTable): void {
  const ends = slow.flows.map((_, place) => slow.endOf(place));
  expect(nextEndMicros(table)).toBe(Math.min(Infinity, ...ends));
  for (const [place, { id, bytes, left }] of slow.flows.entries()) {
    expect(flowEndMicros(table, slow.nowMicros, id)).toBe(ends[place]);
    expect(receivedBytes(table, slow.nowMicros, id)).toBe(Math.floor(bytes - left / 1e6));
  }
  const byGroup = ({ linkId, registry, bytesPerSecond }: { linkId: string; registry: string; bytesPerSecond: number }) =>
    `${linkId} ${registry} ${bytesPerSecond}`;
  const all = flowRates(table).flatMap((group) => Array.from({ length: group.flows }, () => byGroup(group)));
  expect(all.sort()).toEqual(slow.flows.map((flow, place) => byGroup({ ...flow, bytesPerSecond: slow.rates[place] ?? -1 })).sort());
}

describe.each(shapes)('the rates and ends of flows: $name', (shape) => {
  it('are those of a table that works out every flow anew at every change', () => {
    fc.assert(
      fc.property(fc.array(stepOf(shape), { maxLength: 25 }), capacitiesOf(shape), capacitiesOf(shape), (steps, capacities, others) => {
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
          if (index === 12) {
            slow.capacities = others;
            slow.tune();
            table = retuneFlows(table, others, slow.nowMicros);
            compare(table, slow);
          }
        }
        endAll(1e12);
        for (const [place] of slow.flows.entries()) expect(slow.rates[place]).toBe(0);
      }),
      { numRuns: 150 },
    );
  });
});

it('keeps nothing of flows that have ended', () => {
  const capacities = { links: { a: 10 }, egress: { r: 5, s: 3 }, perResponse: { r: 9, s: 9 }, perClient: { r: 9, s: 9 } };
  let table = emptyFlowTable<undefined>();
  for (const registry of ['r', 's', 'r'])
    table = startFlow(table, capacities, 0, { id: `${table.sequence}`, bytes: 3, linkId: 'a', registry, requester: undefined });
  while (nextEndMicros(table) < Infinity) table = endFlow(table, capacities, nextEndMicros(table));
  expect(table).toEqual({ ...emptyFlowTable(), sequence: 3 });
});

it('throws where no flow is under way', () => {
  expect(() => firstToEnd(emptyFlowTable())).toThrow('no flow is under way');
});
