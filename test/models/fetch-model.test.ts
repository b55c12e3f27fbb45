import { describe, expect, test } from 'vitest';
import type { FetchContext } from '../../machines/fetch-context.ts';
import { fetchModel } from '../../src/models/fetch-model.ts';
import type { Replay } from '../../src/models/replay-path.ts';
import { lastOf, onEvery, saidOf, sentOf, upTo, waysOf } from './ways.ts';

// containerd's docker fetcher and its download limiter (core/remotes/docker, 2.4 and 1.6): what is taken is given back.
const ways = waysOf(fetchModel);

/** Calls `judge` with each beginning of the replay that ends with an idle connection. */
function whereverIdle(replay: Replay, judge: (beginning: Pick<Replay, 'steps'>) => void): void {
  replay.steps.forEach(({ state }, index) => {
    if (state === 'idle') judge(upTo(replay, index));
  });
}

describe('a connection of a pull', () => {
  test('holds one download slot at most, and gives back each that it was granted exactly once', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach((_, index) => {
        const beginning = upTo(replay, index);
        const held = sentOf(beginning, 'SLOT.GRANTED').length - saidOf(beginning, 'SLOT.RELEASED').length;
        expect([0, 1]).toContain(held);
      });
      whereverIdle(replay, (beginning) => {
        const granted = sentOf(beginning, 'SLOT.GRANTED').length;
        expect(saidOf(beginning, 'SLOT.RELEASED')).toHaveLength(granted);
        expect(saidOf(beginning, 'SLOT.REQUESTED')).toHaveLength(granted + saidOf(beginning, 'SLOT.WITHDRAWN').length);
      });
    });
  });

  test('keeps the space of a layer that it has delivered, and of nothing else', () => {
    onEvery(ways, (replay) =>
      whereverIdle(replay, (beginning) => {
        const delivered = saidOf(beginning, 'FETCH.FINISHED').filter(({ layer }) => layer !== -1);
        const refused = sentOf(beginning, 'DISK.FULL');
        const freed = saidOf(beginning, 'SPACE.FREED');
        expect(saidOf(beginning, 'SPACE.TAKEN')).toHaveLength(delivered.length + refused.length + freed.length);
      }),
    );
  });

  test('leaves no request and no flow behind', () => {
    onEvery(ways, (replay) =>
      whereverIdle(replay, (beginning) => {
        const answered = sentOf(beginning, 'HTTP.ANSWERED', 'HTTP.REFUSED').length;
        expect(saidOf(beginning, 'HTTP.REQUESTED')).toHaveLength(answered + saidOf(beginning, 'HTTP.CANCELLED').length);
        const arrived = sentOf(beginning, 'FLOW.FINISHED').length;
        // A flow that takes no time has arrived although it is given up, where the disk is full.
        const both = beginning.steps.filter(({ sent }, at) => sent.type === 'FLOW.FINISHED' && beginning.steps[at - 1]?.state === 'idle');
        expect(saidOf(beginning, 'FLOW.REQUESTED')).toHaveLength(arrived - both.length + saidOf(beginning, 'FLOW.CANCELLED').length);
      }),
    );
  });

  test('answers each fetch once, unless it is cancelled', () => {
    onEvery(ways, (replay) => {
      // A cancelled connection that is idle already has nothing to cancel.
      const cancelled = replay.steps.filter(
        ({ sent }, index) => sent.type === 'FETCH.CANCELLED' && replay.steps[index - 1]?.state !== 'idle',
      );
      const begun = 1 + sentOf(replay, 'FETCH.REQUESTED').length;
      const isOpen = lastOf(replay).state === 'idle' ? 0 : 1;
      expect(saidOf(replay, 'FETCH.FINISHED', 'FETCH.FAILED')).toHaveLength(begun - cancelled.length - isOpen);
    });
  });

  test('asks for one thing no more often than its runtime does', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) {
        const { requests, input }: FetchContext = snapshot.context;
        expect(requests).toBeLessThanOrEqual(input.profile.requestsMax(500));
      }
    });
  });
});
