import { describe, expect, test } from 'vitest';
import { podWorkerModel } from '../../src/models/pod-worker-model.ts';
import { onEvery, saidOf, saidTo, sentOf, upTo, waysOf } from './ways.ts';

// podWorkerLoop and completeWork of pkg/kubelet/pod_workers.go (v1.36.3; v1.14 without relists on demand).
const ways = waysOf(podWorkerModel);

describe('a pod worker', () => {
  test('works one round at a time, each with a status that it has asked for', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state }, index) => {
        const beginning = upTo(replay, index);
        const rounds = saidTo(beginning, 'round').length - sentOf(beginning, 'SYNC.FINISHED').length;
        expect(rounds).toBe(state === 'syncing' ? 1 : 0);
        const statuses = saidOf(beginning, 'STATUS.REQUESTED').length - sentOf(beginning, 'STATUS.ANSWERED').length;
        expect(statuses).toBe(state === 'awaitingStatus' ? 1 : 0);
        const draws = saidTo(beginning, 'dice').length - sentOf(beginning, 'DRAW.ANSWERED').length;
        expect(draws).toBe(state === 'finishing' ? 1 : 0);
      });
    });
  });

  test('ends once: the kubelet hears of it, and no round begins any more', () => {
    onEvery(ways, (replay) => {
      const end = replay.steps.findIndex(({ state }) => state === 'terminated');
      expect(saidOf(replay, 'POD.TERMINATED')).toHaveLength(end < 0 ? 0 : 1);
      if (end < 0) return expect(saidOf(replay, 'WORKER.FINISHED')).toEqual([]);
      for (const { state, said } of replay.steps.slice(end + 1)) {
        expect(state).toBe('terminated');
        expect(said.filter(({ message }) => message.type !== 'WORKER.FINISHED')).toEqual([]);
      }
    });
  });

  test('goes on at once where something happened during a round, and rests otherwise', () => {
    onEvery(ways, ({ steps }) => {
      let hasNews = false;
      steps.forEach(({ sent, state }, index) => {
        const before = steps[index - 1]?.state;
        if (sent.type === 'DRAW.ANSWERED') {
          expect(state).toBe(hasNews ? 'awaitingStatus' : 'idle');
          hasNews = false;
        } else if (before !== 'idle' && (sent.type === 'POD.CHANGED' || sent.type === 'SYNC.DUE')) hasNews = true;
      });
    });
  });

  test('asks for a relist on demand after a round that did something without an error, from 1.36 on', () => {
    onEvery(ways, ({ start, steps }) => {
      for (const { event, said } of steps) {
        const relists = said.filter(({ message }) => message.type === 'RELIST.REQUESTED');
        expect(relists).toHaveLength(start === 'v1.36' && event === 'SYNC.FINISHED (did something)' ? 1 : 0);
      }
    });
  });
});
