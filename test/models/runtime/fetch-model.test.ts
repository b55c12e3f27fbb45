import { describe, expect, test } from 'vitest';
import type { FetchContext } from '../../../machines/runtime/fetch-context.ts';
import type { Replay } from '../../../src/models/exploration/replay-path.ts';
import { fetchModel } from '../../../src/models/runtime/fetch-model.ts';
import { lastOf, onEvery, saidOf, sentOf, upTo, waysOf } from '../ways.ts';

// containerd's docker fetcher and content.Copy (core/remotes/docker, 2.4 and 1.6): a layer comes whole, or leaves nothing.
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
        const refused = sentOf(beginning, 'DISK.FULL');
        const freed = saidOf(beginning, 'SPACE.FREED');
        expect(saidOf(beginning, 'SPACE.TAKEN')).toHaveLength(delivered.length + refused.length + freed.length);
      }),
    );
  });

  test('answers each fetch once, unless it is cancelled', () => {
    onEvery(ways, (replay) => {
      // A fetch that is idle already has nothing to cancel.
      const cancelled = replay.steps.filter(
        ({ sent }, index) => sent.type === 'FETCH.CANCELLED' && replay.steps[index - 1]?.state !== 'idle',
      );
      const begun = 1 + sentOf(replay, 'FETCH.REQUESTED').length;
      const isOpen = lastOf(replay).state === 'idle' ? 0 : 1;
      expect(saidOf(replay, 'FETCH.FINISHED', 'FETCH.FAILED')).toHaveLength(begun - cancelled.length - isOpen);
    });
  });

  test('tells the watch of each flow how large its layer is, and of requests as downloads do', () => {
    onEvery(ways, (replay) => {
      for (const { sent, said, snapshot } of replay.steps) {
        if (sent.type !== 'DOWNLOAD.FLOWING') continue;
        const { layer, bytes } = (snapshot.context as FetchContext).items[0] ?? {};
        expect(said.map(({ to, message }) => [to, message])).toEqual([
          ['watch', { type: 'PROGRESS.RECEIVING', layer, bytes, flow: Reflect.get(sent, 'flow'), offset: Reflect.get(sent, 'offset') }],
        ]);
      }
      for (const [event, message] of Object.entries({ 'DOWNLOAD.ASKING': 'PROGRESS.ASKING', 'DOWNLOAD.QUEUED': 'PROGRESS.SETTLED' })) {
        // Beside the first response there are others only while chunks come, and nobody is told of those.
        const heard = replay.steps.filter(({ sent, state }) => sent.type === event && (state === 'opening' || state === 'reopening'));
        expect(saidOf(replay, message)).toHaveLength(heard.length);
      }
    });
  });

  test('goes on where a response broke off, and never asks for what is there', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot, state } of steps) {
        const { offset, items }: FetchContext = snapshot.context;
        if (state === 'reopening') expect(offset).toBeLessThan(items[0]?.bytes ?? 0);
      }
    });
  });

  test('bears three responses without a byte, and no fourth', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) {
        const { emptyResponses }: FetchContext = snapshot.context;
        expect(emptyResponses).toBeLessThanOrEqual(3);
      }
    });
  });

  test('withdraws a write that it waits for where it is cancelled, and no other', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ sent, said }, index) => {
        const waits = ['openingFile', 'noting'].includes(steps[index - 1]?.state ?? '');
        const isWithdrawn = said.some(({ to, message }) => to === 'metadata' && message.type === 'WRITE.WITHDRAWN');
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
        if (sent.type === 'DOWNLOAD.ENDED') endedMicros = atMicros;
        writes += said.filter(({ message }) => message.type === 'WRITE.REQUESTED').length;
        for (const { message } of said.filter(({ message: one }) => one.type === 'FETCH.FINISHED' && one.layer !== -1)) {
          expect(message.endedMicros).toBe(endedMicros);
          expect(writes > 0).toBe(isNoted);
        }
      }
    });
  });

  test('drops every download where it gives up', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ said, snapshot }) => {
        const { downloads, dropped }: FetchContext = snapshot.context;
        const told = said.filter(({ message }) => message.type === 'DOWNLOAD.CANCELLED').length;
        if (told > 0) expect(told).toBe(downloads.length);
        if (told > 0) expect(dropped).toBe(downloads.length);
      });
    });
  });
});
