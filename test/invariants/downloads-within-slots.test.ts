import { expect, it } from 'vitest';
import { downloadsWithinSlots } from '../../src/invariants/downloads-within-slots.ts';
import type { HeaderNode } from '../../src/trace/record.ts';
import { fetch, node, traceOf } from './trace-of.ts';

// shared/runtime-runs R3: three slots for the node with containerd 2, three for each pull with containerd 1.

const check = (one: HeaderNode, ...names: string[]) =>
  downloadsWithinSlots.check(
    traceOf(
      [one],
      names.map((name, place) =>
        name.startsWith('-') ? fetch(place, name.slice(1), 'fetched') : fetch(place, name, 'started', `sha256:${name}`),
      ),
    ),
  );

it('holds for three at once, and for a fourth after one of them has ended', () => {
  expect(check(node(), 'a', 'b', 'c')).toEqual([]);
  expect(check(node(), 'a', 'b', 'c', '-b', 'd')).toEqual([]);
});

it('finds a fourth with containerd 2, whosever it is', () => {
  expect(check(node(), 'a', 'b', 'c', 'd')).toEqual([{ record: 4, message: 'node-1 downloads 4 layers at once, with 3 slots' }]);
  expect(check({ ...node(), runtimeOptions: { maxConcurrentDownloads: 1 } }, 'a', 'b')).toHaveLength(1);
});

it('counts each pull by itself with containerd 1', () => {
  expect(check({ ...node(), runtime: 'containerd://1.6' }, 'a', 'b', 'c', 'd')).toEqual([]);
});

it('knows nothing of layers that come in chunks', () => {
  expect(check({ ...node(), runtimeOptions: { concurrentLayerFetchBuffer: 1024 } }, 'a', 'b', 'c', 'd')).toEqual([]);
});
