import { describe, expect, test } from 'vitest';
import type { NetworkContext } from '../../machines/network.ts';
import { networkModel } from '../../src/models/network-model.ts';
import { nextEndMicros } from '../../src/runtime/flow-table.ts';
import { valuesUnder } from '../../src/runtime/sorted-map.ts';
import { onEvery, saidOf, sentOf, upTo, waysOf } from './ways.ts';

// Max-min fair shares, as measured for containerd (shared/runtime-runs R4).
const ways = waysOf(networkModel);

function groupsOf({ flows }: NetworkContext) {
  return valuesUnder(flows.groups, '');
}

describe('the network', () => {
  test('gives the flows of a link, and of a registry, no more than it carries', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) {
        const context: NetworkContext = snapshot.context;
        const rate = groupsOf(context).reduce((sum, { flows, bytesPerSecond }) => sum + flows * bytesPerSecond, 0);
        expect(rate).toBeLessThanOrEqual(context.capacities.links['node-1'] ?? 0);
        expect(rate).toBeLessThanOrEqual(context.capacities.egress['docker.io'] ?? 0);
      }
    });
  });

  test('tells each flow of its end once, unless it is cancelled', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ snapshot }, index) => {
        const beginning = upTo(replay, index);
        const underWay = groupsOf(snapshot.context).reduce((sum, { flows }) => sum + flows, 0);
        const cancelled = sentOf(beginning, 'FLOW.CANCELLED').filter(({ id }) => id !== 'none').length;
        expect(sentOf(beginning, 'FLOW.REQUESTED')).toHaveLength(underWay + cancelled + saidOf(beginning, 'FLOW.FINISHED').length);
      });
    });
  });

  test('waits for an end exactly while there is one to wait for', () => {
    onEvery(ways, ({ steps }) => {
      for (const { state, snapshot } of steps) {
        expect(state).toBe(nextEndMicros((snapshot.context as NetworkContext).flows) < Infinity ? 'flowing' : 'quiet');
      }
    });
  });

  test('lets no flow end before its bytes can have come', () => {
    const fastest = { 'a narrow link': 1_000, 'a narrow registry': 1_000 };
    onEvery(ways, ({ start, steps }) => {
      const begun = new Map<string, { readonly atMicros: number; readonly bytes: number }>();
      for (const { sent, said, atMicros } of steps) {
        const { id, bytes } = sent as unknown as { readonly id: string; readonly bytes: number };
        if (sent.type === 'FLOW.REQUESTED') begun.set(id, { atMicros, bytes });
        for (const { to } of said.filter(({ message }) => message.type === 'FLOW.FINISHED')) {
          const flow = begun.get(to);
          const leastMicros = ((flow?.bytes ?? Infinity) * 1e6) / (fastest[start as keyof typeof fastest] ?? 0);
          expect(atMicros - (flow?.atMicros ?? 0)).toBeGreaterThanOrEqual(leastMicros);
        }
      }
    });
  });
});
