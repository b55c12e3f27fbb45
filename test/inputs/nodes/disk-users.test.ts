import { expect, it } from 'vitest';
import { inputOf } from '../../run/simulation/run-yaml.ts';
import { errorsOf, pause, podYaml, scenarioYaml, stream } from '../reading.ts';

// Scenario nodes.*: what lies on a node's disk beside images, and which of those the runtime pins.

const nodesOf = (nodes: string) =>
  inputOf(`
apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: ${nodes}
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [ { name: app, image: "redis:7" } ] }`).nodes;

it('takes what is said of all nodes, and of one node instead', () => {
  const nodes = nodesOf('{ defaults: { diskUsed: 10GB }, named: { a: {}, b: { diskUsed: 1GB } } }');
  expect(nodes.map(({ name, diskUsedBytes }) => [name, diskUsedBytes])).toEqual([
    ['a', 10_000_000_000],
    ['b', 1_000_000_000],
  ]);
  expect(nodesOf('{ count: 1 }')[0]).not.toHaveProperty('diskUsedBytes');
});

it('pins an image by any spelling of its name, for all nodes and for one more', () => {
  const nodes = nodesOf(
    '{ defaults: { pinnedImages: ["docker.io/library/redis:7"] }, named: { a: { presentImages: ["pause:3"], pinnedImages: ["pause:3"] } } }',
  );
  expect(nodes[0]?.pinnedImages).toEqual(['pause:3', 'redis:7', pause]);
});

it('refuses what is not an image name, with its place', () => {
  expect(() => nodesOf('{ count: 1, defaults: { pinnedImages: ["No Name"] } }')).toThrow(
    '"No Name" is not an image name',
  );
});

it('refuses it of one node as well, where it stands', () => {
  expect(
    errorsOf(
      stream(
        podYaml('x', '{ containers: [{ name: a, image: b }] }'),
        scenarioYaml('nodes: { named: { a: { pinnedImages: [x, UPPER] } } }'),
      ),
    ),
  ).toMatchObject([
    {
      line: 8,
      column: 42,
      code: 'IMAGE_NAME',
      message: '"UPPER" is not an image name',
      expected: 'a name such as redis:7.2',
    },
  ]);
});
