import { expect, test } from 'vitest';
import type { SimulationInput } from '../../../src/input/model.ts';
import { doneShare, type RunProgress } from '../../../src/page/run-progress.ts';
import { Progress } from '../../../src/page/worker/progress.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';

const input = { pods: Array.from({ length: 3 }), horizonMicros: 900_000_000 } as unknown as SimulationInput;
const status = (uid: string, phase: string) => ({ type: 'status', phase, pod: { uid } });
const pod = (uid: string, state: string) => ({ type: 'pod', state, pod: { uid } });
const other = { type: 'event' };

/** What is told of these records, of which each takes a millisecond of virtual time and `msEach` of real time. */
function told(records: readonly object[], msEach: number): RunProgress[] {
  const heard: RunProgress[] = [];
  let nowMs = 5_000;
  const progress = new Progress(
    () => nowMs,
    (so) => heard.push(so),
  );
  progress.begin(input);
  for (const [at, record] of records.entries()) {
    nowMs += msEach;
    progress.note({ at, ...record } as unknown as TraceRecord);
  }
  return heard;
}

test('it is told at most ten times a second, and the clock is looked at each 64 records', () => {
  const records = Array.from({ length: 640 }, () => other);
  expect(told(records, 1).map(({ atMs }) => atMs)).toEqual([127, 255, 383, 511, 639]);
  expect(told(records, 100 / 64).map(({ atMs }) => atMs)).toEqual([63, 127, 191, 255, 319, 383, 447, 511, 575, 639]);
  expect(told(records, 0)).toEqual([]);
  expect(told(records.slice(0, 63), 1_000)).toEqual([]);
});

test.each([
  ['nothing of them', [other], 0],
  ['one that waits', [status('a', 'Pending')], 0],
  ['one that runs', [status('a', 'Pending'), status('a', 'Running')], 1],
  ['one that ran and has ended', [status('a', 'Running'), status('a', 'Succeeded')], 1],
  ['one of three that was refused and one that is gone', [pod('a', 'rejected'), pod('b', 'deleted'), pod('c', 'arrived')], 2],
  ['more than the run began with', ['a', 'b', 'c', 'd'].map((uid) => status(uid, 'Running')), 3],
])('of the pods, of which it knows %s, it counts those that are done', (_, records, podsDone) => {
  const padded = [...records, ...Array.from({ length: 64 - records.length }, () => other)];
  expect(told(padded, 1_000)).toEqual([{ atMs: 63, horizonMs: 900_000, pods: 3, podsDone }]);
});

test.each([
  [{ atMs: 0, horizonMs: 900, pods: 4, podsDone: 0 }, 0],
  [{ atMs: 90, horizonMs: 900, pods: 4, podsDone: 1 }, 0.25],
  [{ atMs: 450, horizonMs: 900, pods: 4, podsDone: 1 }, 0.5],
  [{ atMs: 9_000, horizonMs: 900, pods: 4, podsDone: 1 }, 1],
  [{ atMs: 0, horizonMs: 0, pods: 0, podsDone: 0 }, 0],
])('of %j the share %d is done', (progress, share) => {
  expect(doneShare(progress)).toBe(share);
});
