import { describe, expect, test } from 'vitest';
import { clusterScenario } from '../../../src/answers/cluster-import/cluster-scenario.ts';
import { type ImportedCluster, importCluster } from '../../../src/answers/cluster-import/import-cluster.ts';
import { importReport, importReportText } from '../../../src/answers/cluster-import/import-report.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import { summarize } from '../../../src/reports/summary/summary.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../../src/run/simulation-input.ts';
import { inputOf } from '../../run/simulation/run-yaml.ts';
import { simulatedNode } from '../calibration/simulated-node.ts';
import { clusterOf } from './cluster-of.ts';

const hourMicros = 3_600_000_000;

function imported(documents: readonly unknown[], sinceMicros: number | 'all' = hourMicros): ImportedCluster {
  const sources = documents.map((document, index) => ({
    name: `cluster-${index}.json`,
    text: JSON.stringify(document),
  }));
  const result = importCluster(sources, { sinceMicros });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.cluster;
}

/** The input of a run of the cluster; a warning is an error. */
function inputAgain(cluster: ImportedCluster): SimulationInput {
  const result = readInput([{ name: 'cluster.yaml', text: clusterScenario(cluster) }], {});
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  expect(result.warnings).toEqual([]);
  return result.input;
}

const list = (...items: readonly unknown[]) => ({ apiVersion: 'v1', kind: 'List', items });

const node = (name: string, status: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  status: {
    nodeInfo: { kubeletVersion: 'v1.33.2', containerRuntimeVersion: 'containerd://2.0.4' },
    ...status,
  },
});

const pod = (name: string, createdAt: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop', creationTimestamp: `2026-11-21T${createdAt}Z` },
  spec: { nodeName: 'n1', containers: [{ name: 'app', image: 'shop/web:2' }], ...more },
});

const event = (podName: string, at: string, message: string, reason = 'Pulled') => ({
  apiVersion: 'v1',
  kind: 'Event',
  involvedObject: { kind: 'Pod', namespace: 'shop', name: podName },
  reason,
  message,
  source: { component: 'kubelet', host: 'n1' },
  firstTimestamp: `2026-11-21T${at}Z`,
  lastTimestamp: `2026-11-21T${at}Z`,
  count: 1,
});

const pulledWeb =
  'Successfully pulled image "shop/web:2" in 3.2s (5s including waiting). Image size: 70000000 bytes.';

describe('a simulated cluster, given as kubectl prints it', () => {
  const { input } = simulatedNode(3, { runtime: 'containerd://2.4', parallel: 1, images: 14 });
  const configz = {
    kubeletconfig: {
      serializeImagePulls: true,
      registryPullQPS: 0,
      authentication: { x509: { clientCAFile: 'hunter2' } },
    },
  };
  const cluster = imported([clusterOf(input), configz]);
  const again = inputAgain(cluster);

  test('has the same pods on the same nodes, which come in the same second', () => {
    const facts = ({ pods }: SimulationInput) =>
      pods.map(({ namespace, name, uid, nodeName, arrivesAtMicros, containers }) => ({
        ...{ namespace, name, uid, nodeName, arrives: Math.floor(arrivesAtMicros / 1e6) },
        images: containers.map(({ image, policy }) => [image, policy]),
      }));
    expect(facts(again)).toEqual(facts(input));
  });

  test('has the nodes as they are, with the settings of their kubelets and without what was pulled', () => {
    const facts = ({ nodes }: SimulationInput) =>
      nodes.map(({ name, kubeletVersion, runtime, cpus, kubelet, presentImages }) => [
        ...[name, kubeletVersion, runtime, cpus, kubelet.serializeImagePulls, kubelet.registryPullQPS],
        presentImages,
      ]);
    expect(facts(again)).toEqual(facts(input));
  });

  test('has the sizes that the events tell', () => {
    for (const image of new Set(input.pods.flatMap(({ containers }) => containers.map((one) => one.image)))) {
      const bytes = (of: SimulationInput) =>
        (of.images[image]?.layers ?? []).reduce((sum, layer) => sum + layer.bytes, 0);
      expect(Math.abs(bytes(again) / bytes(input) - 1)).toBeLessThan(0.02);
    }
  });

  test('runs as long, within a quarter', () => {
    const slowest = (of: SimulationInput) =>
      summarize(simulate(of).records).timeToRunningMs?.max ?? Number.NaN;
    expect(slowest(again) / slowest(input)).toBeGreaterThan(0.75);
    expect(slowest(again) / slowest(input)).toBeLessThan(1.25);
  });

  test('shows nothing of Secrets, environments, arguments, annotations and other settings', () => {
    const shown =
      clusterScenario(cluster) +
      JSON.stringify(importReport(cluster)) +
      importReportText(importReport(cluster));
    expect(shown).not.toMatch(/hunter2|aHVudGVy|regcred|10\.0\.0\.7/);
    expect(importReport(cluster).leftOut).toContain(
      '1 Secret: in the run, every pod may pull from every registry',
    );
  });
});

