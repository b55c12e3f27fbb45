import { expect, test } from 'vitest';
import { entryOf } from '../../../src/rules/collections/entry-of.ts';

test('an entry is made when it is first asked for, and then found again', () => {
  const lists = new Map<string, number[]>();
  const made = entryOf(lists, 'a', () => []);
  made.push(1);
  expect(entryOf(lists, 'a', () => [2])).toBe(made);
  expect([...lists]).toEqual([['a', [1]]]);
});
