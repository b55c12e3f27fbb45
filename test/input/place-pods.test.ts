import { expect, test } from 'vitest';
import { accepted, podYaml, scenarioYaml, stream } from './reading.ts';

const spec = '{ containers: [{ name: a, image: b }] }';
const bare = (name: string) => podYaml(name, spec);
const fixed = (name: string, node: string) => podYaml(name, `{ nodeName: ${node}, containers: [{ name: a, image: b }] }`);

function placed(...documents: readonly string[]): Record<string, string> {
  const { pods } = accepted(stream(scenarioYaml('nodes: { count: 3 }'), ...documents)).input;
  return Object.fromEntries(pods.map(({ name, nodeName }) => [name, nodeName]));
}

test('pods without a node go round the nodes, in order of their names', () => {
  expect(placed(bare('a'), bare('b'), bare('c'), bare('d'))).toEqual({ a: 'node-1', b: 'node-2', c: 'node-3', d: 'node-1' });
});

test('a pod that names its node takes nobody else’s turn', () => {
  expect(placed(bare('a'), fixed('b', 'node-1'), bare('c'), fixed('d', 'node-3'), bare('e'))).toEqual({
    a: 'node-1',
    b: 'node-1',
    c: 'node-2',
    d: 'node-3',
    e: 'node-3',
  });
});

test('a DaemonSet has a pod on each node, and takes nobody’s turn either', () => {
  const daemons = `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: { name: logs }\nspec: { template: { spec: ${spec} } }\n`;
  const nodes = placed(bare('a'), daemons, bare('z'));
  expect(Object.entries(nodes).flatMap(([name, node]) => (name.startsWith('logs-') ? [node] : []))).toEqual(['node-1', 'node-2', 'node-3']);
  expect(nodes).toMatchObject({ a: 'node-1', z: 'node-2' });
});

test('replicas with a node of their own are all there', () => {
  const web = `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 3, template: { spec: { nodeName: node-2, containers: [{ name: a, image: b }] } } }\n`;
  expect(Object.values(placed(web))).toEqual(['node-2', 'node-2', 'node-2']);
});
