import { expect, test } from 'vitest';
import { slowestRow } from '../../../../src/interfaces/page/answer/slowest-row.ts';
import { barsOf, rowOf, viewOf } from '../timeline/sample-view.ts';

const ran = (pod: string, arrivedMs: number, runningAtMs: number) =>
  rowOf('a', pod, barsOf([['running', 1]], runningAtMs), { arrivedMs, runningAtMs });

test('the slowest pod is the one that took longest from its arrival, not the one that ran last', () => {
  expect(slowestRow(viewOf([ran('early', 0, 50), ran('late', 80, 100)], 100))).toBe(0);
});

test('a pod that never ran has taken until the end; an image that is pulled ahead is no pod', () => {
  const { runningAtMs: _, ...never } = rowOf('a', 'never', barsOf([['backingOff', 60]]), { arrivedMs: 40 });
  const { pod: _pod, ...ahead } = rowOf('a', 'ahead', barsOf([['downloading', 100]]));
  expect(slowestRow(viewOf([ran('early', 0, 50), never, ahead], 100))).toBe(1);
  expect(slowestRow(viewOf([ahead], 100))).toBeUndefined();
});
