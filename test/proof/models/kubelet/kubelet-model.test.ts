import { describe, expect, test } from 'vitest';
import type { KubeletContext } from '../../../../machines/kubelet/kubelet-protocol.ts';
import { kubeletModel } from '../../../../src/proof/models/kubelet/kubelet-model.ts';
import { get } from '../../../../src/rules/collections/sorted-map.ts';
import { onEvery, saidTo, sentOf, waysOf } from '../ways.ts';

// HandlePodAdditions and HandlePodCleanups of pkg/kubelet/kubelet.go (v1.36.3).
const ways = waysOf(kubeletModel);

describe('a kubelet', () => {
  test('has as many active pods as it may have beside those that are deleted, and no fewer than none', () => {
    onEvery(ways, ({ steps }) => {
      let deleted = 0;
      for (const { event, snapshot } of steps) {
        const {
          input: { settings },
          activePods,
        }: KubeletContext = snapshot.context;
        if (event.startsWith('ADDITION.DISPATCHED') && event.includes('deleted')) deleted++;
        expect(activePods).toBeGreaterThanOrEqual(0);
        expect(activePods).toBeLessThanOrEqual(settings.maxPods + deleted);
      }
    });
  });

  test('takes what the watch brings to its sync loop, as it comes', () => {
    onEvery(ways, ({ steps }) => {
      for (const { sent, said } of steps) {
        const handed = said.filter(
          ({ to, message }) => to === 'syncLoop' && message.type === 'UPDATE.RECEIVED',
        );
        const type = { 'POD.ADDED': 'ADDITION.DISPATCHED', 'POD.UPDATED': 'CHANGE.DISPATCHED' }[sent.type];
        expect(handed.map(({ message }) => Reflect.get(message.event as object, 'type'))).toEqual(
          type === undefined ? [] : [type],
        );
      }
    });
  });

  test('gives each pod that it hears of a worker, or tells the API server that it is over', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ sent, event, said, snapshot }, index) => {
        if (sent.type !== 'ADDITION.DISPATCHED') return;
        const { uid } = Reflect.get(sent, 'spec') as { readonly uid: string };
        const before: KubeletContext | undefined = steps[index - 1]?.snapshot.context;
        const isPressed = (before?.nodeConditions.length ?? 0) > 0;
        const isFull =
          (isPressed || (before?.activePods ?? 0) >= (before?.input.settings.maxPods ?? 0)) &&
          !event.includes('deleted');
        expect(uid in snapshot.children).toBe(!isFull);
        expect(said.filter(({ to }) => to === 'apiServer').map(({ message }) => message.uid)).toEqual(
          isFull ? [uid] : [],
        );
      });
    });
  });

  test('tells the API server of each end once, and the sync loop when the worker goes', () => {
    onEvery(ways, (replay) => {
      const rejected = replay.steps.filter(
        ({ sent, said }) => sent.type === 'ADDITION.DISPATCHED' && said.some(({ to }) => to === 'apiServer'),
      );
      const ended = saidTo(replay, 'apiServer').filter(({ type }) => type === 'POD.ENDED');
      expect(ended).toHaveLength(sentOf(replay, 'POD.TERMINATED').length + rejected.length);
      const gone = saidTo(replay, 'apiServer').filter(({ type }) => type === 'POD.GONE');
      expect(gone).toHaveLength(sentOf(replay, 'POD.CLEARED').length);
      const forgotten = saidTo(replay, 'syncLoop').filter(({ type }) => type === 'POD.FORGOTTEN');
      expect(forgotten.map(({ uid }) => uid)).toEqual(
        sentOf(replay, 'WORKER.FINISHED').map(({ uid }) => uid),
      );
    });
  });

  test('tells a worker of each change of its pod, and nobody of one whose worker is gone', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ sent, said }, index) => {
        if (sent.type !== 'CHANGE.DISPATCHED') return;
        const { uid } = Reflect.get(sent, 'spec') as { readonly uid: string };
        const before: KubeletContext | undefined = steps[index - 1]?.snapshot.context;
        const told = said.filter(({ message }) => message.type === 'POD.UPDATED').map(({ to }) => to);
        expect(told).toEqual(get(before?.workers, uid) !== undefined ? [uid] : []);
      });
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
