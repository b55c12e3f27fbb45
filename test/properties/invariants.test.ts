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

it('draws inputs that reach every state of a pull, a layer and a node', () => {
  const reached = new Set<string>();
  for (const drawn of fc.sample(draft, { numRuns: 60, seed: 1 })) {
    for (const record of simulate(simulationInput(drawn)).records) {
      if ('state' in record) reached.add(`${record.type} ${record.state}`);
    }
  }
  const pulls = ['inspecting', 'present', 'neverPresent', 'invalidName', 'backingOff', 'waiting', 'pulling', 'pulled', 'failed'];
  const fetches = ['queued', 'shared', 'present', 'started', 'fetched'];
  const others = ['image removed', 'pod rejected', 'pod terminated', 'container exited', 'node kubeletRestarted', 'node rebooted'];
  const expected = [...pulls.map((state) => `pull ${state}`), ...fetches.map((state) => `fetch ${state}`), 'unpack finished', ...others];
  expect(expected.filter((state) => !reached.has(state))).toEqual([]);
});
