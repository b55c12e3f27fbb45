import { expect, test } from 'vitest';
import { StepHistory } from '../../../../src/charts/inspector/step-history.ts';
import { NodeHistories } from '../../../../src/interfaces/page/worker/node-histories.ts';
import { simulate, splitInput } from '../../../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../../../src/run/simulation-input.ts';
import { sampleRun } from '../../../charts/inspector/sample-run.ts';
import { inputOf } from '../../../run/simulation/run-yaml.ts';

/** The same with a registry that all nodes share. */
const shared = sampleRun.replace(
  'nodes: { count: 2 }',
  'nodes: { count: 2 }\nregistries: { docker.io: { egress: 50MB/s } }',
);

/** The steps of a run are numbered; those of its parts, each from the beginning. */
const withoutNumbers = (history: unknown): unknown =>
  JSON.parse(JSON.stringify(history, (key, value: unknown) => (key === 'step' ? undefined : value)));

test('the statecharts of nodes that share something come of one simulation', () => {
  const input = inputOf(shared);
  expect(splitInput(input)).toHaveLength(1);
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

test.each(['node-1', 'node-2'])(
  'of nodes that share nothing, %s is simulated alone, and does what it did in the whole run',
  (node) => {
    const input = inputOf(sampleRun);
    expect(splitInput(input)).toHaveLength(2);
    const whole = new StepHistory({ node });
    simulate(input, { inspect: whole.inspect, keepRecords: false });
    const alone = new NodeHistories(input);
    const actors = alone.actors(node);
    expect(actors).toEqual(whole.actors(node));
    expect(actors.length).toBeGreaterThan(10);
    for (const { actor } of actors)
      expect(withoutNumbers(alone.steps(node, actor))).toEqual(withoutNumbers(whole.steps(actor)));
  },
);
