import { expect, it } from 'vitest';
import { oneSyncAtATime } from '../../../../src/run/invariants/kubelet/one-sync-at-a-time.ts';
import { admitted, fault, type Line, node, podRef, traceOf } from '../trace-of.ts';

// pkg/kubelet/pod_workers.go: podWorkerLoop.

const sync = (at: number, state: 'started' | 'finished', work?: 'terminating' | 'terminated'): Line => [
  at,
  'node-1/kubelet/default/a',
  { type: 'sync', state, pod: podRef('a'), ...(work === undefined ? {} : { work }) },
];
const pod = (at: number, state: 'terminated' | 'deleting' | 'deleted' | 'rejected'): Line => [
  at,
  'node-1',
  { type: 'pod', state, pod: podRef('a'), containers: [] },
];
const check = (...lines: Line[]) =>
  oneSyncAtATime.check(traceOf([node()], [admitted(0, 'a', 'Always'), ...lines]));

it('holds for one sync after the other, also where a kubelet leaves one unfinished', () => {
  expect(check(sync(1, 'started'), sync(2, 'finished'), sync(2, 'started'))).toEqual([]);
  expect(check(sync(1, 'started'), fault(2, 'kubeletRestart', 'node-1'), sync(3, 'started'))).toEqual([]);
});

it('finds two at once, an end without a beginning, and a sync after the end of the pod', () => {
  expect(check(sync(1, 'started'), sync(2, 'started'))).toEqual([
    { record: 3, message: 'a second sync of pod a begins within one' },
  ]);
  expect(check(sync(1, 'finished'))).toHaveLength(1);
  expect(check(pod(1, 'terminated'), sync(2, 'started'))).toHaveLength(1);
});

const ending = [sync(2, 'started', 'terminating'), sync(3, 'finished', 'terminating')];
const last = [sync(4, 'started', 'terminated'), sync(5, 'finished', 'terminated')];

it('holds for the end of a pod, which a restarted kubelet starts again', () => {
  expect(check(...ending, pod(3, 'terminated'), ...last)).toEqual([]);
  expect(check(pod(1, 'deleting'), ...ending, ...last, pod(6, 'deleted'))).toEqual([]);
  const restart = fault(3.5, 'kubeletRestart', 'node-1');
  expect(check(pod(1, 'deleting'), ...ending, restart, ...ending, ...last)).toEqual([]);
  // Of one that is not deleted the new kubelet finds out by itself that it is over.
  expect(check(sync(2, 'started', 'terminating'), restart, sync(4, 'started'))).toEqual([]);
});

it('finds rounds out of order', () => {
  expect(check(...last)).toHaveLength(1);
  expect(check(...ending, sync(4, 'started'))).toHaveLength(1);
  expect(check(...ending, ...ending)).toHaveLength(1);
  expect(check(pod(1, 'deleted'), sync(2, 'started', 'terminating'))).toHaveLength(1);
  const restart = fault(3.5, 'kubeletRestart', 'node-1');
  expect(check(pod(1, 'deleting'), ...ending, restart, sync(4, 'started'))).toHaveLength(1);
});
