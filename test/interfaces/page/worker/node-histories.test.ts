import { expect, test } from 'vitest';
import { NodeHistories } from '../../../../src/interfaces/page/worker/node-histories.ts';
import type { SimulationInput } from '../../../../src/run/simulation-input.ts';
import { sampleRun } from '../../../charts/inspector/sample-run.ts';
import { inputOf } from '../../../run/simulation/run-yaml.ts';

test('the statecharts of all nodes come of one simulation', () => {
  const input = inputOf(sampleRun);
  let simulations = 0;
  const counted: SimulationInput = {
    ...input,
    get horizonMicros() {
      simulations++;
      return input.horizonMicros;
    },
  };
  const histories = new NodeHistories(counted);
  const actors = histories.actors('node-1');
  const looksPerSimulation = simulations;
  expect(looksPerSimulation).toBeGreaterThan(0);
  const others = histories.actors('node-2');
  for (const { actor } of actors) expect(histories.steps('node-1', actor).started.actor).toBe(actor);
  for (const { actor } of others) expect(histories.steps('node-2', actor).started.actor).toBe(actor);
  expect(others.filter(({ actor }) => actor.startsWith('node-2')).length).toBeGreaterThan(10);
  expect(simulations).toBe(looksPerSimulation);
});
