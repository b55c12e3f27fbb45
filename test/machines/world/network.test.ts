import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import { networkMachine } from '../../../machines/world/network.ts';
import type { NetworkEvent } from '../../../machines/world/network-protocol.ts';
import { type ProcessorCapacity, unpackingSource } from '../../../src/rules/runtime/network/capacities.ts';
import { VirtualClock } from '../virtual-clock.ts';

interface Rates {
  readonly link?: number | null;
  readonly egress?: number | null;
  readonly perResponse?: number | null;
  readonly perClient?: number | null;
  readonly processors?: ProcessorCapacity;
}

function network({ link = null, egress = null, perResponse = null, perClient = null, processors }: Rates) {
  const clock = new VirtualClock();
  const reported: string[] = [];
  const recorder = createActor(
    fromTransition((_: undefined, event: { type: string }) => {
      reported.push(event.type);
      return undefined;
    }, undefined),
  ).start() as never;
  const registry = {
    egressBytesPerSecond: egress,
    bytesPerSecondPerResponse: perResponse,
    bytesPerSecondPerClient: perClient,
  };
  const input = {
    name: 'network',
    recorder,
    clock,
    links: {
      a: { bytesPerSecond: link, ...(processors === undefined ? {} : { processors }) },
      b: { bytesPerSecond: link },
    },
    registries: { r: registry, s: registry },
  };
  const actor = createActor(networkMachine, { clock: clock as never, input }).start();
  const ends: Record<string, number> = {};
  const send = (event: NetworkEvent) => actor.send(event);
  return {
    clock,
    ends,
    reported,
    faults: () => actor.getSnapshot().context.faults,
    send,
    at: (micros: number, act: () => void) => clock.setTimeout(act, micros - clock.now),
    /** Undefined until it is asked. */
    received(...ids: string[]) {
      let told: readonly number[] | undefined;
      const requester = createActor(
        fromTransition((_: undefined, event: { type: string; bytes?: readonly number[] }) => {
          told = event.bytes;
          return undefined;
        }, undefined),
      ).start();
      send({
        type: 'FLOWS.ASKED',
        flows: ids.map((id) => ({ id, linkId: 'a', registry: 'r' })),
        requester: requester as never,
      });
      return told;
    },
    flow(
      id: string,
      bytes: number,
      linkId = 'a',
      host = 'r',
      own: { readonly bytesPerSecondMax?: number } = {},
    ) {
      const requester = createActor(
        fromTransition((_: undefined, _event: { type: string }) => {
          ends[id] = clock.now;
          return undefined;
        }, undefined),
      ).start();
      send({
        type: 'FLOW.REQUESTED',
        id,
        bytes,
        linkId,
        registry: host,
        requester: requester as never,
        ...own,
      });
    },
  };
}

