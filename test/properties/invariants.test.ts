import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { simulate } from '../../src/simulation/simulate.ts';
import { readTrace } from '../../src/trace/read-trace.ts';
import { formatRecord } from '../../src/trace/write-trace.ts';
import { testRuns } from '../test-runs.ts';
import { draft, simulationInput } from './random-input.ts';

const numRuns = Math.ceil((testRuns * 3) / 5);

it('keeps every invariant and writes a trace that reads back as it was, on inputs that reach every state of a pull, a layer and a node', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(draft, (drawn) => {
      const { records } = simulate(simulationInput(drawn));
      expect(checkInvariants(records)).toEqual([]);
      expect(readTrace(records.map(formatRecord))).toEqual({ ok: true, records, steps: [], complete: true });
      for (const record of records) if ('state' in record) reached.add(`${record.type} ${record.state}`);
    }),
    { numRuns },
  );
  const pulls = ['inspecting', 'present', 'neverPresent', 'invalidName', 'backingOff', 'waiting', 'pulling', 'pulled', 'failed'];
  const fetches = ['queued', 'shared', 'present', 'started', 'fetched'];
  const others = ['image removed', 'pod rejected', 'pod terminated', 'container exited', 'node kubeletRestarted', 'node rebooted'];
  const expected = [...pulls.map((state) => `pull ${state}`), ...fetches.map((state) => `fetch ${state}`), 'unpack finished', ...others];
  expect(expected.filter((state) => !reached.has(state))).toEqual([]);
});
