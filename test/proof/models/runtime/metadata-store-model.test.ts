import { describe, expect, test } from 'vitest';
import type { MetadataStoreContext } from '../../../../machines/runtime/metadata-store.ts';
import { metadataStoreModel } from '../../../../src/proof/models/runtime/metadata-store-model.ts';
import { onEvery, waysOf } from '../ways.ts';

// bbolt has one writer at a time, and its lock serves those that wait in turn (containerd,
// core/metadata/bolt.go).
const ways = waysOf(metadataStoreModel);

describe('the metadata store', () => {
  test('serves one transaction after another in turn, and tells each writer when its last is done', () => {
    onEvery(ways, ({ steps }) => {
      // A second, deliberately dumb account of the same, transaction by transaction.
      let turns: { readonly writer: string; readonly left: number }[] = [];
      let endMicros = 0;
      for (const { sent, said, atMicros } of steps) {
        const { type, writer, transactions } = sent as unknown as {
          type: string;
          writer: string;
          transactions: number;
        };
        const isTimer = type.startsWith('xstate.after.untilFirstEnd');
        const finished: string[] = [];
        while (
          finished.length === 0 &&
          turns[0] !== undefined &&
          (endMicros < atMicros || (isTimer && endMicros === atMicros))
        ) {
          const [first, ...others] = turns;
          if (first.left === 1) finished.push(first.writer);
          turns = first.left === 1 ? others : [...others, { ...first, left: first.left - 1 }];
          endMicros += 900;
        }
        if (turns.length === 0 || (type === 'WRITE.WITHDRAWN' && turns[0]?.writer === writer))
          endMicros = atMicros + 900;
        if (type === 'WRITE.REQUESTED') turns.push({ writer, left: transactions });
        if (type === 'WRITE.WITHDRAWN') turns = turns.filter((turn) => turn.writer !== writer);
        expect(said.filter(({ message }) => message.type === 'WRITE.FINISHED').map(({ to }) => to)).toEqual(
          finished,
        );
      }
    });
  });

  test('writes exactly while somebody wants to', () => {
    onEvery(ways, ({ steps }) => {
      for (const { state, snapshot } of steps) {
        expect(state).toBe((snapshot.context as MetadataStoreContext).writes.size > 0 ? 'writing' : 'idle');
      }
    });
  });
});
