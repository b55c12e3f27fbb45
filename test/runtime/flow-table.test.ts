import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Capacities } from '../../src/runtime/fair-share.ts';
import { cancelFlow, emptyFlowTable, endFlow, firstToEnd, nextEndMicros, retuneFlows, startFlow } from '../../src/runtime/flow-table.ts';

const step = fc.record({
  link: fc.constantFrom('a', 'b', 'ab'),
  registry: fc.constantFrom('r', 's'),
  bytes: fc.nat(3_000_000),
  waits: fc.nat(500_000),
  cancels: fc.option(fc.nat(10), { nil: undefined }),
});
const rate = fc.constantFrom(Infinity, 0, 300_000, 1_000_000);
const capacities: fc.Arbitrary<Capacities> = fc.record({
  links: fc.record({ a: rate, b: rate, ab: rate }),
  egress: fc.record({ r: rate, s: rate }),
  perResponse: fc.record({ r: rate, s: rate }),
});

// A change gives new rates to the groups near it only, and keeps the next end; giving all groups new rates is the dumb way to the same.
it('knows the next end as if every rate had been worked out anew', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), capacities, (steps, limits) => {
      let table = emptyFlowTable<undefined>();
      let now = 0;
      const started: { id: string; linkId: string; registry: string }[] = [];
      const check = () => {
        const anew = retuneFlows(table, limits, now);
        expect(nextEndMicros(table)).toBe(nextEndMicros(anew));
        if (nextEndMicros(table) < Infinity) expect(firstToEnd(table).id).toBe(firstToEnd(anew).id);
      };
      for (const [index, { link, registry, bytes, waits, cancels }] of steps.entries()) {
        for (const until = now + waits; ; ) {
          const next = nextEndMicros(table);
          if (next > until) {
            now = until;
            break;
          }
          now = next;
          table = endFlow(table, limits, now);
          check();
        }
        const flow = { id: `f${index}`, bytes, linkId: link, registry, requester: undefined };
        table = startFlow(table, limits, now, flow);
        started.push(flow);
        check();
        const dropped = cancels === undefined ? undefined : started[cancels];
        if (dropped !== undefined) table = cancelFlow(table, limits, now, dropped);
        check();
      }
    }),
  );
});

it('throws where no flow is under way', () => {
  expect(() => firstToEnd(emptyFlowTable())).toThrow('no flow is under way');
});
