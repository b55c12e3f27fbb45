import { expect, test } from 'vitest';
import { clusterScenario } from '../../../src/answers/cluster-import/cluster-scenario.ts';
import { importCluster } from '../../../src/answers/cluster-import/import-cluster.ts';
import { importReport } from '../../../src/answers/cluster-import/import-report.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import { boundPod, podEvent, pulledContainer } from '../../inputs/events/event-objects.ts';

const app = 'spec.containers{app}';
const node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'node-1' },
  status: {
    nodeInfo: { kubeletVersion: 'v1.31.2', containerRuntimeVersion: 'containerd://1.7.22' },
    capacity: { cpu: '4' },
  },
};

function imported(...items: readonly unknown[]) {
  const result = importCluster([{ name: 'cluster.json', text: JSON.stringify({ kind: 'List', items }) }], {
    sinceMicros: undefined,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const scenario = clusterScenario(result.cluster);
  const read = readInput([{ name: 'cluster.yaml', text: scenario }], {});
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return { report: importReport(result.cluster), scenario, input: read.input };
}

test('pods that only events tell of are on their nodes, of which one that no file has is made', () => {
  const { report, input, scenario } = imported(
    node,
    boundPod('a', 0),
    ...pulledContainer('a', app, 'a:1', 1),
    boundPod('b', 5.5, 'node-2'),
    ...pulledContainer('b', app, 'b:1', 6, { node: 'node-2' }),
  );
  expect(input.pods.map(({ name, nodeName, arrivesAtMicros }) => [name, nodeName, arrivesAtMicros])).toEqual([
    ['a', 'node-1', 0],
    ['b', 'node-2', 5_500_000],
  ]);
  expect(input.nodes.map(({ name, kubeletVersion }) => [name, kubeletVersion])).toEqual([
    ['node-1', 'v1.31.2'],
    ['node-2', 'v1.31.2'],
  ]);
  expect(report.guessed).toContain('1 node that only events name: node-2, with the releases of the others');
  expect(scenario).toContain('# Guessed from events:\n#   - 2 pods, which only events tell of');
});

test('a pod whose Pod object is there is not made of its events once more', () => {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name: 'a', creationTimestamp: '2026-11-21T10:00:00Z' },
    spec: {
      nodeName: 'node-1',
      containers: [
        { name: 'app', image: 'a:1' },
        { name: 'b', image: 'b:1' },
      ],
    },
  };
  const { input, report } = imported(node, pod, ...pulledContainer('a', app, 'a:1', 1));
  expect(input.pods.map(({ containers }) => containers.length)).toEqual([2]);
  expect(report.guessed).toEqual([]);
});

test('an image that a kubelet found without a pull before was there; a Node lists 50 at most', () => {
  const present = podEvent({
    pod: 'a',
    path: app,
    reason: 'Pulled',
    message: 'Container image "a:1" already present on machine',
    at: 1,
  });
  const { input } = imported(
    node,
    boundPod('a', 0),
    present,
    boundPod('b', 2),
    ...pulledContainer('b', app, 'b:1', 3),
  );
  expect(input.nodes[0]?.presentImages).toEqual(['a:1']);
});

test('pulls that overlap on one node show that its kubelet pulls in parallel', () => {
  const pods = (second: number) => [
    node,
    boundPod('a', 0),
    ...pulledContainer('a', app, 'a:1', 1, { takes: 10 }),
    boundPod('b', 1),
    ...pulledContainer('b', app, 'b:1', second, { takes: 10 }),
  ];
  expect(imported(...pods(3)).input.nodes[0]?.kubelet.serializeImagePulls).toBe(false);
  expect(imported(...pods(3)).report.guessed[0]).toMatch(
    /^serializeImagePulls: false, since node-1 pulled a:1 and b:1/,
  );
  expect(imported(...pods(12)).input.nodes[0]?.kubelet.serializeImagePulls).toBe(true);
});

test('a pod that was deleted is deleted in the run', () => {
  const killing = podEvent({
    pod: 'a',
    path: app,
    reason: 'Killing',
    message: 'Stopping container app',
    at: 70,
  });
  const { scenario } = imported(node, boundPod('a', 0), ...pulledContainer('a', app, 'a:1', 1), killing);
  expect(scenario).toContain('deletions:\n  - { match: "shop/Pod/a", at: 70s }\n');
});
