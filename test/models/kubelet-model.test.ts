import { describe, expect, test } from 'vitest';
import type { KubeletContext } from '../../machines/kubelet.ts';
import { kubeletModel } from '../../src/models/kubelet-model.ts';
import { onEvery, saidTo, sentOf, waysOf } from './ways.ts';

// HandlePodAdditions and HandlePodCleanups of pkg/kubelet/kubelet.go (v1.36.3).
const ways = waysOf(kubeletModel);

describe('a kubelet', () => {
  test('has as many active pods as it may have, and no fewer than none', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) {
        const { activePods, settings }: KubeletContext = snapshot.context;
        expect(activePods).toBeGreaterThanOrEqual(0);
        expect(activePods).toBeLessThanOrEqual(settings.maxPods);
      }
    });
  });

  test('gives each pod that it hears of a worker, or tells the node that it is over', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ sent, said, snapshot }, index) => {
        if (sent.type !== 'POD.ADDED') return;
        const { uid } = Reflect.get(sent, 'spec') as { readonly uid: string };
        const before: KubeletContext | undefined = steps[index - 1]?.snapshot.context;
        const isFull = before?.activePods === before?.settings.maxPods;
        expect(uid in snapshot.children).toBe(!isFull);
        expect(said.filter(({ to }) => to === 'node').map(({ message }) => message.uid)).toEqual(isFull ? [uid] : []);
      });
    });
  });

  test('tells the node of each end once, and PLEG when the worker goes', () => {
    onEvery(ways, (replay) => {
      const rejected = replay.steps.filter(({ sent, said }) => sent.type === 'POD.ADDED' && said.some(({ to }) => to === 'node'));
      expect(saidTo(replay, 'node')).toHaveLength(sentOf(replay, 'POD.TERMINATED').length + rejected.length);
      const forgotten = saidTo(replay, 'pleg').map(({ uid }) => uid);
      expect(forgotten).toEqual(sentOf(replay, 'WORKER.FINISHED').map(({ uid }) => uid));
    });
  });

  test.each([
    ['serial', 'serialPuller', 'pullSlots'],
    ['parallel', 'pullSlots', 'serialPuller'],
    ['parallel before there was a limit', 'pullSlots', 'serialPuller'],
  ])('%s: its pulls wait for the %s', (start, puller, other) => {
    const children = ways.find((way) => way.start === start)?.steps[0]?.snapshot.children ?? {};
    expect(Object.keys(children)).toContain(puller);
    expect(Object.keys(children)).not.toContain(other);
  });
});
