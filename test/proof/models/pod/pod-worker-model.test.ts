import { describe, expect, test } from 'vitest';
import { podWorkerModel } from '../../../../src/proof/models/pod/pod-worker-model.ts';
import { onEvery, saidOf, saidTo, sentOf, upTo, waysOf } from '../ways.ts';

// podWorkerLoop and completeWork of pkg/kubelet/pod_workers.go (v1.36.3; v1.14 without relists on demand).
const ways = waysOf(podWorkerModel);
const ofTheJob = ways.filter(({ start }) => !start.startsWith('rounds'));

describe('a pod worker', () => {
  test('asks for one status for each round, and for one draw after it', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state }, index) => {
        const beginning = upTo(replay, index);
        const answered =
          sentOf(beginning, 'STATUS.ANSWERED').length + sentOf(beginning, 'STATUS.FAILED').length;
        const statuses = saidOf(beginning, 'STATUS.REQUESTED').length - answered;
        expect(statuses).toBe(state === 'awaitingStatus' ? 1 : 0);
        const draws = saidTo(beginning, 'random').length - sentOf(beginning, 'DRAW.ANSWERED').length;
        expect(draws).toBe(state === 'finishing' || state === 'postponed' ? 1 : 0);
      });
    });
  });

  test('ends once: its end is asked for, then the kubelet hears of it, and no round begins any more', () => {
    onEvery(ways, (replay) => {
      const end = replay.steps.findIndex(({ state }) => state === 'terminating');
      expect(saidTo(replay, 'termination')).toHaveLength(end < 0 ? 0 : 1);
      const stopped = [...saidOf(replay, 'POD.TERMINATED'), ...saidOf(replay, 'POD.STOPPED')];
      expect(stopped).toHaveLength(sentOf(replay, 'POD.STOPPED').length);
      if (end < 0) return expect(saidOf(replay, 'WORKER.FINISHED')).toEqual([]);
      for (const { state, said } of replay.steps.slice(end + 1)) {
        expect(['terminating', 'terminated']).toContain(state);
        expect(
          said.filter(
            ({ to, message }) => to === 'pleg' || to === 'random' || message.type === 'PULL.REQUESTED',
          ),
        ).toEqual([]);
      }
    });
  });

  test('goes on at once where something happened during a round, rests otherwise, and ends where the pod is deleted', () => {
    onEvery(ofTheJob, ({ steps }) => {
      let hasNews = false;
      let isDeleted = false;
      steps.forEach(({ sent, event, state }, index) => {
        const before = steps[index - 1]?.state;
        if (event === 'POD.UPDATED (deleted)') isDeleted = true;
        if (sent.type === 'DRAW.ANSWERED') {
          expect(state).toBe(isDeleted ? 'terminating' : hasNews ? 'awaitingStatus' : 'idle');
          hasNews = false;
        } else if (before !== 'idle' && ['POD.CHANGED', 'SYNC.DUE', 'POD.UPDATED'].includes(sent.type))
          hasNews = true;
        if (isDeleted && before === 'idle') expect(state).toBe('terminating');
      });
    });
  });

  test('takes a pod that was deleted off the runtime when nothing is left of it, and no other', () => {
    onEvery(ways, (replay) => {
      const removed = saidOf(replay, 'POD.REMOVED').length;
      expect(removed).toBe(saidOf(replay, 'POD.CLEARED').length);
      if (removed > 0)
        expect(replay.start.includes('deleted') || sentOf(replay, 'POD.UPDATED').length > 0).toBe(true);
    });
  });

  test('asks for a relist on demand after a round that did something without an error, from 1.36 on', () => {
    onEvery(ofTheJob, ({ start, steps }) => {
      for (const { event, said } of steps) {
        const relists = said.filter(({ message }) => message.type === 'RELIST.REQUESTED');
        expect(relists).toHaveLength(start === 'v1.36' && event === 'after containerStart' ? 1 : 0);
      }
    });
  });
});
