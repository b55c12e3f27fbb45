import { expect, test } from 'vitest';
import { appendAll } from '../../../src/rules/collections/append-all.ts';
import { largest, smallest } from '../../../src/rules/collections/extremes.ts';

const long = Array.from({ length: 300_000 }, (_, index) => index);

test('a list of any length is put at the end of another', () => {
  const list = [-1];
  appendAll(list, long);
  expect([list.length, list[0], list.at(-1)]).toEqual([300_001, -1, 299_999]);
});

test('the extremes of any number of values are those that Math.max and Math.min give for few', () => {
  expect([largest(long), smallest(long)]).toEqual([299_999, 0]);
  for (const values of [[], [3], [2, -7, 5], [0, Number.NaN]])
    expect([largest(values), smallest(values)]).toEqual([Math.max(...values), Math.min(...values)]);
});
