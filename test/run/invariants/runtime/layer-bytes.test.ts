import { describe, expect, it } from 'vitest';
import { bytesConserved, freedBytesWereOnDisk } from '../../../../src/run/invariants/runtime/layer-bytes.ts';
import { fault, fetch, type Line, node, runtime, stored, traceOf } from '../trace-of.ts';

const complete = stored(9, 'present', {
  kind: 'pull',
  actor: 'node-1/images/kubelet/default/a/app',
  record: 1,
});
const check = (...lines: Line[]) => bytesConserved.check(traceOf([node()], lines));
const own = [fetch(1, 'a', 'queued'), fetch(2, 'a', 'started'), fetch(3, 'a', 'fetched')];

it('holds where every missing layer came, from this pull or the one that shares it', () => {
  expect(check(...own, complete)).toEqual([]);
  expect(
    check(fetch(1, 'a', 'shared'), fetch(1, 'b', 'started'), fetch(3, 'b', 'fetched'), complete),
  ).toEqual([]);
  const failed: Line = [
    4,
    'node-1/kubelet/default/a/app',
    { type: 'runtime-return', op: 'PullImage', image: 'web:1', error: 'boom' },
  ];
  expect(check(fetch(1, 'a', 'queued'), failed, complete)).toEqual([]);
});

it('asks nothing of a pull that was lost with its kubelet: the next call is a new pull', () => {
  const lost = [fetch(1, 'a', 'queued'), fault(2, 'nodeReboot'), runtime(5, 'a', 'PullImage')];
  expect(check(...lost, complete)).toEqual([]);
  expect(check(...lost, fetch(6, 'a', 'queued'), complete)).toHaveLength(1);
});

it('finds an image that is present without a layer', () => {
  expect(check(...own.slice(0, 2), complete)).toEqual([
    { record: 3, message: 'web:1 is present without sha256:a' },
  ]);
});

it('finds a layer of two sizes and one that ends without a beginning', () => {
  expect(check(fetch(1, 'a', 'started'), fetch(2, 'a', 'fetched', 'sha256:a', 99))).toHaveLength(1);
  expect(check(fetch(1, 'a', 'fetched'))).toHaveLength(1);
});

describe('freed bytes were on disk', () => {
  // containerd's garbage collector frees what no image needs any more: content that two images share goes
  // with the last.

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
  const fetched: Line = [
    2,
    'node-1/images/kubelet/default/web/app',
    { type: 'fetch', state: 'fetched', ...layer, bytes: 30 },
  ];
  const unpacked: Line = [
    3,
    'node-1/images/kubelet/default/web/app',
    { type: 'unpack', state: 'finished', ...layer, bytes: 70 },
  ];
  const check = (...lines: Line[]) => freedBytesWereOnDisk.check(traceOf([node()], lines));

  it('holds where freed bytes were left before, or have arrived since', () => {
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
    const started: Line = [
      2.5,
      'node-1/images/kubelet/default/web/app',
      { type: 'unpack', state: 'started', ...layer, bytes: 70 },
    ];
    expect(check(fetched, removed(3, 0, 100), removed(4, 130, 0))).toEqual([]);
    expect(check(fetched, started, removed(3, 0, 100), removed(4, 130, 0))).toHaveLength(1);
  });
});
