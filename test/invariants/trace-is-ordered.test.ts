import { expect, it } from 'vitest';
import { traceIsOrdered } from '../../src/invariants/trace-is-ordered.ts';
import { node, pull, traceOf } from './trace-of.ts';

// docs/trace.md: `id` and `at`.

const good = traceOf([node()], [pull(1, 'a', 'inspecting'), pull(1, 'a', 'present')], 'settled');

it('holds for a trace that is numbered and in order of time', () => {
  expect(traceIsOrdered.check(good)).toEqual([]);
});

it('finds a gap, time that falls, and records around header and end', () => {
  expect(traceIsOrdered.check(good.filter(({ id }) => id !== 1)).map(({ record }) => record)).toEqual([2, 3]);
  expect(traceIsOrdered.check(traceOf([node()], [pull(2, 'a', 'inspecting'), pull(1, 'a', 'present')]))).toEqual([
    { record: 2, message: 'time falls from 2 ms to 1 ms' },
  ]);
  expect(traceIsOrdered.check(good.slice(1)).map(({ message }) => message)).toContain('the header is not the first record');
  const [header, first] = good;
  const last = good.at(-1);
  if (header === undefined || first === undefined || last?.type !== 'end') throw new Error('no trace');
  expect(traceIsOrdered.check([header, first, { ...last, id: 2 }, { ...last, id: 3 }])).toEqual([
    { record: 3, message: 'a record after the end' },
  ]);
});
