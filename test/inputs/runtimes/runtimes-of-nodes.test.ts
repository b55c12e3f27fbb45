import { expect, test } from 'vitest';
import { withoutSecrets } from '../../../src/inputs/documents/without-secrets.ts';
import { readInput } from '../../../src/inputs/read-input.ts';

const pod =
  'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: a, image: b }] }\n';

const node = (name: string, labels: Readonly<Record<string, string>> = {}) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels },
    status: { nodeInfo: { containerRuntimeVersion: 'containerd://1.7.27', kubeletVersion: 'v1.33.1' } },
  });

const nodeConfig = (downloads: number) =>
  [
    'apiVersion: node.eks.aws/v1alpha1',
    'kind: NodeConfig',
    'spec:',
    '  containerd:',
    '    config: |',
    '      version = 2',
    `      [plugins."io.containerd.grpc.v1.cri"]`,
    `      max_concurrent_downloads = ${downloads}`,
    '',
  ].join('\n');

const inMime = (text: string) =>
  `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="//"\n\n--//\nContent-Type: application/node.eks.aws\n\n${text}\n--//--\n`;

const nodeClass = (name: string, userData: string) =>
  JSON.stringify({
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    metadata: { name },
    spec: { userData },
  });

const nodePool = (name: string, className: string) =>
  JSON.stringify({
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      template: {
        spec: { nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: className } },
      },
    },
  });

/** Returns the downloads of a pull by node (null: the default), readings and warnings. */
function downloadsOf(files: Readonly<Record<string, string>>) {
  const sources = Object.entries({ 'pod.yaml': pod, ...files }).map(([name, text]) => ({ name, text }));
  const read = readInput(sources, {});
  if (!read.ok) throw new Error(read.errors.map(({ message }) => message).join('\n'));
  const downloads = (nodes: typeof read.input.nodes) =>
    Object.fromEntries(
      nodes.map(({ name, runtimeOptions }) => [name, runtimeOptions?.maxConcurrentDownloads ?? null]),
    );
  const again = readInput(withoutSecrets(sources).sources, {});
  // What may be given to others makes the same run.
  expect(again.ok && downloads(again.input.nodes)).toEqual(downloads(read.input.nodes));
  return {
    downloads: downloads(read.input.nodes),
    readings: read.input.readings ?? [],
    warnings: read.warnings,
  };
}

const pools = [
  nodePool('gpu', 'large'),
  nodePool('web', 'small'),
  node('a', { 'karpenter.sh/nodepool': 'gpu' }),
  node('b', { 'karpenter.sh/nodepool': 'web' }),
  node('c'),
].join('\n---\n');

test("containerd's settings in the user data of node classes are those of their pools", () => {
  const classes = [nodeClass('large', nodeConfig(9)), nodeClass('small', inMime(nodeConfig(5)))];
  const { downloads, warnings } = downloadsOf({
    'cluster.yaml': pools,
    'classes.yaml': classes.join('\n---\n'),
  });
  expect(downloads).toEqual({ a: 9, b: 5, c: null });
  expect(warnings).toEqual([]);
});

test('a node class that no node is of is warned of once, and not used', () => {
  const { downloads, warnings } = downloadsOf({
    'cluster.yaml': pools,
    'class.yaml': nodeClass(
      'other',
      nodeConfig(9).replace('spec:', 'spec:\n  kubelet: { config: { serializeImagePulls: true } }'),
    ),
  });
  expect(downloads).toEqual({ a: null, b: null, c: null });
  expect(warnings).toEqual([
    expect.stringMatching(/no node of the run is of EC2NodeClass other, so it is not used/),
  ]);
});

test('the only node class of an input without Nodes is for all, and a run says so', () => {
  const { downloads, readings } = downloadsOf({ 'class.yaml': nodeClass('large', nodeConfig(9)) });
  expect(downloads).toEqual({ 'node-1': 9 });
  expect(readings).toContainEqual(
    expect.stringMatching(/for nodes of EC2NodeClass large, and the input has no Node object: used for all/),
  );
});

test('user data of node groups of eksctl is that of their nodes', () => {
  const cluster = JSON.stringify({
    apiVersion: 'eksctl.io/v1alpha5',
    kind: 'ClusterConfig',
    metadata: { name: 'c' },
    managedNodeGroups: [
      { name: 'big', overrideBootstrapCommand: nodeConfig(7) },
      { name: 'small', overrideBootstrapCommand: nodeConfig(2) },
    ],
  });
  const nodes = [
    node('a', { 'eks.amazonaws.com/nodegroup': 'big' }),
    node('b', { 'alpha.eksctl.io/nodegroup-name': 'small' }),
  ];
  expect(downloadsOf({ 'eksctl.yaml': cluster, 'nodes.yaml': nodes.join('\n---\n') }).downloads).toEqual({
    a: 7,
    b: 2,
  });
});

test('files of NodeConfig named after pools are those of their nodes', () => {
  const nodes = [
    node('a', { 'eks.amazonaws.com/nodegroup': 'big' }),
    node('b', { 'eks.amazonaws.com/nodegroup': 'small' }),
  ];
  const files = { 'big.yaml': nodeConfig(7), 'small.yaml': nodeConfig(2) };
  expect(downloadsOf({ 'nodes.yaml': nodes.join('\n---\n'), ...files }).downloads).toEqual({ a: 7, b: 2 });
});

test("Talos' files of machine types are those of the control plane and of workers", () => {
  const machine = (type: string, downloads: number) =>
    JSON.stringify({
      machine: {
        type,
        files: [
          {
            path: '/etc/cri/conf.d/20-customization.part',
            op: 'create',
            content: `[plugins]\n[plugins."io.containerd.grpc.v1.cri"]\nmax_concurrent_downloads = ${downloads}\n`,
          },
        ],
      },
    });
  const nodes = [node('cp', { 'node-role.kubernetes.io/control-plane': '' }), node('w')];
  const files = {
    'nodes.yaml': nodes.join('\n---\n'),
    'controlplane.yaml': machine('controlplane', 4),
    'worker.yaml': machine('worker', 8),
  };
  expect(downloadsOf(files).downloads).toEqual({ cp: 4, w: 8 });
});
