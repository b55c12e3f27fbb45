import { expect, it } from 'vitest';
import { freedBytesWereOnDisk } from '../../../src/invariants/runtime/freed-bytes-were-on-disk.ts';
import { type Line, node, traceOf } from '../trace-of.ts';

// containerd's garbage collector frees what no image needs any more: content that two images share goes with the last.

const removed = (at: number, freedBytes: number, heldBytes: number): Line => [
  at,
  'node-1/kubelet/image-gc',
  {
    type: 'imageGC',
    state: 'removed',
    trigger: 'loop',
    image: 'app:1',
    ref: 'sha256:aa',
    reason: 'space',
    believedBytes: 1,
    freedBytes,
    heldBytes,
  },
];
const layer = { image: 'app:2', digest: 'sha256:ee', layer: 0 };
const fetched: Line = [2, 'node-1/images/kubelet/default/web/app', { type: 'fetch', state: 'fetched', ...layer, bytes: 30 }];
const unpacked: Line = [3, 'node-1/images/kubelet/default/web/app', { type: 'unpack', state: 'finished', ...layer, bytes: 70 }];
const check = (...lines: Line[]) => freedBytesWereOnDisk.check(traceOf([node()], lines));

it('holds where what is freed was left before, or has arrived since', () => {
  expect(check(removed(1, 500, 100), removed(2, 60, 40), removed(3, 40, 0))).toEqual([]);
  expect(check(removed(1, 500, 100), fetched, unpacked, removed(4, 200, 0))).toEqual([]);
});

it('finds bytes that are freed twice, or were never there', () => {
  expect(check(removed(1, 500, 100), removed(2, 60, 50))).toEqual([
    { record: 2, message: 'app:1 frees 60 bytes and leaves 50, and there were at most 100' },
  ]);
  expect(check(removed(1, 500, 100), fetched, removed(3, 131, 0))).toHaveLength(1);
  expect(check(removed(1, -1, 0))).toHaveLength(1);
});

it('counts a layer from its commit on: after its last byte, before its unpacking', () => {
  const started: Line = [2.5, 'node-1/images/kubelet/default/web/app', { type: 'unpack', state: 'started', ...layer, bytes: 70 }];
  expect(check(fetched, removed(3, 0, 100), removed(4, 130, 0))).toEqual([]);
  expect(check(fetched, started, removed(3, 0, 100), removed(4, 130, 0))).toHaveLength(1);
});
