import { expect, it } from 'vitest';
import { downloadsWithinSlots } from '../../../../src/run/invariants/runtime/downloads-within-slots.ts';
import type { HeaderNode } from '../../../../src/trace/record.ts';
import { fetch, layerRequest, node, traceOf } from '../trace-of.ts';

// docs/measurements.md R3: three slots for the node with containerd 2, three for each pull with containerd 1.

/** Of each name the response to its layer begins; `-b` is there, `~b` breaks off. */
const check = (one: HeaderNode, ...names: string[]) =>
  downloadsWithinSlots.check(
    traceOf(
      [one],
      names.map((name, place) => {
        if (name.startsWith('-')) return fetch(place, name.slice(1), 'fetched');
        return name.startsWith('~')
          ? layerRequest(place, name.slice(1), 'failed')
          : layerRequest(place, name, 'answered');
      }),
    ),
  );

it('holds for three at once, and for a fourth after one of them has ended', () => {
  expect(check(node(), 'a', 'b', 'c')).toEqual([]);
  expect(check(node(), 'a', 'b', 'c', '-b', 'd')).toEqual([]);
});

it('finds a fourth with containerd 2, whosever it is', () => {
  expect(check(node(), 'a', 'b', 'c', 'd')).toEqual([
    { record: 4, message: 'node-1 downloads 4 layers at once, with 3 slots' },
  ]);
  expect(check({ ...node(), runtimeOptions: { maxConcurrentDownloads: 1 } }, 'a', 'b')).toHaveLength(1);
});

it('gives on the slot of a response that broke off with containerd 2, until the layer goes on', () => {
  expect(check(node(), 'a', 'b', 'c', '~b', 'd')).toEqual([]);
  expect(check(node(), 'a', 'b', 'c', '~b', 'd', '-a', 'b')).toEqual([]);
  expect(check(node(), 'a', 'b', 'c', '~b', 'd', 'b')).toHaveLength(1);
});

it('counts each pull by itself with containerd 1, and a layer until it is there', () => {
  const old = { ...node(), runtime: 'containerd://1.6' };
  expect(check(old, 'a', 'b', 'c', 'd')).toEqual([]);
  const lines = ['a#fetch-0', 'a#fetch-1', 'a#fetch-2', '~a#fetch-1', 'a#fetch-3'];
  expect(check(old, ...lines).map(({ record }) => record)).toEqual([5]);
  expect(check(old, ...lines.with(3, '-a#fetch-1'))).toEqual([]);
});

it('does not apply to layers that come in chunks', () => {
  expect(
    check({ ...node(), runtimeOptions: { concurrentLayerFetchBuffer: 1024 } }, 'a', 'b', 'c', 'd'),
  ).toEqual([]);
});
