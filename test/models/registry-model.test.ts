import { describe, expect, test } from 'vitest';
import type { RegistryContext } from '../../machines/registry.ts';
import { items } from '../../src/kubelet/fifo.ts';
import { registryModel } from '../../src/models/registry-model.ts';
import { onEvery, saidTo, sentOf, upTo, waysOf } from './ways.ts';

// One HTTP answer a request; faults as the scenario words them (src/runtime/fault.ts).
const ways = waysOf(registryModel);

describe('a registry', () => {
  test('answers each request once, unless its client has gone: what is open is held, or waits for the dice', () => {
    onEvery(ways, (replay) => {
      let cancelled = 0;
      replay.steps.forEach(({ sent, snapshot }, index) => {
        const before: RegistryContext | undefined = replay.steps[index - 1]?.snapshot.context;
        const { held, drawing }: RegistryContext = snapshot.context;
        const wasHeld = before === undefined ? [] : items(before.held).map(({ request }) => request.id);
        if (sent.type === 'HTTP.CANCELLED' && wasHeld.includes(String(Reflect.get(sent, 'id')))) cancelled++;
        const beginning = upTo(replay, index);
        const open = sentOf(beginning, 'HTTP.REQUESTED').length - saidTo(beginning, 'client').length - cancelled;
        expect(open).toBe(held.size + drawing.size);
      });
    });
  });

  test('holds requests only as long as a stall lasts', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) {
        const { held, faults }: RegistryContext = snapshot.context;
        if (held.size > 0) expect(faults.map(({ id }) => id)).toContain('stall');
      }
    });
  });

  test('is healthy exactly while no fault of its own is in force, and then serves whatever exists', () => {
    onEvery(ways, ({ steps }) => {
      for (const { sent, said, state, snapshot } of steps) {
        expect(state === 'healthy').toBe((snapshot.context as RegistryContext).faults.length === 0);
        if (sent.type !== 'HTTP.REQUESTED' || state !== 'healthy') continue;
        const { exists } = Reflect.get(sent, 'request') as { readonly exists: boolean };
        const answer = { type: 'HTTP.ANSWERED', status: exists ? 200 : 404, roundTripMicros: 1_200, fault: undefined };
        expect(said).toEqual([{ to: 'client', message: answer }]);
      }
    });
  });

  test('draws one number for each request that chance decides', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ snapshot }, index) => {
        const beginning = upTo(replay, index);
        const owed = saidTo(beginning, 'dice').length - sentOf(beginning, 'DRAW.ANSWERED').length;
        expect(owed).toBe((snapshot.context as RegistryContext).drawing.size);
      });
    });
  });
});
