import { describe, expect, test } from 'vitest';
import type { FetchContext } from '../../../../../machines/runtime/fetch/fetch-context.ts';
import type { Replay } from '../../../../../src/proof/models/exploration/replay-path.ts';
import { fetchModel } from '../../../../../src/proof/models/runtime/fetch/fetch-model.ts';
import { lastOf, onEvery, saidOf, sentOf, upTo, waysOf } from '../../ways.ts';

// containerd's docker fetcher and content.Copy (core/remotes/docker, 2.4 and 1.6): a layer comes whole, or
// leaves nothing.
const ways = waysOf(fetchModel);

/** Calls `judge` with each beginning of the replay that ends with an idle fetch. */
function whereverIdle(replay: Replay, judge: (beginning: Pick<Replay, 'steps'>) => void): void {
  replay.steps.forEach(({ state }, index) => {
    if (state === 'idle') judge(upTo(replay, index));
  });
}

describe('a fetch, on every path and on random walks', () => {
  test('keeps the space of a layer that it has delivered, and of nothing else', () => {
    onEvery(ways, (replay) =>
      whereverIdle(replay, (beginning) => {
        const delivered = saidOf(beginning, 'FETCH.FINISHED').filter(({ layer }) => layer !== -1);
        const freed = saidOf(beginning, 'SPACE.FREED', 'SPACE.CANCELLED');
        expect(saidOf(beginning, 'SPACE.TAKEN')).toHaveLength(delivered.length + freed.length);
      }),
    );
  });

  test('answers each fetch once, unless it is cancelled', () => {
    onEvery(ways, (replay) => {
      // A fetch that is idle already has nothing to cancel, nor has one that lets go of what it held.
      const isOver = (state = '') => state === 'idle' || state === 'dropping';
      const cancelled = replay.steps.filter(
        ({ sent }, index) => sent.type === 'FETCH.CANCELLED' && !isOver(replay.steps[index - 1]?.state),
      );
      const begun = 1 + sentOf(replay, 'FETCH.REQUESTED').length;
      const isOpen = isOver(lastOf(replay).state) ? 0 : 1;
      expect(saidOf(replay, 'FETCH.FINISHED', 'FETCH.KEPT', 'FETCH.FAILED')).toHaveLength(
        begun - cancelled.length - isOpen,
      );
    });
  });

  test('answers each cancellation with one FETCH.DROPPED, once it is idle', () => {
    onEvery(ways, (replay) => {
      const { state } = lastOf(replay);
      // A fetch that lets go because it was cancelled answers once, however often it is cancelled meanwhile.
      const isRepeated = (index: number) => {
        const before = replay.steps[index - 1];
        return before?.state === 'dropping' && before.snapshot.context.outcome === 'cancelled';
      };
      const cancelled = replay.steps.filter(
        ({ sent }, index) => sent.type === 'FETCH.CANCELLED' && !isRepeated(index),
      ).length;
      const dropped = saidOf(replay, 'FETCH.DROPPED').length;
      if (state === 'idle') expect(dropped).toBe(cancelled);
      else expect(dropped).toBeLessThanOrEqual(cancelled);
    });
  });

  test('tells the watch of each flow, where it begins and how large its layer is', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ said, snapshot, state }, index) => {
        const {
          order: { items },
          layer: { flow },
        }: FetchContext = snapshot.context;
        const told = said
          .filter(({ message }) => message.type === 'PROGRESS.RECEIVING')
          .map(({ to, message }) => [to, message]);
        const { layer, bytes } = items[0] ?? {};
        const isNew = state.startsWith('transferring.receiving') && state !== steps[index - 1]?.state;
        expect(told).toEqual(isNew ? [['watch', { type: 'PROGRESS.RECEIVING', layer, bytes, ...flow }]] : []);
      });
    });
  });

  test('goes on where a response broke off, and never asks for what is there', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot, state } of steps) {
        const {
          request: { wanted },
          order: { items },
          layer: { offset },
        }: FetchContext = snapshot.context;
        if (!state.startsWith('opening') || items[0]?.kind !== 'layer') continue;
        expect(offset).toBeLessThan(items[0].bytes);
        if (offset > 0) expect(wanted?.offset).toBe(offset);
      }
    });
  });

  test('bears three responses without a byte, and no fourth', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) {
        const {
          layer: { emptyResponses },
        }: FetchContext = snapshot.context;
        expect(emptyResponses).toBeLessThanOrEqual(3);
      }
    });
  });

  test('withdraws a write that it waits for where it is cancelled, and no other', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ sent, said }, index) => {
        const waits = ['preparing.openingFile', 'noting'].includes(steps[index - 1]?.state ?? '');
        const isWithdrawn = said.some(
          ({ to, message }) => to === 'metadata' && message.type === 'WRITE.WITHDRAWN',
        );
        expect(isWithdrawn).toBe(waits && sent.type === 'FETCH.CANCELLED');
      });
    });
  });

  test('notes each layer that it delivers, where there is something to note, and says when its last byte came', () => {
    onEvery(ways, (replay) => {
      const isNoted = replay.start !== 'a layer of which nothing is noted';
      let endedMicros = 0;
      let writes = 0;
      for (const { sent, said, atMicros } of replay.steps) {
        if (sent.type === 'CHUNK.ENDED' || sent.type === 'FLOW.FINISHED') endedMicros = atMicros;
        writes += said.filter(({ message }) => message.type === 'WRITE.REQUESTED').length;
        for (const { message } of said.filter(
          ({ message: one }) => one.type === 'FETCH.FINISHED' && one.layer !== -1,
        )) {
          expect(message.endedMicros).toBe(endedMicros);
          expect(writes > 0).toBe(isNoted);
        }
      }
    });
  });

  test('drops all that fetch chunks for it where it gives up', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ said, snapshot }) => {
        const { workers, dropped }: FetchContext = snapshot.context;
        const told = said.filter(({ message }) => message.type === 'FETCH.CANCELLED').length;
        if (told > 0) expect(told).toBe(workers.length);
        if (told > 0) expect(dropped).toBe(workers.length);
      });
    });
  });
});
