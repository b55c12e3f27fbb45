import { expect, it } from 'vitest';
import { bytesConserved } from '../../../src/invariants/runtime/bytes-conserved.ts';
import { fault, fetch, type Line, node, runtime, stored, traceOf } from '../trace-of.ts';

const complete = stored(9, 'present', { kind: 'pull', actor: 'node-1/images/kubelet/default/a/app', record: 1 });
const check = (...lines: Line[]) => bytesConserved.check(traceOf([node()], lines));
const own = [fetch(1, 'a', 'queued'), fetch(2, 'a', 'started'), fetch(3, 'a', 'fetched')];

it('holds where every missing layer came, from this pull or the one that shares it', () => {
  expect(check(...own, complete)).toEqual([]);
  expect(check(fetch(1, 'a', 'shared'), fetch(1, 'b', 'started'), fetch(3, 'b', 'fetched'), complete)).toEqual([]);
  const failed: Line = [4, 'node-1/kubelet/default/a/app', { type: 'runtime-return', op: 'PullImage', image: 'web:1', error: 'boom' }];
  expect(check(fetch(1, 'a', 'queued'), failed, complete)).toEqual([]);
});

it('asks nothing of a pull that was lost with its kubelet: the next call is a new pull', () => {
  const lost = [fetch(1, 'a', 'queued'), fault(2, 'nodeReboot'), runtime(5, 'a', 'PullImage')];
  expect(check(...lost, complete)).toEqual([]);
  expect(check(...lost, fetch(6, 'a', 'queued'), complete)).toHaveLength(1);
});

it('finds an image that is present without a layer', () => {
  expect(check(...own.slice(0, 2), complete)).toEqual([{ record: 3, message: 'web:1 is present without sha256:a' }]);
});

it('finds a layer of two sizes and one that ends without a beginning', () => {
  expect(check(fetch(1, 'a', 'started'), fetch(2, 'a', 'fetched', 'sha256:a', 99))).toHaveLength(1);
  expect(check(fetch(1, 'a', 'fetched'))).toHaveLength(1);
});
