import { describe, expect, test } from 'vitest';
import { parseSource } from '../../../src/inputs/documents/parse-source.ts';
import { Problems } from '../../../src/inputs/documents/problems.ts';
import { placePods } from '../../../src/inputs/placement/place-pods.ts';
import { noScenario } from '../../../src/inputs/scenario/read-scenario.ts';
import type { Workload } from '../../../src/inputs/workloads/workload.ts';
import { accepted, errorsOf, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const spec = '{ containers: [{ name: a, image: b }] }';
const bare = (name: string) => podYaml(name, spec);
const fixed = (name: string, node: string) =>
  podYaml(name, `{ nodeName: ${node}, containers: [{ name: a, image: b }] }`);

function placed(...documents: readonly string[]): Record<string, string> {
  const { pods } = accepted(stream(scenarioYaml('nodes: { count: 3 }'), ...documents)).input;
  return Object.fromEntries(pods.map(({ name, nodeName }) => [name, nodeName]));
}

test('pods without a node go round the nodes, in order of their names', () => {
  expect(placed(bare('a'), bare('b'), bare('c'), bare('d'))).toEqual({
    a: 'node-1',
    b: 'node-2',
    c: 'node-3',
    d: 'node-1',
  });
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
  expect(Object.entries(nodes).flatMap(([name, node]) => (name.startsWith('logs-') ? [node] : []))).toEqual([
    'node-1',
    'node-2',
    'node-3',
  ]);
  expect(nodes).toMatchObject({ a: 'node-1', z: 'node-2' });
});

test('replicas with a node of their own are all there', () => {
  const web = `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 3, template: { spec: { nodeName: node-2, containers: [{ name: a, image: b }] } } }\n`;
  expect(Object.values(placed(web))).toEqual(['node-2', 'node-2', 'node-2']);
});

test('a node that is not there is made, and told; a name that may be a slip is asked about', () => {
  const read = (...documents: readonly string[]) => {
    const { pods, nodes, assumptions } = accepted(stream(...documents)).input;
    const told = assumptions.filter((sentence) => sentence.startsWith('spec.nodeName'));
    return [pods[0]?.nodeName, nodes.map(({ name }) => name), told];
  };
  expect(read(fixed('a', 'ip-10-0-12-7.internal'))).toEqual([
    'ip-10-0-12-7.internal',
    ['ip-10-0-12-7.internal'],
    ['spec.nodeName of pods names a node that is not in the input; it is made: ip-10-0-12-7.internal.'],
  ]);
  expect(read(scenarioYaml('nodes: { count: 2 }'), fixed('a', 'nod-1'), fixed('b', 'nod-1'))).toEqual([
    'nod-1',
    ['nod-1', 'node-1', 'node-2'],
    ['spec.nodeName of pods names a node that is not in the input; it is made: nod-1. Did you mean node-1?'],
  ]);
  expect(read(scenarioYaml('nodes: { count: 2 }'), fixed('a', 'node-7'), fixed('b', 'node-9'))).toEqual([
    'node-7',
    ['node-1', 'node-2', 'node-7', 'node-9'],
    ['spec.nodeName of pods names 2 nodes that are not in the input; they are made: node-7, node-9.'],
  ]);
});

test('a name that no node can have is an error', () => {
  expect(refused(fixed('a', 'Node_1'))).toEqual(['4:19 NAME "Node_1" is not a name that a node can have']);
  expect(
    errorsOf(stream(scenarioYaml('nodes: { count: 0 }'), fixed('a', 'worker'))).map(({ code }) => code),
  ).toEqual(['WRONG_VALUE']);
});

test('two that make a pod of the same name are told at the second', () => {
  const set = `apiVersion: apps/v1\nkind: StatefulSet\nmetadata: { name: db }\nspec: { replicas: 2, template: { spec: ${spec} } }\n`;
  expect(refused(stream(bare('db-1'), set))).toEqual([
    '8:19 DUPLICATE pod default/db-1 is made twice: by Pod/db-1 and by StatefulSet/db',
  ]);
  expect(
    accepted(stream(bare('db-1').replace('name: db-1', 'name: db-1, namespace: other'), set)).input.pods,
  ).toHaveLength(3);
});

describe('many pods', () => {
  const [document] = parseSource({ name: 'in.yaml', text: 'spec: { replicas: 1 }\n' }, new Problems());
  if (document === undefined) throw new Error('no document');
  const workload = (name: string, count: Workload['count'], podName: Workload['podName']): Workload => {
    const object = { document, path: [], kind: 'Deployment', value: {} };
    const more = {
      owner: undefined,
      specPath: [],
      podMetadata: undefined,
      ends: false,
      update: 'later',
    } as const;
    return { object, namespace: 'default', name, spec: { containers: [] }, count, podName, ...more };
  };
  const numbered = (name: string) => (ordinal: number) => `${name}-${ordinal}`;
  const place = (workloads: readonly Workload[]) => {
    const problems = new Problems();
    return {
      ...placePods(
        workloads,
        ['n1', 'n2'].map((name) => ({ plan: { name, scenario: noScenario }, podsMax: Infinity })),
        (pods) => pods.map(() => 0),
        undefined,
        problems,
      ),
      errors: problems.errors,
    };
  };

  test('are as many as the limit, and not one more', () => {
    const most = place([
      workload('a', 299_996, numbered('a')),
      workload('b', 2, numbered('b')),
      workload('c', 'one per node', numbered('c')),
    ]);
    expect([most.pods.length, most.spread, most.errors]).toEqual([300_000, 299_998, []]);
    const { pods, errors } = place([workload('a', 2, numbered('a')), workload('b', 299_999, numbered('b'))]);
    expect(pods).toEqual([]);
    expect(errors).toMatchObject([
      {
        line: 1,
        column: 19,
        code: 'TOO_MANY_PODS',
        message: 'the input makes 300001 pods: at most 300000 are simulated',
        hint: 'fewer replicas',
      },
    ]);
  });

  test('get another name where one is taken, ten times at most', () => {
    const taken = workload('a', 1, () => 'taken');
    const nameAfter = (attempts: number) =>
      place([taken, workload('b', 1, (_, attempt) => (attempt < attempts ? 'taken' : 'free'))]).pods.map(
        ({ name }) => name,
      );
    expect([nameAfter(0), nameAfter(1), nameAfter(9), nameAfter(10)]).toEqual([
      ['taken', 'free'],
      ['taken', 'free'],
      ['taken', 'free'],
      ['taken'],
    ]);
  });
});

test('a Node without labels beside one that has some has none; where no Node tells labels, each may have those that a pod wants', () => {
  const node = (name: string, labels = '') =>
    `apiVersion: v1\nkind: Node\nmetadata: { name: ${name}${labels} }\n`;
  const pods = ['x', 'y'].map((name) =>
    podYaml(name, '{ nodeSelector: { disk: ssd }, containers: [{ name: a, image: b }] }'),
  );
  const nodesOf = (...nodes: readonly string[]) =>
    accepted(stream(...nodes, ...pods)).input.pods.map(({ nodeName }) => nodeName);
  expect(nodesOf(node('a', ', labels: { disk: ssd }'), node('b'))).toEqual(['a', 'a']);
  expect(nodesOf(node('a'), node('b'))).toEqual(['a', 'b']);
});
