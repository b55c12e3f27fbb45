import { describe, expect, it } from 'vitest';
import { items } from '../../../../src/rules/collections/fifo.ts';
import * as content from '../../../../src/rules/runtime/images/content-store.ts';
import type { Image } from '../../../../src/rules/runtime/images/image.ts';

/** An image of these layers; a layer takes 10 bytes packed and 100 unpacked. */
const image = (name: string, ...layers: readonly string[]): Image => ({
  name,
  ref: `sha256:${name}`,
  index: false,
  configBytes: 1,
  layers: layers.map((digest) => ({ digest, bytes: 10, unpackedBytes: 100 })),
  source: 'scenario',
});
const app = image('app', 'base', 'top');
const db = image('db', 'base', 'data');

type Step = (store: content.ContentStore) => content.ContentStore;

/** The store after these steps, and its answers as `pull what`, in order. */
function storeAfter(present: readonly Image[], ...steps: readonly Step[]) {
  const store = steps.reduce((next, step) => step(next), content.createContentStore(present));
  const replies = items(store.replies).map(({ pull, answer }) => {
    const layer = 'layer' in answer ? ` ${answer.layer}` : 'index' in answer ? ` ${answer.index}` : '';
    const blobs =
      'blobs' in answer ? answer.blobs.map((blob) => ` ${blob.layer}:${blob.state}`).join('') : '';
    return `${pull} ${answer.type}${layer}${blobs}${'holder' in answer ? ` of ${answer.holder}` : ''}`;
  });
  return { store, replies, bytes: content.heldBytes(store) };
}
const manifest =
  (pull: string, of: Image): Step =>
  (store) =>
    content.requestManifest(store, pull, of);
const hasManifest =
  (pull: string): Step =>
  (store) =>
    content.commitManifest(store, pull);
const chain =
  (pull: string, index = 0, first = true): Step =>
  (store) =>
    content.requestChain(store, pull, index, first);
const hasChain =
  (pull: string, index: number): Step =>
  (store) =>
    content.commitChain(store, pull, index);
const seal =
  (pull: string, index: number): Step =>
  (store) =>
    content.sealChain(store, pull, index);
const hasBlob =
  (pull: string, layer: number): Step =>
  (store) =>
    content.commitBlob(store, pull, layer);
const leave =
  (digest: string, offset: number, spoiledBy?: string): Step =>
  (store) =>
    content.keepPartialBlob(store, digest, { offset, ...(spoiledBy && { spoiledBy }) });
const drop =
  (pull: string): Step =>
  (store) =>
    content.dropPull(store, pull);
const complete =
  (pull: string): Step =>
  (store) =>
    content.completePull(store, pull);