describe('time', () => {
  test('a pod comes when it was bound to its node, not when it was created', () => {
    const bound = {
      conditions: [{ type: 'PodScheduled', status: 'True', lastTransitionTime: '2026-11-21T10:00:42Z' }],
    };
    const late = { ...pod('late', '10:00:01'), status: bound };
    const { pods } = inputAgain(imported([list(node('n1'), late, pod('first', '10:00:00'))]));
    expect(pods.map(({ name, arrivesAtMicros }) => [name, arrivesAtMicros])).toEqual([
      ['first', 0],
      ['late', 42_000_000],
    ]);
  });

  test('pods from before are left out, and what they pulled is there', () => {
    const images = [{ names: ['docker.io/shop/web:2'], sizeBytes: 70_000_000 }];
    const other = pod('api-0', '10:00:00', {
      containers: [{ name: 'app', image: 'shop/api:1' }],
      nodeName: 'n1',
    });
    const items = [
      node('n1', { images }),
      pod('old', '07:00:00'),
      event('old', '07:00:05', pulledWeb),
      pod('new', '10:00:00'),
      other,
    ];
    const cluster = imported([list(...items)]);
    expect(importReport(cluster).leftOut).toEqual([
      '1 pod from before (--since all takes them too); their images are there at the start',
    ]);
    expect(inputAgain(cluster).nodes[0]?.presentImages).toEqual(['shop/web:2']);
    const all = inputAgain(imported([list(...items)], 'all'));
    expect([all.pods.length, all.nodes[0]?.presentImages]).toEqual([3, []]);
  });

  test('containers that have ended run as long again, and end with the same code', () => {
    const terminated = { exitCode: 3, startedAt: '2026-11-21T10:00:10Z', finishedAt: '2026-11-21T10:00:17Z' };
    const crashing = {
      ...pod('crashing', '10:00:00'),
      status: {
        containerStatuses: [
          { name: 'app', restartCount: 4, state: { waiting: {} }, lastState: { terminated } },
        ],
      },
    };
    const [one] = inputAgain(imported([list(node('n1'), crashing)])).pods;
    expect(one?.containers[0]).toMatchObject({ runsForMicros: 7_000_000, exitCode: 3 });
  });
});

describe('pulls that failed', () => {
  const failed = (at: string) =>
    event(
      'web-0',
      at,
      'Failed to pull image "shop/web:2": rpc error: 503 from https://cdn.example/blob?X-Amz-Signature=hunter2',
      'Failed',
    );

  test('are a fault until the image came', () => {
    const items = [
      node('n1'),
      pod('web-0', '10:00:00'),
      failed('10:00:03'),
      failed('10:00:20'),
      event('web-0', '10:01:00', pulledWeb),
    ];
    const { faults } = inputAgain(imported([list(...items)]));
    expect(faults).toMatchObject([
      {
        kind: 'pullFails',
        fromMicros: 0,
        untilMicros: 56_800_000,
        error: 'rpc error: 503 from https://cdn.example/blob',
      },
    ]);
  });

  test('are known by the status of a pod too, where its events are gone', () => {
    const message = 'Back-off pulling image "shop/web:2": ErrImagePull: not found';
    const status = {
      containerStatuses: [{ name: 'app', state: { waiting: { reason: 'ImagePullBackOff', message } } }],
    };
    const { faults } = inputAgain(imported([list(node('n1'), { ...pod('web-0', '10:00:00'), status })]));
    expect(faults).toMatchObject([{ kind: 'pullFails', error: 'not found' }]);
  });
});

