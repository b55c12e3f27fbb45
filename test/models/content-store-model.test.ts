import { describe, expect, test } from 'vitest';
import type { ContentStoreContext } from '../../machines/content-store.ts';
import { items } from '../../src/kubelet/fifo.ts';
import { contentStoreModel } from '../../src/models/content-store-model.ts';
import { entries, get } from '../../src/runtime/sorted-map.ts';
import { onEvery, saidOf, sentOf, upTo, waysOf } from './ways.ts';

// containerd's content store: a lock per blob and chain id (pkg/unpack), and its garbage collector.
const ways = waysOf(contentStoreModel);
const blobBytes = 1_000;
const snapshotBytes = 3_000;

describe('the content store', () => {
  test('frees what it does not hold any more: what was committed is there or was given back', () => {
    onEvery(ways, (replay) => {
      const initially = replay.start === 'empty' ? 0 : 2 * (blobBytes + snapshotBytes);
      replay.steps.forEach(({ snapshot }, index) => {
        const { store }: ContentStoreContext = snapshot.context;
        const beginning = upTo(replay, index);
        const committed =
          sentOf(beginning, 'BLOB.COMMITTED').length * blobBytes +
          sentOf(beginning, 'CHAIN.COMMITTED', 'CHAIN.SEALED').length * snapshotBytes;
        const freed = saidOf(beginning, 'SPACE.FREED').reduce((sum, { bytes }) => sum + Number(bytes), 0);
        const held = entries(store.present).reduce((sum, [, bytes]) => sum + bytes, 0);
        expect(held).toBe(initially + committed - freed);
      });
    });
  });

  test('locks content for one open pull at a time; others wait for it, and nobody for what is there', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) {
        const { store }: ContentStoreContext = snapshot.context;
        for (const [key, { holder, waiters }] of entries(store.locks)) {
          expect(get(store.present, key)).toBeUndefined();
          expect(get(store.pulls, holder)?.held).toContain(key);
          for (const { pull } of items(waiters)) {
            expect(pull).not.toBe(holder);
            expect(get(store.pulls, pull)).toBeDefined();
          }
        }
      }
    });
  });

  test('answers whoever asks or commits at once', () => {
    const asks = ['MANIFEST.REQUESTED', 'MANIFEST.COMMITTED', 'CHAIN.REQUESTED', 'CHAIN.COMMITTED'];
    onEvery(ways, ({ steps }) => {
      for (const { sent, said } of steps) {
        if (asks.includes(sent.type)) expect(said.map(({ to }) => to)).toContain(Reflect.get(sent, 'pull'));
      }
    });
  });

  test('keeps all content of the images that it names', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) {
        const { store }: ContentStoreContext = snapshot.context;
        for (const [, { layers }] of entries(store.images)) {
          for (const { digest } of layers) expect(get(store.present, `blob ${digest}`)).toBeDefined();
        }
      }
    });
  });
});
