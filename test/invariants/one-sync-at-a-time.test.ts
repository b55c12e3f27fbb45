import { expect, it } from 'vitest';
import { oneSyncAtATime } from '../../src/invariants/one-sync-at-a-time.ts';
import { admitted, fault, type Line, node, podRef, traceOf } from './trace-of.ts';

// pkg/kubelet/pod_workers.go: podWorkerLoop.

const sync = (at: number, state: 'started' | 'finished'): Line => [
  at,
  'node-1/kubelet/default/a',
  { type: 'sync', state, pod: podRef('a') },
];
const check = (...lines: Line[]) => oneSyncAtATime.check(traceOf([node()], [admitted(0, 'a', 'Always'), ...lines]));

it('holds for one sync after the other, also where a kubelet leaves one unfinished', () => {
  expect(check(sync(1, 'started'), sync(2, 'finished'), sync(2, 'started'))).toEqual([]);
  expect(check(sync(1, 'started'), fault(2, 'kubeletRestart', 'node-1'), sync(3, 'started'))).toEqual([]);
});

it('finds two at once, an end without a beginning, and a sync after the end of the pod', () => {
  expect(check(sync(1, 'started'), sync(2, 'started'))).toEqual([{ record: 3, message: 'a second sync of pod a begins within one' }]);
  expect(check(sync(1, 'finished'))).toHaveLength(1);
  const over: Line = [1, 'node-1', { type: 'pod', state: 'terminated', pod: podRef('a'), node: 'node-1', containers: [] }];
  expect(check(over, sync(2, 'started'))).toHaveLength(1);
});
