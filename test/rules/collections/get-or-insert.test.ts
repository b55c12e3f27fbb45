import { expect, test } from 'vitest';
import { getOrInsert } from '../../../src/rules/collections/get-or-insert.ts';

test('an entry is made when it is first asked for, and then found again', () => {
  const lists = new Map<string, number[]>();
  const made = getOrInsert(lists, 'a', () => []);
  made.push(1);
  expect(getOrInsert(lists, 'a', () => [2])).toBe(made);
  expect([...lists]).toEqual([['a', [1]]]);
});
