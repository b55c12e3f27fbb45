import { describe, expect, test } from 'vitest';
import type { NetworkContext } from '../../../../machines/world/network.ts';
import { networkModel } from '../../../../src/proof/models/world/network-model.ts';
import { entries } from '../../../../src/rules/collections/sorted-map.ts';
import { unpackingSource } from '../../../../src/rules/runtime/network/capacities.ts';
import { type FlowRate, flowRates, nextEndMicros } from '../../../../src/rules/runtime/network/flow-table.ts';
import { onEvery, saidOf, sentOf, upTo, waysOf } from '../ways.ts';

// Max-min fair shares, as measured for containerd (docs/measurements.md R4).
const ways = waysOf(networkModel);

function ratesOf({ flows }: NetworkContext) {
  return flowRates(flows);
}

describe('the network', () => {
  test('gives the flows of a link, of a registry, and of the processors no more than these get done', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) {
        const context: NetworkContext = snapshot.context;
        const totalOf = (rates: readonly FlowRate[]) =>
          rates.reduce((sum, { flows, bytesPerSecond }) => sum + flows * bytesPerSecond, 0);
        const rate = totalOf(ratesOf(context).filter(({ registry }) => registry !== unpackingSource));
        expect(rate).toBeLessThanOrEqual(context.capacities.links['node-1'] ?? 0);
        expect(rate).toBeLessThanOrEqual(context.capacities.egress['docker.io'] ?? 0);
        const { bytesPerSecond = Infinity, bytesPerUnpackMicro = 0 } =
          context.capacities.processors?.['node-1'] ?? {};
        const unpacking = totalOf(ratesOf(context).filter(({ registry }) => registry === unpackingSource));
        expect(rate + unpacking * bytesPerUnpackMicro).toBeLessThanOrEqual(bytesPerSecond);
      }
    });
  });

  test('tells each flow of its end once, unless it is cancelled', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ snapshot }, index) => {
        const beginning = upTo(replay, index);
        const underWay = ratesOf(snapshot.context).reduce((sum, { flows }) => sum + flows, 0);
        const cancelled = sentOf(beginning, 'FLOW.CANCELLED').filter(({ id }) => id !== 'none').length;
        expect(sentOf(beginning, 'FLOW.REQUESTED')).toHaveLength(
          underWay + cancelled + saidOf(beginning, 'FLOW.FINISHED').length,
        );
      });
    });
  });

  test('tells who asks how many layers are unpacked, whatever else flows', () => {
    onEvery(ways, ({ steps }) => {
      for (const { sent, said, snapshot } of steps) {
        const counted = said
          .filter(({ message }) => message.type === 'UNPACKINGS.COUNTED')
          .map(({ message }) => message);
        const unpackings =
          snapshot.context.flows.flows === undefined
            ? 0
            : entries(snapshot.context.flows.flows).filter(([id]) => id === 'unpacking').length;
        expect(counted).toEqual(
          sent.type === 'UNPACKINGS.ASKED' ? [{ type: 'UNPACKINGS.COUNTED', unpackings }] : [],
        );
      }
    });
  });

  test('tells who asks how far each flow has come: never back, never beyond its bytes, and nothing of a stranger', () => {
    const whole: Readonly<Record<string, number>> = { first: 1_000, second: 2_000, unpacking: 1e9 };
    onEvery(ways, ({ steps }) => {
      const before = new Map<string, number>();
      for (const { sent, said } of steps) {
        const { id, flows } = sent as unknown as {
          readonly id: string;
          readonly flows: readonly { readonly id: string }[];
        };
        if (sent.type === 'FLOW.REQUESTED') before.delete(id);
        const told = said.flatMap(({ to, message }) =>
          to === 'watcher' && message.type === 'FLOWS.MEASURED'
            ? [message as unknown as { readonly bytes: readonly number[] }]
            : [],
        );
        expect(told).toHaveLength(sent.type === 'FLOWS.ASKED' ? 1 : 0);
        for (const { bytes } of told) {
          expect(bytes).toHaveLength(flows.length);
          for (const [place, flow] of flows.entries()) {
            const come = bytes[place] ?? -1;
            expect(come).toBeGreaterThanOrEqual(before.get(flow.id) ?? 0);
            expect(come).toBeLessThanOrEqual(whole[flow.id] ?? 0);
            before.set(flow.id, come);
          }
        }
      }
    });
  });

  test('waits for an end exactly while there is one to wait for', () => {
    onEvery(ways, ({ steps }) => {
      for (const { state, snapshot } of steps) {
        expect(state).toBe(
          nextEndMicros((snapshot.context as NetworkContext).flows) < Infinity ? 'flowing' : 'quiet',
        );
      }
    });
  });

  test('lets no flow end before its bytes can have come', () => {
    const fastest = { 'a narrow link': 1_000, 'a narrow registry': 1_000, 'few processors': 1_000 };
    onEvery(ways, ({ start, steps }) => {
      const begun = new Map<string, { readonly atMicros: number; readonly bytes: number }>();
      for (const { sent, said, atMicros } of steps) {
        const { id, bytes } = sent as unknown as { readonly id: string; readonly bytes: number };
        if (sent.type === 'FLOW.REQUESTED') begun.set(id, { atMicros, bytes });
        for (const { to } of said.filter(({ message }) => message.type === 'FLOW.FINISHED')) {
          const flow = begun.get(to);
          const rate = to === 'unpacking' ? 1e6 : fastest[start as keyof typeof fastest];
          const leastMicros = ((flow?.bytes ?? Infinity) * 1e6) / rate;
          expect(atMicros - (flow?.atMicros ?? 0)).toBeGreaterThanOrEqual(leastMicros);
        }
      }
    });
  });
});
