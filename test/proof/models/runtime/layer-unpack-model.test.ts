import { describe, expect, test } from 'vitest';
import { layerUnpackModel } from '../../../../src/proof/models/runtime/layer-unpack-model.ts';
import { lastOf, onEvery, saidOf, saidTo, sentOf, upTo, waysOf } from '../ways.ts';

// The top half of containerd's unpacker (core/unpack/unpacker.go, v2.4): the slot before the bytes, and given
// back whatever happens. The SOCI snapshotter takes it once the bytes are there (fs/parallel_unpacker.go, v0.14).
const ways = waysOf(layerUnpackModel);

const writing = ['unpacking.writing', 'unpacking.throttled'];

/** Where layers take slots: in which states they have one. */
const statesWithSlot: Readonly<Record<string, readonly string[]>> = {
  'two at once': ['awaitingBytes', ...writing],
  'by the SOCI snapshotter': writing,
};

describe('one that unpacks', () => {
  test('where others unpack beside it, holds a slot exactly from its grant until the layer is written, has failed, or is cancelled', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state }, index) => {
        const beginning = upTo(replay, index);
        const states = statesWithSlot[replay.start];
        if (states === undefined) {
          expect(saidTo(beginning, 'unpackSlots')).toEqual([]);
          return;
        }
        const held = sentOf(beginning, 'SLOT.GRANTED').length - saidOf(beginning, 'SLOT.RELEASED').length;
        expect(held).toBe(states.includes(String(state)) ? 1 : 0);
        const asked = saidOf(beginning, 'SLOT.REQUESTED').length - saidOf(beginning, 'SLOT.WITHDRAWN').length;
        expect(asked - sentOf(beginning, 'SLOT.GRANTED').length).toBe(state === 'queueing' ? 1 : 0);
      });
    });
  });

  test('keeps the space of a layer that is being written, or is written and not committed, or committed', () => {
    onEvery(ways, (replay) => {
      // What is refused is cancelled like what is given up.
      const kept =
        saidOf(replay, 'FILES.TAKEN').length - saidOf(replay, 'SPACE.FREED', 'SPACE.CANCELLED').length;
      // One layer after another: what is written is committed.
      const committed =
        statesWithSlot[replay.start] !== undefined
          ? sentOf(replay, 'UNPACK.COMMITTED')
          : saidOf(replay, 'UNPACK.FINISHED');
      expect(kept).toBe(
        committed.length +
          (['unpacking.writing', 'unpacking.throttled', 'unpacked'].includes(String(lastOf(replay).state))
            ? 1
            : 0),
      );
    });
  });

  test('has work on the processors exactly while it writes', () => {
    onEvery(ways, (replay) => {
      let working = 0;
      for (const { state, sent, said } of replay.steps) {
        for (const { message } of said)
          working += { 'FLOW.REQUESTED': 1, 'FLOW.CANCELLED': -1 }[message.type] ?? 0;
        if (sent.type === 'FLOW.FINISHED' && working > 0) working--;
        expect(working).toBe(state === 'unpacking.writing' ? 1 : 0);
      }
    });
  });

  test('says of each layer that it is admitted, begun, and written or failed, in this order', () => {
    const order = ['UNPACK.ADMITTED', 'PROGRESS.UNPACKING', 'UNPACK.FINISHED', 'UNPACK.FAILED'];
    onEvery(ways, ({ steps }) => {
      let told: string[] = [];
      for (const { sent, said } of steps) {
        if (sent.type === 'UNPACK.REQUESTED') told = [];
        told.push(...said.map(({ message }) => message.type).filter((type) => order.includes(type)));
        expect(
          order.slice(0, 3).join(' ').startsWith(told.join(' ')) ||
            told.join(' ') === `${order.slice(0, 2).join(' ')} ${order[3]}`,
        ).toBe(true);
      }
    });
  });
});
