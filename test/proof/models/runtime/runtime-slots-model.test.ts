import { describe, expect, test } from 'vitest';
import type { ContextFrom } from 'xstate';
import type { runtimeSlotsMachine } from '../../../../machines/runtime/runtime-slots.ts';
import { imageOfLayer, runtimeSlotsModel } from '../../../../src/proof/models/runtime/runtime-slots-model.ts';
import { expectGrantedInTurn } from '../granted-in-turn.ts';
import { lastOf, onEvery, waysOf } from '../ways.ts';

const ways = waysOf(runtimeSlotsModel);

type Context = ContextFrom<typeof runtimeSlotsMachine>;

// The semaphores of containerd 2's transfer service (core/transfer/local, v2.4.2), and those of the SOCI snapshotter
// for each image (fs/adaptive_fetch_image_layers.go, v0.14).
describe('the slots of a runtime, on every path and on random walks', () => {
  test('are granted in turn: at once while one is free, then first come first served, to no image more than it may have', () => {
    onEvery(ways, (way) => {
      const {
        input: { slotsMax, slotsMaxPerImage = Infinity },
      }: Context = lastOf(way).snapshot.context;
      expectGrantedInTurn(way, { slotsMax, ofGroupMax: slotsMaxPerImage, groupOf: imageOfLayer });
    });
  });

  test('are never more than there are, and no layer waits while one is free', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot, state } of steps) {
        const {
          input: { slotsMax, slotsMaxPerImage },
          slotsInUse,
          waiting,
        }: Context = snapshot.context;
        expect(slotsInUse).toBeLessThanOrEqual(slotsMax);
        expect(slotsInUse).toBeGreaterThanOrEqual(0);
        expect(state).toBe(slotsInUse === slotsMax ? 'full' : 'free');
        if (state === 'free' && slotsMaxPerImage === undefined) expect(waiting.size).toBe(0);
      }
    });
  });

  test('record a wait exactly where a request is not granted', () => {
    onEvery(ways, ({ steps }) => {
      for (const { sent, said } of steps) {
        if (sent.type !== 'SLOT.REQUESTED') continue;
        const types = said.map(({ message: { type } }) => type);
        expect(types).toEqual(types.includes('RECORD') ? ['RECORD'] : ['SLOT.GRANTED']);
      }
    });
  });
});