// docs/measurements.md R4: active responses share the link equally
describe('the network', () => {
  it('shares a link equally, and remaining flows go faster', () => {
    const net = network({ link: 1e6 });
    net.flow('big', 3e6);
    net.flow('small', 1e6);
    net.clock.run();
    expect(net.ends).toEqual({ small: 2e6, big: 4e6 });
  });

  it('ends a flow at the first microsecond at which its bytes have been served', () => {
    const net = network({ link: 3 });
    net.flow('one', 1);
    net.clock.run();
    expect(net.ends).toEqual({ one: 333_334 });
  });

  it('shares the egress of a registry between nodes, and a link that it leaves idle with another registry', () => {
    const net = network({ link: 3e6, egress: 2e6 });
    net.flow('a', 1e6, 'a', 'r');
    net.flow('b', 1e6, 'b', 'r');
    net.flow('other', 2e6, 'a', 's');
    net.clock.run();
    expect(net.ends).toEqual({ a: 1e6, b: 1e6, other: 1e6 });
  });

  it('holds each response to its limit', () => {
    const net = network({ link: 10e6, perResponse: 1e6 });
    for (const id of ['a', 'b', 'c']) net.flow(id, 1e6);
    net.clock.run();
    expect(net.ends).toEqual({ a: 1e6, b: 1e6, c: 1e6 });
  });

  it('holds all that a registry sends to one client to its limit, and each client to its own', () => {
    const net = network({ link: 10e6, perClient: 2e6 });
    for (const id of ['a1', 'a2']) net.flow(id, 1e6, 'a', 'r');
    net.flow('other', 8e6, 'a', 's');
    net.flow('b', 2e6, 'b', 'r');
    net.clock.run();
    expect(net.ends).toEqual({ a1: 1e6, a2: 1e6, other: 4e6, b: 1e6 });
  });

  it('lets a trickling flow go at its own pace, and gives the rest to the others', () => {
    const net = network({ link: 1e6 });
    net.flow('slow', 1e6, 'a', 'r', { bytesPerSecondMax: 1e5 });
    net.flow('fast', 1.8e6, 'a', 'r');
    net.clock.run();
    expect(net.ends).toEqual({ fast: 2e6, slow: 10e6 });
  });

  it('reports received bytes in the order of the question, and none of an unknown flow', () => {
    const net = network({ link: 1e6 });
    net.flow('one', 3e6);
    net.flow('other', 1e6);
    const told: unknown[] = [];
    for (const at of [0, 500_001, 2_500_000])
      net.at(at, () => told.push(net.received('other', 'one', 'stranger')));
    net.clock.run();
    expect(told).toEqual([
      [0, 0, 0],
      [250_000, 250_000, 0],
      [0, 1_500_000, 0],
    ]);
  });

  it('delivers at once where nothing limits it', () => {
    const net = network({});
    net.flow('a', 1e12);
    net.clock.run();
    expect(net.ends).toEqual({ a: 0 });
  });

  it('gives the share of a cancelled flow to the others', () => {
    const net = network({ link: 1e6 });
    net.flow('kept', 2e6);
    net.flow('dropped', 2e6);
    net.at(1e6, () => net.send({ type: 'FLOW.CANCELLED', id: 'dropped', linkId: 'a', registry: 'r' }));
    net.clock.run();
    expect(net.ends).toEqual({ kept: 2.5e6 });
  });

  it('slows a link down for as long as the fault lasts, and freezes what a stalled registry sends', () => {
    const net = network({ link: 1e6 });
    net.flow('a', 2e6);
    net.at(1e6, () =>
      net.send({
        type: 'FAULT.BEGAN',
        id: 'slow',
        fault: { kind: 'slowLink', node: 'a', bytesPerSecond: 1e5 },
      }),
    );
    net.at(2e6, () => net.send({ type: 'FAULT.ENDED', id: 'slow' }));
    net.at(2e6, () =>
      net.send({ type: 'FAULT.BEGAN', id: 'stall', fault: { kind: 'stall', registry: 'r' } }),
    );
    net.at(5e6, () => net.send({ type: 'FAULT.ENDED', id: 'stall' }));
    net.clock.run();
    expect(net.ends).toEqual({ a: 5.9e6 });
  });

  it('goes on at another rate when a link is changed, and without end when it has no limit any more', () => {
    const net = network({ link: 1e6 });
    net.flow('a', 3e6, 'a');
    net.flow('b', 3e6, 'b');
    net.at(1e6, () => net.send({ type: 'LINK.CHANGED', linkId: 'a', link: { bytesPerSecond: 2e6 } }));
    net.at(2e6, () => net.send({ type: 'LINK.CHANGED', linkId: 'b', link: { bytesPerSecond: null } }));
    net.clock.run();
    expect(net.ends).toEqual({ a: 2e6, b: 2e6 });
  });

  it('delivers flows that end together, and those of no bytes, at that very moment', () => {
    const net = network({ link: 2e6 });
    for (const id of ['a', 'b']) net.flow(id, 1e6);
    net.at(1e6, () => net.flow('empty', 0));
    net.clock.run();
    expect(net.ends).toEqual({ a: 1e6, b: 1e6, empty: 1e6 });
  });

  it('ignores faults of others, and the end of an unknown fault', () => {
    const net = network({ link: 1e6 });
    net.flow('a', 2e6);
    net.at(5e5, () => net.send({ type: 'FAULT.BEGAN', id: 'down', fault: { kind: 'registryDown' } }));
    net.at(1e6, () => net.send({ type: 'FAULT.ENDED', id: 'down' }));
    net.clock.run();
    expect(net.ends).toEqual({ a: 2e6 });
    expect(net.faults()).toEqual({});
    expect(net.reported).toEqual([]);
  });

  it('has at most one timer running', () => {
    const net = network({ link: 1e6 });
    for (let index = 0; index < 50; index++) net.flow(`f${index}`, 1e6 + index);
    expect(net.clock.run()).toBeLessThanOrEqual(50);
    expect(Object.keys(net.ends)).toHaveLength(50);
  });

  // docs/measurements.md R5: two cores saturate with two unpackings.
  describe('with processors for two bodies, or for one unpacking', () => {
    const two = { bytesPerSecond: 2e6, bytesPerUnpackMicro: 2 };
    it.each<{
      readonly rule: string;
      readonly begun: Record<string, number>;
      readonly ends: Record<string, number>;
    }>([
      { rule: 'an unpacking alone takes its own time', begun: { unpack: 1_234 }, ends: { unpack: 1_234 } },
      {
        rule: 'two take twice as long',
        begun: { unpack1: 1_000, unpack2: 1_000 },
        ends: { unpack1: 2_000, unpack2: 2_000 },
      },
      {
        rule: 'a body has half of them beside an unpacking',
        begun: { unpack: 1e6, body: 2e6 },
        ends: { unpack: 2e6, body: 2e6 },
      },
      {
        rule: 'what one leaves goes to the others',
        begun: { unpack: 1e6, body: 1e6 },
        ends: { body: 1e6, unpack: 1.5e6 },
      },
    ])('$rule', ({ begun, ends }) => {
      const net = network({ processors: two });
      for (const [id, bytes] of Object.entries(begun))
        net.flow(id, bytes, 'a', id.startsWith('unpack') ? unpackingSource : 'r');
      net.clock.run();
      expect(net.ends).toEqual(ends);
    });

    it('a slow link leaves them to the unpacking, whose end leaves the link as it was', () => {
      const net = network({ link: 2e5, processors: two });
      net.flow('body', 4e5);
      net.flow('unpack', 9e5, 'a', unpackingSource);
      net.clock.run();
      expect(net.ends).toEqual({ unpack: 1e6, body: 2e6 });
    });

    it('unpacking gets the share of a cancelled flow, and is not slowed where processors are not modelled', () => {
      const net = network({ processors: two });
      net.flow('kept', 1_000, 'a', unpackingSource);
      net.flow('dropped', 1_000, 'a', unpackingSource);
      for (const id of ['c', 'd']) net.flow(id, 1_000, 'b', unpackingSource);
      net.at(1_000, () =>
        net.send({ type: 'FLOW.CANCELLED', id: 'dropped', linkId: 'a', registry: unpackingSource }),
      );
      net.clock.run();
      expect(net.ends).toEqual({ kept: 1_500, c: 1_000, d: 1_000 });
    });
  });

  const flows = fc.array(
    fc.record({
      at: fc.nat(3_000_000),
      bytes: fc.nat(3_000_000),
      link: fc.constantFrom('a', 'b'),
      registry: fc.constantFrom('r', 's'),
    }),
    { minLength: 1, maxLength: 20 },
  );

  it('conserves bytes: no link and no egress ever carries more than it can, and none idles while a flow could use it', () => {
    fc.assert(
      fc.property(flows, fc.integer({ min: 100_000, max: 2e6 }), (plan, link) => {
        const net = network({ link });
        for (const [index, flow] of plan.entries())
          net.at(flow.at, () => net.flow(`f${index}`, flow.bytes, flow.link, flow.registry));
        net.clock.run();
        expect(Object.keys(net.ends)).toHaveLength(plan.length);
        for (const name of ['a', 'b']) {
          const own = plan.flatMap((flow, index) =>
            flow.link === name ? [{ ...flow, end: net.ends[`f${index}`] ?? 0 }] : [],
          );
          // With links as the only limit, each is a server that never idles while there is work: a busy
          // period lasts as long as its bytes take, whoever gets them in which order. Rates are whole bytes,
          // so it may end a little later.
          let busyUntil = 0;
          for (const flow of [...own].sort((one, other) => one.at - other.at)) {
            busyUntil = Math.max(busyUntil, flow.at) + (flow.bytes * 1e6) / link;
          }
          const last = Math.max(0, ...own.map(({ end }) => end));
          expect(last).toBeGreaterThanOrEqual(Math.floor(busyUntil) - own.length);
          expect(last).toBeLessThanOrEqual(Math.ceil(busyUntil * 1.0005) + own.length);
        }
      }),
    );
  });
});
