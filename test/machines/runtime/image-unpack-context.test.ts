import { describe, expect, it } from 'vitest';
import * as unpack from '../../../machines/runtime/image-unpack-context.ts';
import { createFifo, items } from '../../../src/rules/collections/fifo.ts';
import type { RuntimeOptions } from '../../../src/rules/runtime/profiles/runtime-options.ts';
import { containerd24 } from '../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { image } from './runtime-world.ts';

// What the unpacking of an image knows: docs of machines/runtime/image-unpack-context.ts.

const app = image('r.io/app:1', 100, 200, 300);

const granted: unpack.ChainGranted = {
  type: 'CHAIN.GRANTED',
  index: 1,
  blobs: [
    { layer: 1, state: 'present', holder: '', offset: 0 },
    { layer: 2, state: 'granted', holder: '', offset: 0 },
  ],
};
const self = 'the one that unpacks' as never;

function contextOf(
  changes: Partial<unpack.ImageUnpackContext> = {},
  options: Partial<RuntimeOptions> = {},
): unpack.ImageUnpackContext {
  const profile = { ...containerd24, options: { ...containerd24.options, ...options } };
  return { ...unpack.newUnpack({ name: 'p', profile, image: app, granted } as never), ...changes };
}

it('begins with the layer that was granted first; blobs that are there arrive when they are noted', () => {
  expect(contextOf()).toMatchObject({ next: 1, arrived: [] });
});

describe('those that unpack', () => {
  it('are named after their pull, the first without a number', () => {
    const names = [0, 1].map((number) => unpack.unpackerInput(contextOf().input, number, {} as never));
    expect(names.map(({ name, pullName }) => [name, pullName])).toEqual([
      ['p/unpack', 'p'],
      ['p/unpack-1', 'p'],
    ]);
  });

  it('take the next layer in hand, the first that is free', () => {
    const busy = contextOf({ next: 2, inHand: [0, -1, -1], toCommit: createFifo([0]) });
    const after = unpack.engaged(busy);
    expect(after.inHand).toEqual([0, 2, -1]);
    expect(after.toCommit === undefined ? [] : items(after.toCommit)).toEqual([0, 2]);
    expect(unpack.withUnpacker(busy, 'fourth' as never)).toMatchObject({
      unpackers: ['fourth'],
      inHand: [0, -1, -1, -1],
    });
  });

  it('are found by the layer that they have', () => {
    const context = contextOf({ unpackers: ['first', 'second'] as never, inHand: [4, 2] });
    expect(unpack.layerUnpacker(context, 2)).toBe('second');
    expect(() => unpack.layerUnpacker(context, 7)).toThrow('p: no layer is unpacked there (-1)');
    expect(() => unpack.unpackerAt(context, 2)).toThrow('p: no layer is unpacked there (2)');
  });
});

describe('a commit', () => {
  it('is due when the first in the chain is written', () => {
    const state = (toCommit: number[], written: number[]) =>
      unpack.canCommit(contextOf({ toCommit: createFifo(toCommit), written }));
    expect([state([], []), state([0, 1], [1]), state([0, 1], [1, 0])]).toEqual([false, false, true]);
  });

  it('frees the one that had the layer', () => {
    const after = unpack.committed(
      contextOf({ inHand: [1, 0], toCommit: createFifo([0, 1]), written: [1, 0] }),
    );
    expect(after).toMatchObject({ inHand: [1, -1], written: [1] });
    expect(after.toCommit === undefined ? [] : items(after.toCommit)).toEqual([1]);
  });

  it('asks for the next chain id, unless that was asked for before', () => {
    const changes = { next: 1, toCommit: createFifo([1]) };
    expect(unpack.chainCommitted(contextOf(changes), self)).toEqual({
      type: 'CHAIN.COMMITTED',
      pull: 'p',
      index: 1,
      requester: self,
    });
    const parallel = contextOf(changes, { maxConcurrentUnpacks: 2 });
    expect(unpack.chainCommitted(parallel, self)).toEqual({ type: 'CHAIN.SEALED', pull: 'p', index: 1 });
    expect(unpack.nextChain(parallel, self)).toEqual({
      type: 'CHAIN.REQUESTED',
      pull: 'p',
      from: 2,
      requester: self,
    });
  });
});
