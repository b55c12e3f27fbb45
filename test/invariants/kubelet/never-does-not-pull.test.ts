import { expect, it } from 'vitest';
import { neverDoesNotPull } from '../../../src/invariants/kubelet/never-does-not-pull.ts';
import { admitted, node, pull, runtime, traceOf } from '../trace-of.ts';

// pkg/kubelet/images/image_manager.go: imagePullPrecheck (1.36), shouldPullImage (to 1.31).

const lines = (policy: string) => [
  admitted(0, 'a', policy),
  pull(1, 'a', 'waiting'),
  pull(1, 'a', 'pulling'),
  runtime(1, 'a', 'PullImage'),
];

it('holds for pulls of other policies, and for Never that only looks', () => {
  expect(neverDoesNotPull.check(traceOf([node()], lines('Always')))).toEqual([]);
  const looks = [admitted(0, 'a', 'Never'), pull(1, 'a', 'inspecting'), runtime(1, 'a', 'GetImageRef'), pull(2, 'a', 'neverPresent')];
  expect(neverDoesNotPull.check(traceOf([node()], looks))).toEqual([]);
});

it('finds Never that asks for a slot and calls PullImage', () => {
  expect(neverDoesNotPull.check(traceOf([node()], lines('Never'))).map(({ record }) => record)).toEqual([2, 4]);
});
