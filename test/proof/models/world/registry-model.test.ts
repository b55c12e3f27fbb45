import { describe, expect, test } from 'vitest';
import type { RegistryContext } from '../../../../machines/world/registry-context.ts';
import type { RegistryCall } from '../../../../machines/world/registry-protocol.ts';
import { registryModel } from '../../../../src/proof/models/world/registry-model.ts';
import { items } from '../../../../src/rules/collections/fifo.ts';
import { entries } from '../../../../src/rules/collections/sorted-map.ts';
import { onEvery, saidTo, sentOf, upTo, waysOf } from '../ways.ts';

// One HTTP answer a request; faults as the scenario words them (src/rules/runtime/fault.ts).
const ways = waysOf(registryModel);

/** What others hear, they hear when it has travelled: no replay shows it. */
const isNear = ({ travels }: RegistryCall) => travels !== true;

describe('a registry', () => {
  test('answers each request once, or its cache does, unless its client has gone: what is open is held, or waits for chance', () => {
    onEvery(ways, (replay) => {
      let cancelled = 0;
      replay.steps.forEach(({ sent, snapshot }, index) => {
        const before: RegistryContext | undefined = replay.steps[index - 1]?.snapshot.context;
        const { held, drawing }: RegistryContext = snapshot.context;
        const wasHeld =
          before === undefined
            ? []
            : entries(before.held).flatMap(([id, call]) => (isNear(call) ? [id] : []));
        if (sent.type === 'HTTP.CANCELLED' && wasHeld.includes(String(Reflect.get(sent, 'id')))) cancelled++;
        const beginning = upTo(replay, index);
        const asked = saidTo(beginning, 'cache').filter(({ type }) => type === 'CONTENT.REQUESTED');
        const answered = saidTo(beginning, 'client').length + asked.length;
        const asks = sentOf(beginning, 'HTTP.REQUESTED').filter(({ travels }) => travels !== true);
        const open = [...entries(held).map(([, call]) => call), ...items(drawing)].filter(isNear);
        expect(asks.length - answered - cancelled).toBe(open.length);
      });
    });
  });

  test('holds requests only as long as the fault lasts that holds them', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) {
        const { held, state }: RegistryContext = snapshot.context;
        for (const [, { by }] of entries(held)) expect(state.faults.map(({ id }) => id)).toContain(by);
      }
    });
  });

  test('is healthy exactly while no fault of its own is in force, and then serves whatever exists', () => {
    onEvery(ways, ({ start, steps }) => {
      for (const { sent, said, state, snapshot } of steps) {
        expect(state === 'healthy').toBe((snapshot.context as RegistryContext).state.faults.length === 0);
        if (
          sent.type !== 'HTTP.REQUESTED' ||
          state !== 'healthy' ||
          start !== 'public' ||
          Reflect.get(sent, 'travels') === true
        )
          continue;
        const { exists, id } = Reflect.get(sent, 'request') as {
          readonly exists: boolean;
          readonly id: string;
        };
        const answer = {
          type: 'HTTP.ANSWERED',
          id,
          status: exists ? 200 : 404,
          roundTripMicros: 1_200,
          fault: undefined,
        };
        expect(said).toEqual([{ to: 'client', message: answer }]);
      }
    });
  });

  test('allows as many pulls as its limit says, names itself as the cause of every 429, and tells the first of them', () => {
    let refused = 0;
    const limited = ways.filter(({ start }) => start === 'limited');
    onEvery(limited, (replay) => {
      const answers = saidTo(replay, 'client').filter(({ because }) => because !== undefined);
      for (const answer of answers) {
        expect(answer).toMatchObject({
          status: 429,
          because: { kind: 'pullLimit', actor: 'registry/docker.io/client' },
        });
      }
      refused += answers.length;
      expect(saidTo(replay, 'recorder').filter(({ type }) => type === 'RECORD')).toHaveLength(
        Math.min(answers.length, 1),
      );
    });
    expect(refused).toBeGreaterThan(0);
  });

  test('draws one number for each request that chance decides', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ snapshot }, index) => {
        const beginning = upTo(replay, index);
        const owed = saidTo(beginning, 'random').length - sentOf(beginning, 'DRAW.ANSWERED').length;
        expect(owed).toBe((snapshot.context as RegistryContext).drawing.size);
      });
    });
  });
});
