import { expect, test } from 'vitest';
import { mergePulls } from '../../../../src/answers/calibration/estimates/merge-pulls.ts';
import type { ObservedPull } from '../../../../src/answers/calibration/estimates/observed-pull.ts';
import { SkipCount } from '../../../../src/answers/calibration/estimates/skip-count.ts';
import { pull } from '../observed-pull.ts';

function merged(...pulls: readonly ObservedPull[]) {
  const skips = new SkipCount();
  const kept = mergePulls(pulls, skips).map(
    ({ image, from, endMicros, bytes }) => `${image} ${from} ${endMicros / 1e6} ${bytes}`,
  );
  return [...kept, ...skips.list().map(({ reason, count }) => `${count} ${reason}`)];
}

const event = (image: string, begin: number, end: number, more: Partial<ObservedPull> = {}) =>
  pull(image, begin, end, { from: 'events', ...more });
const twice = 'an event of a pull that is in the log too';

test('pulls come in order of their ends, those of one instant in order of their references', () => {
  expect(merged(pull('b', 0, 5), pull('c', 1, 2), pull('a', 0, 5))).toEqual([
    'c log 2 1000000',
    'a log 5 1000000',
    'b log 5 1000000',
  ]);
});

test('a pull that log and events tell of counts once, as the log has it', () => {
  expect(merged(event('a', 0, 10), pull('a', 0, 9.7))).toEqual(['a log 9.7 1000000', `1 ${twice}`]);
});

test('an event of another image, or without a log, is a pull of its own', () => {
  expect(merged(event('a', 0, 10), pull('b', 0, 10))).toEqual(['a events 10 1000000', 'b log 10 1000000']);
  expect(merged(event('a', 0, 10), event('a', 0, 10))).toHaveLength(2);
  expect(merged(pull('a', 0, 10), pull('a', 0, 10))).toHaveLength(2);
});

test('ends may be three seconds apart, to either side', () => {
  const isTwice = (end: number) =>
    merged(event('a', end - 10, end), pull('a', 10, 20)).includes(`1 ${twice}`);
  expect([16.9, 17, 20, 23, 23.1].map(isTwice)).toEqual([false, true, true, true, false]);
});

test('durations differ by the question for the size at most: a fifth of a second and a fiftieth', () => {
  const isTwice = (seconds: number) =>
    merged(event('a', 20 - seconds, 20), pull('a', 10, 20)).includes(`1 ${twice}`);
  expect([9.5, 9.7, 10, 10.4, 10.5].map(isTwice)).toEqual([false, true, true, true, false]);
});

test('of many pulls of one image in the log, in whatever order, the one at that time counts', () => {
  const log = [70, 10, 40, 20, 60, 30, 50].map((end) => pull('a', end - end / 10, end));
  for (const end of [10, 20, 30, 40, 50, 60, 70]) {
    expect(merged(...log, event('a', end - end / 10, end))).toContain(`1 ${twice}`);
    expect(merged(...log, event('a', end - 5, end + 5))).not.toContain(`1 ${twice}`);
  }
});

test('the one that fits may come after one that is as near but took otherwise', () => {
  expect(merged(pull('a', 9, 10), pull('a', 5, 11), event('a', 5, 11))).toContain(`1 ${twice}`);
});

test('a pull without a size takes that of another pull of its image', () => {
  const unsized = { bytes: undefined };
  expect(
    merged(pull('a', 0, 1, unsized), event('a', 50, 90, { bytes: 7 }), pull('b', 0, 2, unsized)),
  ).toEqual(['a log 1 7', 'b log 2 undefined', 'a events 90 7']);
  expect(merged(pull('a', 0, 1, { bytes: 5 }), pull('a', 2, 3, { bytes: 6 }))).toEqual([
    'a log 1 5',
    'a log 3 6',
  ]);
});
