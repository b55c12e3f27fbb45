import { expect, test } from 'vitest';
import { lowerBound } from '../../../src/rules/collections/lower-bound.ts';

test.each([
  [[], 5, 0],
  [[1, 3, 5, 7], 0, 0],
  [[1, 3, 5, 7], 5, 2],
  [[1, 3, 5, 7], 6, 3],
  [[1, 5, 5, 7], 5, 1],
  [[1, 3, 5, 7], 8, 4],
])('the first index of %j with at least %i is %i', (values, least, first) => {
  expect(lowerBound(values.length, (index) => (values[index] ?? 0) >= least)).toBe(first);
});

test('asks about few of many indices', () => {
  let asked = 0;
  lowerBound(1_000_000, (index) => {
    asked += 1;
    return index >= 12_345;
  });
  expect(asked).toBeLessThanOrEqual(20);
});
