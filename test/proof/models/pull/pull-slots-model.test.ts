import { describe, expect, test } from 'vitest';
import type { ContextFrom } from 'xstate';
import type { pullSlotsMachine } from '../../../../machines/pull/pull-slots.ts';
import { pullSlotsModel } from '../../../../src/proof/models/pull/pull-slots-model.ts';
import { expectGrantedInTurn } from '../granted-in-turn.ts';
import { lastOf, onEvery, waysOf } from '../ways.ts';

const ways = waysOf(pullSlotsModel);

type Context = ContextFrom<typeof pullSlotsMachine>;

// parallelImagePuller in pkg/kubelet/images/puller.go (v1.27 to v1.36.3): tokens of a channel, served in the
// order of waiting.
describe('the pull slots, on every path and on random walks', () => {
  test('are granted in turn: at once while one is free, then first come first served', () => {
    onEvery(ways, (way) => {
      const {
        input: { slotsMax },
      }: Context = lastOf(way).snapshot.context;
      expectGrantedInTurn(way, { slotsMax });
    });
  });

  test('are never more than there are, and nobody waits while one is free', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot, state } of steps) {
        const {
          input: { slotsMax },
          slotsInUse,
          waiting,
        }: Context = snapshot.context;
        expect(slotsInUse).toBeLessThanOrEqual(slotsMax);
        expect(slotsInUse).toBeGreaterThanOrEqual(0);
        expect(state).toBe(slotsInUse === slotsMax ? 'full' : 'free');
        if (state === 'free') expect(waiting.size).toBe(0);
      }
    });
  });

  test('name whose release made room, exactly where somebody had to wait', () => {
    onEvery(ways, ({ steps }) => {
      for (const { sent, said } of steps) {
        for (const { message } of said.filter(({ message: { type } }) => type === 'SLOT.GRANTED')) {
          expect(message.releasedBy).toBe(sent.type === 'SLOT.RELEASED' ? 'holder' : undefined);
        }
      }
    });
  });
});
