import { expect, test } from 'vitest';
import type { ObservedPull } from '../../src/calibration/observed-pull.ts';
import { pullGroups } from '../../src/calibration/pull-group.ts';

function pull(image: string, beginSecond: number, endSecond: number, more: Partial<ObservedPull> = {}): ObservedPull {
  return {
    image,
    reference: image,
    node: 'n',
    at: 'f:1',
    from: 'log',
    outcome: 'pulled',
    endMicros: endSecond * 1e6,
    endSpreadMicros: 0,
    durationMicros: (endSecond - beginSecond) * 1e6,
    bytes: 1e6,
    bytesRead: undefined,
    ...more,
  };
}

const members = (pulls: readonly ObservedPull[]) =>
  pullGroups(pulls).map((group) =>
    group.pulls
      .map(({ image }) => image)
      .sort()
      .join('+'),
  );

test('pulls that overlap are one group, from the first beginning to the last end', () => {
  const pulls = [pull('a', 0, 3), pull('b', 2, 5), pull('c', 6, 7)];
  expect(members(pulls)).toEqual(['a+b', 'c']);
  expect(pullGroups(pulls)[0]?.durationMicros).toBe(5e6);
});

test('a short pull within a long one joins it with whatever the long one meets', () => {
  expect(members([pull('short', 4, 5), pull('early', 1, 2), pull('long', 0, 10)])).toEqual(['early+long+short']);
});

test('pulls of two nodes share no link', () => {
  expect(members([pull('a', 0, 3), pull('b', 1, 2, { node: 'm' })])).toEqual(['a', 'b']);
});

test('ends in whole seconds: one after another where the time was enough, together where it was not', () => {
  const coarse = { endSpreadMicros: 1e6, from: 'events' } as const;
  // 0.9 s each, all said to have ended in the second of 10: two fit into it one after another, three do not.
  expect(members([pull('a', 9.1, 10, coarse), pull('b', 9.1, 10, coarse)])).toEqual(['b', 'a']);
  expect(members([pull('a', 9.1, 10, coarse), pull('b', 9.1, 10, coarse), pull('c', 9.1, 10, coarse)])).toHaveLength(2);
  expect(pullGroups([pull('a', 5, 10, coarse), pull('b', 5, 10, coarse)])).toHaveLength(1);
  expect(members([pull('a', 8.4, 9, coarse), pull('b', 8.6, 10, coarse)])).toEqual(['a', 'b']);
});
