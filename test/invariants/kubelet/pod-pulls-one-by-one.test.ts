import { expect, it } from 'vitest';
import { podPullsOneByOne } from '../../../src/invariants/kubelet/pod-pulls-one-by-one.ts';
import { fault, node, pull, traceOf } from '../trace-of.ts';

// pulls within one pod are strictly sequential.

const begins = pull(1, 'node-1/a/init', 'inspecting');

it('holds where the next begins after the last has ended, or its kubelet has', () => {
  expect(podPullsOneByOne.check(traceOf([node()], [begins, pull(2, 'node-1/a/init', 'present'), pull(2, 'a', 'waiting')]))).toEqual([]);
  expect(podPullsOneByOne.check(traceOf([node()], [begins, fault(2, 'kubeletRestart'), pull(5, 'a', 'waiting')]))).toEqual([]);
  expect(podPullsOneByOne.check(traceOf([node()], [begins, pull(1, 'b', 'inspecting')]))).toEqual([]);
});

it('finds two of one pod at once, of one container too', () => {
  expect(podPullsOneByOne.check(traceOf([node()], [begins, pull(2, 'a', 'waiting')]))).toHaveLength(1);
  expect(podPullsOneByOne.check(traceOf([node()], [begins, begins]))).toHaveLength(1);
  expect(podPullsOneByOne.check(traceOf([node()], [pull(1, 'a', 'waiting'), pull(2, 'a', 'waiting')]))).toHaveLength(1);
});
