import { describe, expect, test } from 'vitest';
import type { InspectionEvent } from 'xstate';
import { type SimulateOptions, simulate, simulateWithPauses } from '../../../src/run/simulation/simulate.ts';
import { appYaml } from './pod-yaml.ts';
import { inputOf } from './run-yaml.ts';

const one = inputOf(appYaml('web', 'shop/web:1'));
const apart = {
  ...one,
  nodes: one.nodes.flatMap((node) => ['node-1', 'node-2'].map((name) => ({ ...node, name }))),
  pods: one.pods.flatMap((pod) =>
    ['node-1', 'node-2'].map((nodeName) => ({ ...pod, uid: nodeName, name: nodeName, nodeName })),
  ),
};
const watched: SimulateOptions = { inspect: (_event: InspectionEvent) => {} };

describe.each([
  ['one node', one, {}],
  ['nodes one after another', apart, {}],
  ['nodes side by side', apart, watched],
] as const)('a run of %s', (_, input, options) => {
  const whole = simulate(input, options);

  test('is the same with a pause at each step', async () => {
    let pauses = 0;
    const goesOn = async () => ++pauses > 0;
    expect(await simulateWithPauses(input, options, { isDue: () => true, goesOn })).toEqual(whole);
    expect(pauses).toBeGreaterThan(100);
  });

  test('is its beginning where it is interrupted, and says so', async () => {
    let pauses = 0;
    const interrupted = await simulateWithPauses(input, options, {
      isDue: () => true,
      goesOn: async () => ++pauses < 60,
    });
    const known = interrupted.records.slice(0, -1);
    expect(known.length).toBeGreaterThan(5);
    expect(interrupted.end).toMatchObject({ reason: 'interrupted', id: known.length });
    expect(interrupted.end.at).toBeLessThan(whole.end.at);
    const ofFirst = (records: readonly (typeof known)[number][]) =>
      records
        .filter((record) => 'node' in record && record.node === 'node-1')
        .map(({ at, type }) => ({ at, type }));
    expect(ofFirst(whole.records).slice(0, ofFirst(known).length)).toEqual(ofFirst(known));
  });
});
