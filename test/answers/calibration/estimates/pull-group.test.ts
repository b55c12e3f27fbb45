import { expect, test } from 'vitest';
import type { ObservedPull } from '../../../../src/answers/calibration/estimates/observed-pull.ts';
import { pullGroups } from '../../../../src/answers/calibration/estimates/pull-group.ts';
import { pull } from '../observed-pull.ts';

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
  expect(members([pull('short', 4, 5), pull('early', 1, 2), pull('long', 0, 10)])).toEqual([
    'early+long+short',
  ]);
});

test('a long pull joins what it meets, though another ended after it', () => {
  expect(members([pull('c', 5, 6), pull('b', 4.5, 9.5), pull('a', 9, 10)])).toEqual(['a+b+c']);
});

test('pulls of two nodes share no link', () => {
  expect(members([pull('a', 0, 3), pull('b', 1, 2, { node: 'm' })])).toEqual(['a', 'b']);
});

test('ends in whole seconds: one after another where the time was enough, together where it was not', () => {
  const coarse = { endSpreadMicros: 1e6, from: 'events' } as const;
  // 0.9 s each, all said to have ended in the second of 10: two fit into it one after another, three do not.
  expect(members([pull('a', 9.1, 10, coarse), pull('b', 9.1, 10, coarse)])).toEqual(['b', 'a']);
  expect(
    members([pull('a', 9.1, 10, coarse), pull('b', 9.1, 10, coarse), pull('c', 9.1, 10, coarse)]),
  ).toHaveLength(2);
  expect(pullGroups([pull('a', 5, 10, coarse), pull('b', 5, 10, coarse)])).toHaveLength(1);
  expect(members([pull('a', 8.4, 9, coarse), pull('b', 8.6, 10, coarse)])).toEqual(['a', 'b']);
});

test('of pulls that name no node, those of one file are of one node', () => {
  const at = (place: string) => ({ node: undefined, at: place });
  expect(
    members([pull('a', 0, 3, at('f:1')), pull('b', 1, 2, at('f:2')), pull('c', 1, 2, at('g:3'))]),
  ).toEqual(['a+b', 'c']);
});

test('2 ms of overlap are what an answer takes to be logged', () => {
  expect(members([pull('a', 0, 3), pull('b', 2.998, 4)])).toEqual(['a', 'b']);
  expect(members([pull('a', 0, 3), pull('b', 2.997_999, 4)])).toEqual(['a+b']);
});

test('a pull that ended in the second of one that it was beside may have begun so much later', () => {
  const coarse = { endSpreadMicros: 1e6, from: 'events' } as const;
  // c runs from 4 to 10 at the earliest and from 5 to 11 at the latest, so a may have ended when it began.
  expect(members([pull('a', 3, 4.999, coarse), pull('b', 5, 10, coarse), pull('c', 4, 10, coarse)])).toEqual([
    'a',
    'b+c',
  ]);
});

test('a group may be off by the widest of its ends, one pull alone by nothing', () => {
  const spread = (endSpreadMicros: number) => ({ endSpreadMicros });
  expect(pullGroups([pull('a', 0, 9, spread(1e6)), pull('b', 1, 9, spread(5e5))])).toMatchObject([
    { spreadMicros: 1e6 },
  ]);
  expect(pullGroups([pull('a', 0, 9, spread(1e6))])).toMatchObject([{ spreadMicros: 0 }]);
  expect(pullGroups([])).toEqual([]);
});