// containerd as measured (docs/measurements.md R6, R7): a lock per blob and per chain id.
describe('two pulls of one image', () => {
  const secondWaits = [manifest('p1', app), manifest('p2', app), hasManifest('p1')];

  it('fetch its manifest once: who waits goes on to the layers when it is there, after the one that fetched it', () => {
    expect(storeAfter([], manifest('p1', app), manifest('p2', app), hasManifest('p1')).replies).toEqual([
      'p1 MANIFEST.GRANTED',
      'p2 MANIFEST.SHARED of p1',
      'p1 CHAIN.GRANTED 0 0:granted 1:granted',
      'p2 CHAIN.SHARED 0 of p1',
    ]);
  });

  it('unpack a layer once; the one that has it goes on before those that waited', () => {
    const { replies } = storeAfter(
      [],
      manifest('p1', app),
      manifest('p2', app),
      chain('p1'),
      chain('p2'),
      hasChain('p1', 0),
      hasChain('p1', 1),
    );
    expect(replies.slice(2)).toEqual([
      'p1 CHAIN.GRANTED 0 0:granted 1:granted',
      'p2 CHAIN.SHARED 0 of p1',
      'p1 CHAIN.GRANTED 1',
      'p2 CHAIN.SHARED 1 of p1',
      'p1 CHAIN.COMPLETE',
      'p2 CHAIN.COMPLETE',
    ]);
  });

  it('go on after the first has failed: the oldest that waits gets its locks', () => {
    const { replies } = storeAfter(
      [],
      manifest('p1', app),
      manifest('p2', app),
      manifest('p3', app),
      drop('p1'),
      hasManifest('p2'),
    );
    expect(replies.slice(3)).toEqual([
      'p2 MANIFEST.GRANTED',
      'p2 CHAIN.GRANTED 0 0:granted 1:granted',
      'p3 CHAIN.SHARED 0 of p2',
    ]);
  });

  it('hand over a chain id with the blobs under it', () => {
    const { replies } = storeAfter([], ...secondWaits, hasBlob('p1', 1), drop('p1'));
    expect(replies.at(-1)).toBe('p2 CHAIN.GRANTED 0 0:granted 1:present');
  });

  it('hand over its blobs before the chain id, so that the next pull waits for nothing', () => {
    const { replies } = storeAfter([], ...secondWaits, hasBlob('p1', 0), hasChain('p1', 0), drop('p1'));
    expect(replies.slice(-3)).toEqual([
      'p1 CHAIN.GRANTED 1',
      'p2 CHAIN.SHARED 1 of p1',
      'p2 CHAIN.GRANTED 1 1:granted',
    ]);
  });

  // max_concurrent_unpacks: the chain ids are taken ahead, so what is unpacked needs no answer (R5).
  it('learn of each layer that another pull of the whole chain has unpacked', () => {
    const { replies, bytes } = storeAfter(
      [],
      manifest('p1', app),
      manifest('p2', app),
      chain('p1'),
      chain('p1', 1, false),
      chain('p2'),
      seal('p1', 0),
      seal('p1', 1),
    );
    expect(replies.slice(2)).toEqual([
      'p1 CHAIN.GRANTED 0 0:granted 1:granted',
      'p1 CHAIN.GRANTED 1',
      'p2 CHAIN.SHARED 0 of p1',
      'p2 CHAIN.SHARED 1 of p1',
      'p2 CHAIN.COMPLETE',
    ]);
    expect(bytes).toBe(200);
  });

  it('forget a waiter that has failed itself', () => {
    const { replies } = storeAfter(
      [],
      manifest('p1', app),
      manifest('p2', app),
      manifest('p3', app),
      drop('p2'),
      drop('p1'),
    );
    expect(replies.slice(3)).toEqual(['p3 MANIFEST.GRANTED']);
  });
});

describe('two images with a layer in common', () => {
  it('fetch it once: the chain id of the first layer is the same, those above it are not', () => {
    const { replies } = storeAfter(
      [],
      manifest('p1', app),
      manifest('p2', db),
      chain('p1'),
      chain('p2'),
      hasBlob('p1', 0),
      hasChain('p1', 0),
    );
    expect(replies).toEqual([
      'p1 MANIFEST.GRANTED',
      'p2 MANIFEST.GRANTED',
      'p1 CHAIN.GRANTED 0 0:granted 1:granted',
      'p2 CHAIN.SHARED 0 of p1',
      'p1 CHAIN.GRANTED 1',
      'p2 CHAIN.GRANTED 1 1:granted',
    ]);
  });

  it('share a blob where it is no bottom layer, but unpack it each on its own', () => {
    const other = image('other', 'x', 'top');
    const { replies } = storeAfter(
      [],
      manifest('p1', app),
      manifest('p2', other),
      chain('p1'),
      chain('p2'),
      hasBlob('p1', 1),
    );
    expect(replies.slice(2)).toEqual([
      'p1 CHAIN.GRANTED 0 0:granted 1:granted',
      'p2 CHAIN.GRANTED 0 0:granted 1:shared',
      'p2 BLOB.ARRIVED 1',
    ]);
  });

  it('hand the blob over where the one that fetches it fails', () => {
    const other = image('other', 'x', 'top');
    const { replies } = storeAfter(
      [],
      manifest('p1', app),
      manifest('p2', other),
      chain('p1'),
      chain('p2'),
      drop('p1'),
    );
    expect(replies.at(-1)).toBe('p2 BLOB.GRANTED 1');
  });

  it('find it where it is: only the layers above are asked for', () => {
    const { replies } = storeAfter([app], manifest('p1', db), chain('p1'));
    expect(replies).toEqual(['p1 MANIFEST.GRANTED', 'p1 CHAIN.GRANTED 1 1:granted']);
  });
});

it('an image that is there is complete at once', () => {
  expect(storeAfter([app], manifest('p1', app)).replies).toEqual(['p1 CHAIN.COMPLETE']);
});

