import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseShape } from '../../../src/inputs/documents/parse-shape.ts';

const shape = z.object({ lists: z.record(z.string(), z.array(z.string())) });
const wrong = (count: number) => Array.from({ length: count }, () => 5);

test('a value is read as its shape reads it', () => {
  expect(parseShape(shape, { lists: { a: ['b'] } })).toEqual({
    success: true,
    data: { lists: { a: ['b'] } },
  });
  expect(parseShape(shape, { lists: { a: wrong(3) } })?.error?.issues.map(({ path }) => path)).toEqual(
    [0, 1, 2].map((at) => ['lists', 'a', at]),
  );
});

test('of more wrong values than a call takes arguments the first are found', () => {
  const issues = parseShape(shape, { lists: { a: wrong(1_000_000) } })?.error?.issues ?? [];
  expect(issues[0]?.path).toEqual(['lists', 'a', 0]);
  expect(issues.length).toBeLessThan(100_000);
});

test('where the beginning of the value is right there is no result', () => {
  const right = Array.from({ length: 30_000 }, () => 'b');
  expect(parseShape(shape, { lists: { a: [...right, ...wrong(1_000_000)] } })).toBeUndefined();
});
