import { describe, expect, test } from 'vitest';
import type { ImageUnpackContext } from '../../../../machines/runtime/image-unpack-context.ts';
import { imageUnpackModel } from '../../../../src/proof/models/runtime/image-unpack-model.ts';
import { onEvery, saidOf, sentOf, upTo, waysOf } from '../ways.ts';

// `Unpacker.unpack` of containerd (core/unpack/unpacker.go, v2.4), measured in docs/measurements.md R5.
const ways = waysOf(imageUnpackModel);

describe('the unpacking of an image', () => {
  test('commits layers in the order of the chain, each once, and only what is written', () => {
    onEvery(ways, (replay) => {
      const written = new Set<number>();
      const committed: number[] = [];
      for (const { sent, said } of replay.steps) {
        if (sent.type === 'UNPACK.FINISHED') written.add(Number(Reflect.get(sent, 'layer')));
        for (const { message } of said) {
          if (message.type !== 'CHAIN.COMMITTED' && message.type !== 'CHAIN.SEALED') continue;
          committed.push(Number(message.index));
          expect(written).toContain(Number(message.index));
        }
      }
      expect(committed).toEqual(committed.map((_, index) => index));
    });
  });

  test('has one layer in hand at a time, unless it may unpack several at once', () => {
    onEvery(ways, ({ start, steps }) => {
      for (const { snapshot } of steps) {
        const { inHand }: ImageUnpackContext = snapshot.context;
        const busy = inHand.filter((layer) => layer >= 0);
        expect(new Set(busy).size).toBe(busy.length);
        if (start === 'one after another') expect(busy.length).toBeLessThanOrEqual(1);
      }
    });
  });

  test('supplies whoever has a slot and a blob that is there, and nobody else', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach((_, index) => {
        const beginning = upTo(replay, index);
        const supplied = saidOf(beginning, 'UNPACK.SUPPLIED').length;
        const possible =
          sentOf(beginning, 'UNPACK.ADMITTED').length + sentOf(beginning, 'LAYER.ARRIVED').length;
        expect(supplied).toBeLessThanOrEqual(possible);
      });
    });
  });

  test('tells the pull once that all is done, with nothing in hand, and of each failure', () => {
    onEvery(ways, (replay) => {
      expect(saidOf(replay, 'UNPACKS.COMPLETE').length).toBeLessThanOrEqual(1);
      expect(saidOf(replay, 'UNPACKS.FAILED')).toHaveLength(sentOf(replay, 'UNPACK.FAILED').length);
      for (const { said, snapshot } of replay.steps) {
        if (!said.some(({ message }) => message.type === 'UNPACKS.COMPLETE')) continue;
        expect((snapshot.context as ImageUnpackContext).inHand.filter((layer) => layer >= 0)).toEqual([]);
      }
    });
  });

  test('writes between two layers, and withdraws that where it is cancelled', () => {
    onEvery(ways, ({ start, steps }) => {
      steps.forEach(({ sent, said, state }, index) => {
        const before = steps[index - 1]?.state;
        const told = said.filter(({ to }) => to === 'metadata').map(({ message }) => message);
        if (state === 'resting' && before !== 'resting')
          expect(told).toMatchObject([{ type: 'WRITE.REQUESTED', micros: 900, transactions: 4 }]);
        else if (before === 'resting' && sent.type === 'UNPACKS.CANCELLED')
          expect(told).toMatchObject([{ type: 'WRITE.WITHDRAWN' }]);
        else expect(told).toEqual([]);
        if (start === 'without a write between them') expect(state).not.toBe('resting');
      });
    });
  });

  test('cancels each of those that unpack once, where it is cancelled before its end', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ sent, said, snapshot }, index) => {
        const before = steps[index - 1];
        const cancels = said.filter(({ message }) => message.type === 'UNPACK.CANCELLED').length;
        const ends = sent.type === 'UNPACKS.CANCELLED' && before?.state !== 'ended';
        expect(cancels).toBe(ends ? (snapshot.context as ImageUnpackContext).unpackers.length : 0);
      });
    });
  });
});
