import { expect, it } from 'vitest';
import { unpacksInChainOrder } from '../../../../src/run/invariants/runtime/unpacks-in-chain-order.ts';
import type { HeaderNode } from '../../../../src/trace/record.ts';
import { type Line, node, traceOf, unpack } from '../trace-of.ts';

// docs/measurements.md R5: per image strictly in chain order, no limit across images; max_concurrent_unpacks
// is of the node.

const parallel: HeaderNode = { ...node(), runtimeOptions: { maxConcurrentUnpacks: 2 } };
const check = (nodes: readonly HeaderNode[], ...lines: Line[]) =>
  unpacksInChainOrder.check(traceOf(nodes, lines));
const head = (at: number, actor: string): Line => [
  at,
  `${actor}#fetch-0`,
  { type: 'request', state: 'sent', method: 'HEAD', kind: 'tag', registry: 'docker.io', image: 'web:1' },
];

it('holds for layers one after another, for other images at the same time, and for the next pull of that name', () => {
  const first = [unpack(1, 'a', 'started', 0), unpack(2, 'a', 'finished', 0), unpack(3, 'a', 'started', 2)];
  expect(check([node()], ...first, unpack(3, 'b', 'started', 0), unpack(4, 'b', 'failed', 0))).toEqual([]);
  const actor = String(unpack(0, 'a', 'started', 0)[1]);
  expect(
    check([node()], ...first, unpack(4, 'a', 'failed', 2), head(5, actor), unpack(6, 'a', 'started', 0)),
  ).toEqual([]);
});

it('finds two layers of an image at once, and one that comes after a higher one', () => {
  expect(check([node()], unpack(1, 'a', 'started', 0), unpack(2, 'a', 'started', 1))).toEqual([
    { record: 2, message: 'layer 1 of web:1 is unpacked while layer 0 is' },
  ]);
  expect(
    check(
      [node()],
      unpack(1, 'a', 'started', 1),
      unpack(2, 'a', 'finished', 1),
      unpack(3, 'a', 'started', 0),
    ),
  ).toEqual([{ record: 3, message: 'layer 0 of web:1 is unpacked after layer 1' }]);
});

it('counts the layers of the node where they do not wait for each other', () => {
  const two = [unpack(1, 'a', 'started', 1), unpack(1, 'b', 'started', 0)];
  expect(check([parallel], ...two, unpack(2, 'a', 'finished', 1), unpack(3, 'a', 'started', 0))).toEqual([]);
  expect(check([parallel], ...two, unpack(2, 'a', 'started', 0))).toEqual([
    { record: 3, message: 'layer 0 of web:1 is unpacked while 2 others are, and 2 may be at once' },
  ]);
});