describe('what is not known', () => {
  test('is listed, with the command that tells it', () => {
    const { unknown } = importReport(imported([list(pod('web-0', '10:00:00'))]));
    expect(unknown).toEqual([
      'the nodes: add `nodes` to kubectl get',
      "the kubelets' settings: add `kubectl get --raw /api/v1/nodes/NODE/proxy/configz`",
      'what was pulled, and how long it took: add `events` to kubectl get',
      'the sizes of shop/web:2',
      "the nodes' links: no pull in the events shows them",
      'how far the registries are',
    ]);
  });

  test('kubelets that differ: most of them count', () => {
    const [many, one] = [
      { kubeletconfig: { registryPullQPS: 9 } },
      { kubeletconfig: { registryPullQPS: 20, maxPods: 7 } },
    ];
    const cluster = imported([list(node('n1'), pod('web-0', '10:00:00')), many, one, many]);
    expect(inputAgain(cluster).nodes[0]?.kubelet.registryPullQPS).toBe(9);
    expect(importReport(cluster).unknown).toContain(
      'kubelets differ in maxPods, registryPullQPS: all nodes get what cluster-1.json says, not what cluster-2.json says',
    );
  });

  test('kubelets that differ keep their own settings where files or labels say which nodes they are of', () => {
    const items = [
      ...['n1', 'n2', 'n3'].map((name) => node(name)),
      ...['n1', 'n2'].map((name, index) =>
        pod(`web-${index}`, '10:00:00', {
          spec: { nodeName: name, containers: [{ name: 'app', image: 'shop/web:2' }] },
        }),
      ),
    ];
    const configz = (fields: object) => JSON.stringify({ kubeletconfig: fields });
    const result = importCluster(
      [
        { name: 'cluster.json', text: JSON.stringify(list(...items)) },
        { name: 'configz/n1.json', text: configz({ registryPullQPS: 9, maxPods: 50 }) },
        { name: 'configz/n2.json', text: configz({ registryPullQPS: 20 }) },
        { name: 'configz/n3.json', text: configz({ registryPullQPS: 9, maxPods: 50 }) },
      ],
      { sinceMicros: hourMicros },
    );
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    const { nodes } = inputAgain(result.cluster);
    expect(nodes.map(({ kubelet: { registryPullQPS, maxPods } }) => [registryPullQPS, maxPods])).toEqual([
      [9, 50],
      [20, 110],
      [9, 50],
    ]);
  });

  test('an image that a Node lists and no event mentions is taken as there', () => {
    const images = [{ names: ['docker.io/shop/web:2'], sizeBytes: 70_000_000 }];
    const items = [
      node('n1', { images }),
      pod('web-0', '10:00:00'),
      event('other', '10:00:05', pulledWeb.replace('web:2', 'api:1')),
    ];
    expect(importReport(imported([list(...items)])).unknown[1]).toBe(
      'for 1 container, whether its image was on the node before: taken as there, since the node lists it now',
    );
  });
});

describe('controllers', () => {
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'app', image: 'shop/web:2', env: [{ name: 'A' }] }] },
      },
    },
  };

  test('are left out where their pods are there', () => {
    const owned = pod('web-7d4b-x', '10:00:00');
    const ownerReferences = [{ kind: 'ReplicaSet', name: 'web-7d4b', controller: true }];
    const cluster = imported([
      list(node('n1'), { ...owned, metadata: { ...owned.metadata, ownerReferences } }, deployment),
    ]);
    expect(inputAgain(cluster).pods.map(({ name }) => name)).toEqual(['web-7d4b-x']);
    expect(importReport(cluster).leftOut).toEqual(['1 controller: the pods are there as they were made']);
  });

  test('are kept where they have none', () => {
    const cluster = imported([list(node('n1'), deployment)]);
    expect(inputAgain(cluster).pods).toHaveLength(3);
    expect(importReport(cluster).unknown.at(-1)).toBe(
      'where the pods of Deployment/web are: a run places them',
    );
  });
});

test('sizes of crictl, and on-disk sizes of CRI-O reckoned down', () => {
  const crictl = {
    images: [{ id: 'sha256:1', repoTags: ['docker.io/shop/web:2'], repoDigests: [], size: '41000000' }],
  };
  const cluster = imported([list(node('n1'), pod('web-0', '10:00:00')), crictl]);
  expect(cluster.images.sizes).toEqual([{ name: 'docker.io/shop/web:2', bytes: 41_000_000 }]);
  const crio = node('n1', {
    nodeInfo: { kubeletVersion: 'v1.33.2', containerRuntimeVersion: 'cri-o://1.33.0' },
  });
  const [image] = imported([list(crio, pod('web-0', '10:00:00'), event('web-0', '10:00:05', pulledWeb))])
    .images.sizes;
  expect(image?.bytes).toBeLessThan(40_000_000);
});

test.each([
  ['nothing of a cluster', '{"kind":"List","items":[]}', 'there are no nodes and no pods in it'],
  ['broken JSON', '{"kind": "List", "items": [', 'not valid YAML'],
])('%s is an error with its file', (_, text, message) => {
  const result = importCluster([{ name: 'x.json', text }], { sinceMicros: 'all' });
  expect(result.ok ? undefined : result.errors[0]?.file).toBe('x.json');
  expect(JSON.stringify(result)).toContain(message);
});

test('a cluster of inputs of the simulator itself stays one', () => {
  const yaml =
    'apiVersion: v1\nkind: Pod\nmetadata: { name: web-0 }\nspec: { containers: [{ name: app, image: "shop/web:2" }] }\n';
  const input = inputOf(yaml);
  expect(inputAgain(imported([clusterOf(input)])).pods.map(({ name, nodeName }) => [name, nodeName])).toEqual(
    [['web-0', 'node-1']],
  );
});
