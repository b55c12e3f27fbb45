import { expect, it } from 'vitest';
import { slotsRespected } from '../../../src/invariants/kubelet/slots-respected.ts';
import type { HeaderNode } from '../../../src/trace/record.ts';
import { fault, node, pull, traceOf } from '../trace-of.ts';

// pkg/kubelet/images/puller.go: parallelImagePuller's tokens, serialImagePuller's one goroutine.

const parallel = (max: number | null, profile?: string) => node({ serializeImagePulls: false, maxParallelImagePulls: max }, profile);
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
  expect(overlapping(parallel(2))).toEqual([{ record: 6, message: '3 pulls in flight on node-1, which has 2 slots' }]);
});

it('knows no limit where the setting is absent or the release lacks it', () => {
  expect(overlapping(parallel(null))).toEqual([]);
  expect(overlapping(parallel(3))).toEqual([]);
  expect(overlapping(parallel(2, '1.14'))).toEqual([]);
});

it('frees the slots of a kubelet that stops, and only its', () => {
  const lines = (target: string) => [pull(0, 'a', 'pulling'), fault(3, 'kubeletRestart', target), pull(5, 'b', 'pulling')];
  expect(slotsRespected.check(traceOf([node()], lines('node-1')))).toEqual([]);
  expect(slotsRespected.check(traceOf([node()], lines('node-2')))).toHaveLength(1);
});
