import { describe, expect, test } from 'vitest';
import type { PlegContext } from '../../machines/pleg.ts';
import { plegModel } from '../../src/models/pleg-model.ts';
import { onEvery, saidOf, sentOf, upTo, waysOf } from './ways.ts';

// GenericPLEG (pkg/kubelet/pleg/generic.go) and GetNewerThan (pkg/kubelet/container/cache.go), v1.36.3.
const ways = waysOf(plegModel);

describe('PLEG', () => {
  test('answers each question for a status once, or keeps it', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ snapshot }, index) => {
        const beginning = upTo(replay, index);
        const open = sentOf(beginning, 'STATUS.REQUESTED').length - saidOf(beginning, 'STATUS.ANSWERED').length;
        expect(open).toBe((snapshot.context as PlegContext).waiting.size);
      });
    });
  });

  test('never lets a worker have what is older than it asked for', () => {
    onEvery(ways, ({ steps }) => {
      let asked: number[] = [];
      for (const { sent, said, snapshot } of steps) {
        if (sent.type === 'STATUS.REQUESTED') asked.push(Number(Reflect.get(sent, 'minMicros')));
        if (!said.some(({ message }) => message.type === 'STATUS.ANSWERED')) continue;
        const { cachedMicros, podCachedMicros }: PlegContext = snapshot.context;
        const cached = Math.max(cachedMicros, podCachedMicros.get('web') ?? Number.NEGATIVE_INFINITY);
        for (const minMicros of asked) expect(cached).toBeGreaterThanOrEqual(minMicros);
        asked = [];
      }
    });
  });

  test('asks the runtime once a relist, and relists one after the other', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state }, index) => {
        const beginning = upTo(replay, index);
        const ended = sentOf(beginning, 'xstate.after.relist.pleg.relisting', 'xstate.after.relist.pleg.relistingPod').length;
        const isRelisting = state === 'relisting' || state === 'relistingPod';
        expect(saidOf(beginning, 'PODS.LIST_REQUESTED')).toHaveLength(ended + (isRelisting ? 1 : 0));
      });
    });
  });

  test('tells only whoever watches, and only at the end of a relist, that its pod has changed', () => {
    onEvery(ways, ({ steps }) => {
      let watches = false;
      for (const { sent, said } of steps) {
        if (sent.type === 'POD.WATCHED') watches = true;
        if (sent.type === 'POD.FORGOTTEN') watches = false;
        const told = said.filter(({ message }) => message.type === 'POD.CHANGED');
        if (!watches || !sent.type.startsWith('xstate.after.')) expect(told).toEqual([]);
      }
    });
  });

  test('delivers all that it has to deliver before it sleeps', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) expect((snapshot.context as PlegContext).deliveries.size).toBe(0);
    });
  });
});