// The disk's figures; image GC counts each image whole, the store counts shared layers once.
describe('the bytes', () => {
  it('are those of blobs and snapshots, shared ones once', () => {
    expect(content.contentBytes([app])).toBe(220);
    expect(content.contentBytes([app, db])).toBe(330);
  });

  it('that a removal frees are those that no other image needs', () => {
    const before = content.createContentStore([app, db]);
    const afterwards = content.removeImages(before, ['app']);
    expect(content.freedBytes(before, afterwards)).toBe(110);
    expect(content.freedBytes(afterwards, content.removeImages(afterwards, ['db']))).toBe(220);
    expect(content.freedBytes(before, content.removeImages(before, ['nobody']))).toBe(0);
  });

  it('of a pull under way stay through a removal, and of one that failed until garbage is collected', () => {
    const { store, bytes } = storeAfter(
      [app],
      manifest('p1', db),
      hasManifest('p1'),
      chain('p1'),
      hasBlob('p1', 1),
    );
    expect(bytes).toBe(230);
    const removed = content.removeImages(store, ['app']);
    expect(content.heldBytes(removed)).toBe(120);
    expect(content.isLittered(removed)).toBe(false);
    const dropped = content.dropPull(removed, 'p1');
    expect([content.heldBytes(dropped), content.isLittered(dropped)]).toEqual([120, true]);
    expect(content.heldBytes(content.collectGarbage(dropped))).toBe(0);
  });

  it('of a layer that came in part are there for the next pull, and part of it when it is complete', () => {
    const begun = [manifest('p1', app), hasManifest('p1'), chain('p1'), leave('base', 4)];
    expect(storeAfter([], ...begun).bytes).toBe(4);
    const again = storeAfter([], ...begun, drop('p1'), manifest('p2', app), chain('p2'));
    expect(content.collectGarbage(again.store).present).toEqual(again.store.present);
    const blobs = items(again.store.replies).flatMap(({ answer }) => ('blobs' in answer ? answer.blobs : []));
    expect(blobs.slice(-2).map(({ layer, state, offset }) => [layer, state, offset])).toEqual([
      [0, 'granted', 4],
      [1, 'granted', 0],
    ]);
    expect(content.heldBytes(content.commitBlob(again.store, 'p2', 0))).toBe(10);
  });

  it('of a partial layer are sent to each pull that waited for it', () => {
    const { store } = storeAfter(
      [],
      ...[
        manifest('p1', app),
        hasManifest('p1'),
        chain('p1'),
        manifest('p2', image('other', 'else', 'top')),
        hasManifest('p2'),
        chain('p2'),
      ],
      ...[leave('top', 7), drop('p1')],
    );
    expect(items(store.replies).at(-1)).toEqual({
      pull: 'p2',
      answer: { type: 'BLOB.GRANTED', layer: 1, offset: 7 },
    });
  });

  // Seen with containerd 1.6.20, 1.7.35, 2.1.9 and 2.4.2 (docs/findings.md).
  it('of a layer that came whole and wrong stay with the fault that made it so, until garbage is collected', () => {
    const spoiled = [manifest('p1', app), hasManifest('p1'), chain('p1'), leave('base', 10, 'faults/1')];
    const again = storeAfter([], ...spoiled, drop('p1'), manifest('p2', app), chain('p2'));
    const blobs = items(again.store.replies).flatMap(({ answer }) => ('blobs' in answer ? answer.blobs : []));
    expect(blobs.slice(-2).map(({ offset, spoiledBy }) => [offset, spoiledBy])).toEqual([
      [10, 'faults/1'],
      [0, undefined],
    ]);
    const collected = content.collectGarbage(storeAfter([], ...spoiled, drop('p1')).store);
    expect([content.heldBytes(collected), collected.spoiled]).toEqual([0, undefined]);
  });

  it('stay once the pull is complete', () => {
    const { bytes } = storeAfter(
      [],
      manifest('p1', app),
      hasManifest('p1'),
      chain('p1'),
      ...[0, 1].map((layer) => hasBlob('p1', layer)),
      ...[0, 1].map((layer) => hasChain('p1', layer)),
      complete('p1'),
      drop('p1'),
    );
    expect(bytes).toBe(220);
  });
});

it('a pull that was never opened is a programmer’s error, unless it is dropped', () => {
  const store = content.createContentStore([]);
  expect(() => content.requestChain(store, 'p1', 0, true)).toThrow(
    'content store: the pull "p1" is not open',
  );
  expect(content.dropPull(store, 'p1')).toBe(store);
});
