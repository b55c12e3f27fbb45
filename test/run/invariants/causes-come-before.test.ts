import { expect, it } from 'vitest';
import { causesComeBefore } from '../../../src/run/invariants/causes-come-before.ts';
import { fault, node, stored, traceOf } from './trace-of.ts';

// docs/trace.md: `because`.

const because = (actor: string, record: number) =>
  causesComeBefore.check(
    traceOf([node()], [fault(0, 'imageRemoved'), stored(1, 'removed', { kind: 'fault', actor, record })]),
  );

it('holds where a cause is an earlier record of the actor named', () => {
  expect(because('faults/1-imageRemoved', 1)).toEqual([]);
});

it('finds a cause that is later, missing or of another actor', () => {
  expect(because('faults/1-imageRemoved', 2)).toHaveLength(1);
  expect(because('faults/1-imageRemoved', 9)).toHaveLength(1);
  expect(because('node-1', 1)).toEqual([{ record: 2, message: 'its cause, record 1, is not of node-1' }]);
});
