import { expect, it } from 'vitest';
import { invariants } from '../../../src/run/invariants/invariants.ts';
import { sightings } from '../../../src/run/invariants/sightings.ts';
import { traceVerdicts, verdictNames } from '../../../src/run/invariants/trace-verdicts.ts';
import { node, pull, traceOf } from './trace-of.ts';

const records = traceOf([node()], [pull(1, 'a', 'pulling'), pull(2, 'b', 'pulling'), pull(3, 'b', 'failed')]);

it('gives a verdict for every name, none of them twice', () => {
  expect(new Set(verdictNames).size).toBe(invariants.length + sightings.length);
  expect(traceVerdicts(records).map(({ name }) => name)).toEqual(verdictNames);
});

it('lists the invariants that hold, those that are violated and where, and the sightings', () => {
  const only = traceVerdicts(records, ['slots-in-order', 'slots-respected', 'pull-fails', 'image-arrives']);
  expect(only).toMatchObject([
    { name: 'slots-respected', kind: 'always', violations: [{ record: 2 }], prefix: { length: 3 } },
    { name: 'slots-in-order', violations: [], prefix: undefined },
    { name: 'image-arrives', record: undefined },
    { name: 'pull-fails', kind: 'sometimes', record: 3 },
  ]);
});
