import { expect, test } from 'vitest';
import { arrowHead, arrowPath } from '../../../src/page/statechart/arrow-path.ts';
import { instantText } from '../../../src/page/statechart/instant-text.ts';
import { timesText } from '../../../src/page/statechart/times-text.ts';

test('a virtual time reads like a clock, with microseconds where there are some', () => {
  expect([0, 480, 72_480, 515.6, 7_205_000, 59_999.9999].map(instantText)).toEqual([
    '00:00.000',
    '00:00.480',
    '01:12.480',
    '00:00.515600',
    '2:00:05.000',
    '01:00.000',
  ]);
});

test('a count has room at its label, whatever it is', () => {
  expect([0, 6, 999, 1000, 50_000, 2_500_000].map(timesText)).toEqual(['', '×6', '×999', '×1k', '×50k', '×2M']);
});

test('an arrow bends round its corners, and its head lies on its last part', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 0, y: 40 },
    { x: 30, y: 40 },
  ];
  expect(arrowPath(points)).toBe('M0 0L0 33Q0 40 7 40L30 40');
  expect(arrowHead(points)).toBe('30,40 22,36 22,44');
});
