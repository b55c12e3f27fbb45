import { expect, test } from 'vitest';
import { arrowHead, arrowPath } from '../../../../src/interfaces/page/statechart/arrow-path.ts';
import { instantText, stepText, timesText } from '../../../../src/interfaces/page/statechart/texts.ts';
import type { StepRecord } from '../../../../src/trace/step-record.ts';

test('a virtual time reads as moments do elsewhere, with microseconds where there are some', () => {
  expect([0, 480, 72_480, 515.6, 7_205_000, 59_999.9999].map(instantText)).toEqual([
    '0.000 s',
    '0.480 s',
    '1 m 12.480 s',
    '0.515600 s',
    '2 h 0 m 5.000 s',
    '1 m 0.000 s',
  ]);
});

test('a step is told with the state after it, where there is one: a reducer has none', () => {
  const step = { type: 'step', actor: 'a', event: { type: 'SWEEP.REQUESTED' } };
  const told = (value: unknown) => stepText({ ...step, value } as unknown as StepRecord, () => 'pullBackOff');
  expect([told({}), told(undefined), told('free'), told({ up: 'ready' })]).toEqual([
    'pullBackOff takes SWEEP.REQUESTED',
    'pullBackOff takes SWEEP.REQUESTED',
    'pullBackOff takes SWEEP.REQUESTED: free',
    'pullBackOff takes SWEEP.REQUESTED: up.ready',
  ]);
});

test('a count has room at its label, whatever it is', () => {
  expect([0, 6, 999, 1000, 50_000, 999_999, 1_000_000, 2_500_000].map(timesText)).toEqual([
    '',
    '×6',
    '×999',
    '×1k',
    '×50k',
    '×999k',
    '×1M',
    '×2M',
  ]);
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

test.each([
  [
    'up',
    [
      [5, 50],
      [5, 10],
    ],
    'M5 50L5 10',
    '5,10 1,18 9,18',
  ],
  [
    'down to the right',
    [
      [10, 10],
      [40, 50],
    ],
    'M10 10L40 50',
    '40,50 38.4,41.2 32,46',
  ],
  [
    'a little way, of which the head takes half',
    [
      [0, 0],
      [6, 0],
    ],
    'M0 0L6 0',
    '6,0 3,-4 3,4',
  ],
  [
    'round a corner so near that the bend begins half-way',
    [
      [0, 0],
      [0, 4],
      [10, 4],
    ],
    'M0 0L0 2Q0 4 5 4L10 4',
    '10,4 5,0 5,8',
  ],
  [
    'to where it is',
    [
      [3, 3],
      [3, 3],
    ],
    'M3 3L3 3',
    '3,3 3,3 3,3',
  ],
  ['from nowhere', [[3, 3]], 'M3 3', ''],
  ['nowhere', [], '', ''],
])('an arrow goes %s', (_, corners, path, head) => {
  const points = corners.map(([x = 0, y = 0]) => ({ x, y }));
  expect([arrowPath(points), arrowHead(points)]).toEqual([path, head]);
});
