import { expect, test } from 'vitest';
import { doneShare, type RunProgress } from '../../../../src/interfaces/page/run-progress.ts';
import { Progress } from '../../../../src/interfaces/page/worker/progress.ts';
import type { SimulationProgress } from '../../../../src/run/simulation/parts-progress.ts';

/**
 * What is told of so many notes, of which each takes a millisecond of virtual time and `msEach` of real time.
 */
function told(notes: number, msEach: number, more: Partial<SimulationProgress> = {}): RunProgress[] {
  const heard: RunProgress[] = [];
  let nowMs = 5_000;
  const progress = new Progress(
    () => nowMs,
    (so) => heard.push(so),
  );
  for (let at = 0; at < notes; at++) {
    nowMs += msEach;
    progress.note({ nowMs: at, horizonMs: 900_000, steps: 0, pods: 3, podsUnsettled: 3, ...more });
  }
  return heard;
}

test('it is told at most ten times a second', () => {
  expect(told(450, 1).map(({ atMs }) => atMs)).toEqual([99, 199, 299, 399]);
  expect(told(3, 1_000).map(({ atMs }) => atMs)).toEqual([0, 1, 2]);
  expect(told(500, 0)).toEqual([]);
});

test.each([
  [3, 0],
  [1, 2],
  [0, 3],
  [5, 0],
])(
  'with %d pods of three that are not settled, pods that have come beside them included, %d are done',
  (podsUnsettled, podsDone) => {
    expect(told(1, 1_000, { podsUnsettled })).toEqual([{ atMs: 0, horizonMs: 900_000, pods: 3, podsDone }]);
  },
);

test.each([
  [{ atMs: 0, horizonMs: 900, pods: 4, podsDone: 0 }, 0],
  [{ atMs: 90, horizonMs: 900, pods: 4, podsDone: 1 }, 0.25],
  [{ atMs: 450, horizonMs: 900, pods: 4, podsDone: 1 }, 0.5],
  [{ atMs: 9_000, horizonMs: 900, pods: 4, podsDone: 1 }, 1],
  [{ atMs: 0, horizonMs: 0, pods: 0, podsDone: 0 }, 0],
])('of %j the share %d is done', (progress, share) => {
  expect(doneShare(progress)).toBe(share);
});
