import { expect, it } from 'vitest';
import { slotsInOrder, slotsRespected } from '../../../../src/run/invariants/kubelet/pull-slots.ts';
import type { HeaderNode } from '../../../../src/trace/record.ts';
import { fault, node, pull, traceOf } from '../trace-of.ts';

// serial puller and semaphore are FIFO; §16.6: a refused token is told after its slot has gone on.

it('holds where pulls have their turn as they asked', () => {
  const lines = [
    pull(0, 'a', 'waiting'),
    pull(0, 'b', 'waiting'),
    pull(1, 'a', 'pulling'),
    pull(2, 'b', 'pulling'),
  ];
  expect(slotsInOrder.check(traceOf([node()], lines))).toEqual([]);
});

it('holds where the throttle refuses one within the instant', () => {
  const lines = [
    pull(0, 'a', 'waiting'),
    pull(0, 'b', 'waiting'),
    pull(1, 'b', 'pulling'),
    pull(1, 'a', 'failed'),
  ];
  expect(slotsInOrder.check(traceOf([node()], lines))).toEqual([]);
});

it('finds a pull that is overtaken, and one that never has its turn', () => {
  const overtaken = [
    pull(0, 'a', 'waiting'),
    pull(0, 'b', 'waiting'),
    pull(1, 'b', 'pulling'),
    pull(2, 'a', 'pulling'),
  ];
  expect(slotsInOrder.check(traceOf([node()], overtaken))).toHaveLength(1);
  expect(slotsInOrder.check(traceOf([node()], overtaken.slice(0, 3)))).toEqual([
    {
      record: 3,
      message:
        'node-1/kubelet/default/b/app goes on while node-1/kubelet/default/a/app, which asked before it, waits',
    },
  ]);
});

it('forgets who waited for a kubelet that has stopped', () => {
  const lines = [
    pull(0, 'a', 'waiting'),
    fault(1, 'nodeReboot'),
    pull(3, 'b', 'waiting'),
    pull(3, 'b', 'pulling'),
  ];
  expect(slotsInOrder.check(traceOf([node()], lines))).toEqual([]);
});

// pkg/kubelet/images/puller.go: parallelImagePuller's tokens, serialImagePuller's one goroutine.

const parallel = (max: number | null, profile?: string) =>
  node({ serializeImagePulls: false, maxParallelImagePulls: max }, profile);
const overlapping = (own: HeaderNode) =>
  slotsRespected.check(
    traceOf(
      [own],
      ['a', 'b', 'c'].flatMap((pod, index) => [pull(index, pod, 'waiting'), pull(index, pod, 'pulling')]),
    ),
  );

it('holds where a slot goes on at the instant at which it is given back', () => {
  const lines = [pull(0, 'a', 'pulling'), pull(5, 'b', 'pulling'), pull(5, 'a', 'pulled')];
  expect(slotsRespected.check(traceOf([node()], lines))).toEqual([]);
});

it('finds one pull too many, serial and parallel', () => {
  expect(overlapping(node()).map(({ record }) => record)).toEqual([4, 6]);
  expect(overlapping(parallel(2))).toEqual([
    { record: 6, message: '3 pulls in flight on node-1, which has 2 slots' },
  ]);
});

it('applies no limit where the setting is absent or the release lacks it', () => {
  expect(overlapping(parallel(null))).toEqual([]);
  expect(overlapping(parallel(3))).toEqual([]);
  expect(overlapping(parallel(2, '1.14'))).toEqual([]);
});

it('frees the slots of a kubelet that stops, and only its', () => {
  const lines = (target: string) => [
    pull(0, 'a', 'pulling'),
    fault(3, 'kubeletRestart', target),
    pull(5, 'b', 'pulling'),
  ];
  expect(slotsRespected.check(traceOf([node()], lines('node-1')))).toEqual([]);
  expect(slotsRespected.check(traceOf([node()], lines('node-2')))).toHaveLength(1);
});
