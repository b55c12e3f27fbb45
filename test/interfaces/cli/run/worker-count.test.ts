import { expect, test } from 'vitest';
import { workersAsked, workersFor } from '../../../../src/interfaces/cli/workers/worker-count.ts';
import type { SimulationInput } from '../../../../src/run/simulation-input.ts';
import { appYaml } from '../../../run/simulation/pod-yaml.ts';
import { inputOf } from '../../../run/simulation/run-yaml.ts';

const one = inputOf(appYaml('web', 'shop/web:1'));

function inputOfSize(podCount: number, nodeCount: number): SimulationInput {
  const names = Array.from({ length: nodeCount }, (_, index) => `node-${index + 1}`);
  const nodes = one.nodes.flatMap((node) => names.map((name) => ({ ...node, name })));
  const pods = one.pods.flatMap((pod) =>
    Array.from({ length: podCount }, (_, uid) => ({ ...pod, uid: `${uid}`, nodeName: 'node-1' })),
  );
  return { ...one, nodes, pods };
}

test('auto keeps to one thread where there is little to do, and elsewhere takes the processors', () => {
  expect(workersFor('auto', inputOfSize(599, 10), undefined, 8)).toBe(1);
  expect(workersFor('auto', inputOfSize(600, 10), undefined, 8)).toBe(2);
  expect(workersFor('auto', inputOfSize(3_000, 10), undefined, 8)).toBe(8);
  expect(workersFor('auto', inputOfSize(3_000, 10), undefined)).toBe(1);
});

test('there are no more threads than nodes that share nothing, or seeds', () => {
  expect(workersFor(16, inputOfSize(1, 3), undefined, 2)).toBe(3);
  expect(workersFor('auto', inputOfSize(3_000, 1), undefined, 8)).toBe(1);
  expect(workersFor(16, inputOfSize(1, 1), 5, 2)).toBe(5);
  expect(workersFor('auto', inputOfSize(10, 1), 200, 8)).toBe(6);
});

test('what is asked for is auto or a whole number', () => {
  expect([workersAsked('auto'), workersAsked('12')]).toEqual(['auto', 12]);
  for (const wrong of ['0', '-1', '1.5', 'all', '257'])
    expect(() => workersAsked(wrong)).toThrow('Expected auto, or a whole number from 1 to 256.');
});
