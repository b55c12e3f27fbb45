import { describe, expect, test } from 'vitest';
import type { ContentStoreContext } from '../../../../machines/runtime/content-store.ts';
import { contentStoreModel } from '../../../../src/proof/models/runtime/content-store-model.ts';
import { items } from '../../../../src/rules/collections/fifo.ts';
import { entries, get } from '../../../../src/rules/collections/sorted-map.ts';
import { isLittered } from '../../../../src/rules/runtime/images/content-store.ts';
import { onEvery, waysOf } from '../ways.ts';

// containerd's content store: a lock per blob and chain id (pkg/unpack), and its garbage collector.
const ways = waysOf(contentStoreModel);
const blobBytes = 1_000;
const snapshotBytes = 3_000;

describe('the content store', () => {
  test('frees what it does not hold any more: what came is there or was given back', () => {
    onEvery(ways, (replay) => {
      let held = replay.start === 'with an image' ? 2 * (blobBytes + snapshotBytes) : 0;
      let begun = 0;
      for (const { sent, said, snapshot } of replay.steps) {
        const { store }: ContentStoreContext = snapshot.context;
        // Of the first layer only some may be there; it is part of the whole blob later.
        if (sent.type === 'PARTIAL_BLOB.KEPT') held += Number(Reflect.get(sent, 'bytes')) - begun;
        if (sent.type === 'READ.KEPT') held += Number(Reflect.get(sent, 'bytes'));
        if (sent.type === 'BLOB.COMMITTED')
          held += blobBytes - (Reflect.get(sent, 'layer') === 0 ? begun : 0);
        if (sent.type === 'CHAIN.COMMITTED' || sent.type === 'CHAIN.SEALED') held += snapshotBytes;
        for (const { message } of said)
          if (message.type === 'SPACE.FREED') held -= Number(Reflect.get(message, 'bytes'));
        begun = get(store.present, 'ingest sha256:base') ?? 0;
        expect(entries(store.present).reduce((sum, [, bytes]) => sum + bytes, 0)).toBe(held);
      }
    });
  });

  test('keeps what nobody needs until it looks, and no longer; what is needed it never collects', () => {
    onEvery(ways, ({ start, steps }) => {
      for (const { snapshot, said } of steps) {
        const { store }: ContentStoreContext = snapshot.context;
        if (snapshot.matches({ serving: 'tidy' })) expect(isLittered(store)).toBe(false);
        if (start === 'where garbage goes at once') expect(snapshot.matches({ serving: 'tidy' })).toBe(true);
        const collected = said.filter(({ message }) => JSON.stringify(message).includes('collected'));
        expect(collected.length).toBeLessThanOrEqual(1);
      }
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
    const asks = ['MANIFEST.REQUESTED', 'MANIFEST.COMMITTED'];
    const climbs = ['CHAIN.REQUESTED', 'CHAIN.COMMITTED'];
    onEvery(ways, ({ steps }) => {
      for (const { sent, said } of steps) {
        const pull: unknown = Reflect.get(sent, 'pull');
        if (asks.includes(sent.type)) expect(said.map(({ to }) => to)).toContain(pull);
        if (climbs.includes(sent.type))
          expect(said.map(({ to }) => to)).toContain(`unpack of ${String(pull)}`);
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
