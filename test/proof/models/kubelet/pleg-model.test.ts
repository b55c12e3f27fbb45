import { describe, expect, test } from 'vitest';
import type { PlegContext } from '../../../../machines/kubelet/pleg-protocol.ts';
import { plegModel } from '../../../../src/proof/models/kubelet/pleg-model.ts';
import { onEvery, saidOf, sentOf, upTo, waysOf } from '../ways.ts';

// GenericPLEG (pkg/kubelet/pleg/generic.go) and GetNewerThan (pkg/kubelet/container/cache.go), v1.36.3.
const ways = waysOf(plegModel);

describe('PLEG', () => {
  test('answers each question for a status once, or keeps it', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ snapshot }, index) => {
        const beginning = upTo(replay, index);
        const open =
          sentOf(beginning, 'STATUS.REQUESTED').length -
          saidOf(beginning, 'STATUS.ANSWERED', 'STATUS.FAILED').length;
        const { cache }: PlegContext = snapshot.context;
        expect(open).toBe(cache.waiting.size);
        expect(cache.freed.size).toBe(0);
      });
    });
  });

  test('asks the runtime one thing at a time', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state }, index) => {
        const beginning = upTo(replay, index);
        const asked = saidOf(
          beginning,
          'PODS.LIST_REQUESTED',
          'POD.LIST_REQUESTED',
          'POD_STATUS.REQUESTED',
        ).length;
        const answers = [
          'PODS.LISTED',
          'PODS.LIST_FAILED',
          'POD.LISTED',
          'POD.LIST_FAILED',
          'POD_STATUS.ANSWERED',
          'POD_STATUS.FAILED',
        ];
        expect(asked - sentOf(beginning, ...answers).length).toBe(state === 'idle' ? 0 : 1);
      });
    });
  });

  test('gives events to its reader at once, keeps them where nobody reads, and never has more than the channel holds', () => {
    onEvery(ways, ({ steps }) => {
      for (const { said, snapshot } of steps) {
        const { channel, reader }: PlegContext = snapshot.context;
        if (reader !== undefined) expect(channel.events.size).toBe(0);
        expect(channel.events.size).toBeLessThanOrEqual(channel.capacity);
        for (const { message } of said)
          if (message.type === 'EVENTS.READ') expect(message.events).not.toEqual([]);
      }
    });
  });

  test('keeps the time of its last relist where a listing fails', () => {
    onEvery(ways, ({ start, steps }) => {
      if (start.startsWith('2017')) return;
      steps.forEach(({ sent, snapshot }, index) => {
        if (sent.type !== 'PODS.LIST_FAILED') return;
        const before: PlegContext | undefined = steps[index - 1]?.snapshot.context;
        expect((snapshot.context as PlegContext).relistTimeMicros).toBe(before?.relistTimeMicros);
      });
    });
  });
});
