import { expect, it } from 'vitest';
import { Kernel } from '../../../src/run/simulation/kernel.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { SimulationError } from '../../../src/run/simulation/simulation-error.ts';
import { TraceRecorder } from '../../../src/run/simulation/trace-recorder.ts';
import { createWorld } from '../../../src/run/simulation/world.ts';
import type { SimulationInput } from '../../../src/run/simulation-input.ts';
import { appYaml, scenarioYaml, takes } from './pod-yaml.ts';
import { inputOf } from './run-yaml.ts';

// The roots of a run: docs of src/run/simulation/world.ts.

const yaml = (more = '') =>
  appYaml('web', 'sim.local/a:1') + scenarioYaml([takes('sim.local/a:1', '1s')], more);

function withNode(input: SimulationInput, changes: object): SimulationInput {
  return { ...input, nodes: input.nodes.map((node) => ({ ...node, ...changes })) };
}

it('has a root for each node and each registry, ready before anything happens', () => {
  const kernel = new Kernel();
  const input = inputOf(yaml('nodes: { count: 3 }'));
  const world = createWorld(input, kernel, new TraceRecorder(kernel, () => {}));
  expect([...world.nodes.keys()]).toEqual(['node-1', 'node-2', 'node-3']);
  expect([...world.registries.keys()]).toEqual(Object.keys(input.registries));
  expect(kernel.steps).toBe(0);
});

it('refuses a node whose release has no profile', () => {
  const input = withNode(inputOf(yaml()), { profileRelease: '9.99' });
  expect(() => simulate(input)).toThrow(
    expect.objectContaining({ code: 'input', message: 'no profile for kubelet 9.99' }),
  );
});

it('an actor that fails anywhere below a root ends the run', () => {
  const input = inputOf(yaml());
  const [node] = input.nodes;
  if (node === undefined) throw new Error('no node');
  const kubelet = { ...node.kubelet, imagePullCredentialsVerificationPolicy: 'Sometimes' };
  const broken = withNode({ ...input }, { kubelet, presentImages: ['sim.local/a:1'] });
  expect(() => simulate(broken)).toThrow(SimulationError);
});
