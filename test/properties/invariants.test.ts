import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { simulate } from '../../src/simulation/simulate.ts';
import { readTrace } from '../../src/trace/read-trace.ts';
import { formatRecord } from '../../src/trace/write-trace.ts';
import { draft, simulationInput } from './random-input.ts';

it('keeps every invariant, whatever the nodes, pods and troubles', () => {
  fc.assert(
    fc.property(draft, (drawn) => {
      expect(checkInvariants(simulate(simulationInput(drawn)).records)).toEqual([]);
    }),
  );
});

it('writes a trace that reads back as it was', () => {
  fc.assert(
    fc.property(draft, (drawn) => {
      const { records } = simulate(simulationInput(drawn));
      const read = readTrace(records.map(formatRecord));
      expect(read).toEqual({ ok: true, records, complete: true });
    }),
  );
});
