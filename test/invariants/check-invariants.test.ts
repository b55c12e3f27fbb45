import { expect, it } from 'vitest';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { invariants } from '../../src/invariants/invariants.ts';
import { node, pull, traceOf } from './trace-of.ts';

it('names every invariant once, with a sentence', () => {
  expect(new Set(invariants.map(({ name }) => name)).size).toBe(invariants.length);
  for (const { name, says } of invariants) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(says).toMatch(/^[A-Z].*\.$/);
  }
});

it('says which invariant a trace breaks, and where', () => {
  const records = traceOf([node()], [pull(1, 'a', 'waiting'), pull(1, 'a', 'pulling'), pull(2, 'b', 'waiting'), pull(2, 'b', 'pulling')]);
  expect(checkInvariants(records)).toEqual([
    { invariant: 'slots-respected', violation: { record: 4, message: '2 pulls in flight on node-1, which has 1 slot' } },
  ]);
});

it('finds nothing in an empty trace', () => {
  expect(checkInvariants([])).toEqual([]);
});
