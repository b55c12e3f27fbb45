import { describe, expect, test } from 'vitest';
import { withoutSecrets } from '../../../src/inputs/documents/without-secrets.ts';
import { readInput } from '../../../src/inputs/read-input.ts';

const pod =
  'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: a, image: b }] }\n';

const node = (name: string, labels: Readonly<Record<string, string>> = {}) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'Node', metadata: { name, labels } });

const objects = (...values: readonly object[]) =>
  values.map((value) => JSON.stringify(value)).join('\n---\n');

/** Returns maxParallelImagePulls by node (serial: 1, no limit: null), readings and warnings. */
function pullsOf(files: Readonly<Record<string, string>>) {
  const sources = Object.entries({ 'pod.yaml': pod, ...files }).map(([name, text]) => ({ name, text }));
  const read = readInput(sources, {});
  if (!read.ok) return { errors: read.errors.map(({ message }) => message) };
  const again = readInput(withoutSecrets(sources).sources, {});
  const limits = (nodes: typeof read.input.nodes) =>
    Object.fromEntries(
      nodes.map(({ name, kubelet: { serializeImagePulls, maxParallelImagePulls: max } }) => [
        name,
        serializeImagePulls ? 1 : max,
      ]),
    );
  // What may be given to others makes the same run.
  expect(again.ok && limits(again.input.nodes)).toEqual(limits(read.input.nodes));
  return { pulls: limits(read.input.nodes), readings: read.input.readings ?? [], warnings: read.warnings };
}

const parallel = (max: number) => ({ serializeImagePulls: false, maxParallelImagePulls: max });
const configuration = (max: number) =>
  objects({ apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration', ...parallel(max) });
const configz = (max: number) => JSON.stringify({ kubeletconfig: parallel(max) });

describe('configurations in files named after nodes', () => {
  const nodes = [node('ip-10-0-1-1'), node('ip-10-0-1-10'), node('other')].join('\n---\n');

  test('/configz of each node is that of its node, and the ConfigMap that of the others', () => {
    const map = objects({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'kubelet-config' },
      data: { kubelet: configuration(9) },
    });
    const files = {
      'nodes.yaml': nodes,
      'map.yaml': map,
      'configz/ip-10-0-1-1.json': configz(2),
      'configz/ip-10-0-1-10.json': configz(3),
    };
    expect(pullsOf(files).pulls).toEqual({ 'ip-10-0-1-1': 2, 'ip-10-0-1-10': 3, other: 9 });
  });

  test('a file named after a pool is that of the nodes of the pool', () => {
    const files = {
      'nodes.yaml': [
        node('a', { 'cloud.google.com/gke-nodepool': 'gpu' }),
        node('b', { 'cloud.google.com/gke-nodepool': 'web' }),
      ].join('\n---\n'),
      'gpu.yaml': configuration(2),
      'web.yaml': configuration(4),
    };
    expect(pullsOf(files).pulls).toEqual({ a: 2, b: 4 });
  });

  test('two files that name no node are one too many', () => {
    const files = { 'nodes.yaml': nodes, 'a.json': configz(2), 'b.json': configz(3) };
    expect(pullsOf(files).errors).toEqual([
      "a second source of the kubelet's configuration (/configz of a kubelet): each node has one; if they are of different nodes, name each file after its node or pool",
    ]);
  });

  test('a single file is that of all nodes, whatever its name', () => {
    expect(pullsOf({ 'nodes.yaml': nodes, 'other.json': configz(2) }).pulls).toEqual({
      'ip-10-0-1-1': 2,
      'ip-10-0-1-10': 2,
      other: 2,
    });
  });
});

describe("OpenShift's KubeletConfigs", () => {
  const kubeletConfig = (name: string, labels: object | undefined, max: number) => ({
    apiVersion: 'machineconfiguration.openshift.io/v1',
    kind: 'KubeletConfig',
    metadata: { name },
    spec: {
      ...(labels && { machineConfigPoolSelector: { matchLabels: labels } }),
      kubeletConfig: parallel(max),
    },
  });
  const pool = (name: string, labels: object, role: string) => ({
    apiVersion: 'machineconfiguration.openshift.io/v1',
    kind: 'MachineConfigPool',
    metadata: { name, labels },
    spec: { nodeSelector: { matchLabels: { [`node-role.kubernetes.io/${role}`]: '' } } },
  });
  const role = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [`node-role.kubernetes.io/${name}`, '']));
  const nodes = [
    node('m', role('master', 'control-plane')),
    node('w', role('worker')),
    node('i', role('worker', 'infra')),
  ].join('\n---\n');
  const worker = { 'pools.operator.machineconfiguration.openshift.io/worker': '' };

  test('are for the pools that they select; a custom pool without its own has that of worker', () => {
    const files = { 'nodes.yaml': nodes, 'config.yaml': objects(kubeletConfig('a', worker, 4)) };
    expect(pullsOf(files).pulls).toEqual({ m: null, w: 4, i: 4 });
  });

  test('of a custom pool replace that of worker as a whole, and the last of a pool counts', () => {
    const settings = [
      pool('infra', { custom: 'few' }, 'infra'),
      kubeletConfig('few', { custom: 'few' }, 2),
      kubeletConfig('old', worker, 8),
      kubeletConfig('new', worker, 4),
    ];
    expect(pullsOf({ 'nodes.yaml': nodes, 'config.yaml': objects(...settings) }).pulls).toEqual({
      m: null,
      w: 4,
      i: 2,
    });
  });

  test('without a selector are for no node (getPoolsForKubeletConfig)', () => {
    const settings = [kubeletConfig('none', undefined, 2), kubeletConfig('worker', worker, 4)];
    const { pulls, warnings } = pullsOf({ 'nodes.yaml': nodes, 'config.yaml': objects(...settings) });
    expect(pulls).toEqual({ m: null, w: 4, i: 4 });
    expect(warnings).toHaveLength(1);
  });

  test('for an unknown pool are used for all nodes where there is one only, and a line says so', () => {
    const { pulls, readings } = pullsOf({
      'nodes.yaml': nodes,
      'config.yaml': objects(kubeletConfig('a', { mine: 'x' }, 4)),
    });
    expect(pulls).toEqual({ m: 4, w: 4, i: 4 });
    expect(readings).toContain(
      'OpenShift KubeletConfig (config.yaml): for nodes of the MachineConfigPools with mine=x, and no MachineConfigPool of the input matches: used for all nodes.',
    );
  });
});

describe('Karpenter', () => {
  const nodeConfig = (max: number) =>
    `apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\nspec:\n  kubelet:\n    config: { maxParallelImagePulls: ${max}, serializeImagePulls: false }\n`;
  const mime = (...parts: readonly string[]) =>
    `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="BOUNDARY"\n\n${parts
      .map((part) => `--BOUNDARY\nContent-Type: application/node.eks.aws\n\n${part}\n`)
      .join('')}--BOUNDARY--\n`;
  const nodeClass = (name: string, spec: object) => ({
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    metadata: { name },
    spec,
  });
  const nodePool = (name: string, className: string) => ({
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      template: {
        spec: { nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: className } },
      },
    },
  });

  test('a class is for nodes with its label, and for those of the pools that use it', () => {
    const files = {
      'nodes.yaml': [
        node('a', { 'karpenter.sh/nodepool': 'batch' }),
        node('b', { 'karpenter.k8s.aws/ec2nodeclass': 'gpu', 'karpenter.sh/nodepool': 'gpu' }),
        node('c'),
      ].join('\n---\n'),
      'karpenter.yaml': objects(
        nodePool('batch', 'default'),
        nodePool('gpu', 'gpu'),
        nodeClass('default', { userData: nodeConfig(3) }),
        nodeClass('gpu', { userData: mime(nodeConfig(5), nodeConfig(2)), kubelet: { maxPods: 30 } }),
      ),
    };
    expect(pullsOf(files).pulls).toEqual({ a: 3, b: 2, c: 1 });
  });

  test('kubelet of a NodePool (v1beta1) is for its nodes', () => {
    const old = {
      apiVersion: 'karpenter.sh/v1beta1',
      kind: 'NodePool',
      metadata: { name: 'old' },
      spec: { template: { spec: { nodeClassRef: { name: 'x' }, kubelet: { maxPods: 30 } } } },
    };
    const sources = [
      { name: 'pod.yaml', text: pod },
      {
        name: 'nodes.yaml',
        text: [node('a', { 'karpenter.sh/nodepool': 'old' }), node('b')].join('\n---\n'),
      },
      { name: 'pool.yaml', text: objects(old) },
    ];
    const read = readInput(sources, {});
    expect(read.ok && read.input.nodes.map(({ kubelet }) => kubelet.maxPods)).toEqual([30, 110]);
  });

  test('several NodeConfigs in one MIME are merged, later ones over earlier ones; in two files they are not', () => {
    expect(pullsOf({ 'user-data': mime(nodeConfig(5), nodeConfig(2)) }).pulls).toEqual({ 'node-1': 2 });
    expect(pullsOf({ 'a.yaml': nodeConfig(5), 'b.yaml': nodeConfig(2) }).errors).toHaveLength(1);
  });
});

test('eksctl, kops, kind, Talos, AKS and GKE say which nodes their settings are for', () => {
  const eksctl = {
    apiVersion: 'eksctl.io/v1alpha5',
    kind: 'ClusterConfig',
    metadata: { name: 'c' },
    managedNodeGroups: [{ name: 'web' }, { name: 'gpu', kubeletExtraConfig: parallel(2) }],
  };
  const group = (name: string, max: number) => ({
    apiVersion: 'kops.k8s.io/v1alpha2',
    kind: 'InstanceGroup',
    metadata: { name },
    spec: { kubelet: parallel(max) },
  });
  const patch = (max: number) =>
    `kind: KubeletConfiguration\nserializeImagePulls: false\nmaxParallelImagePulls: ${max}\n`;
  const kind = {
    kind: 'Cluster',
    apiVersion: 'kind.x-k8s.io/v1alpha4',
    nodes: [
      { role: 'control-plane' },
      { role: 'worker' },
      { role: 'worker', kubeadmConfigPatches: [patch(4)] },
    ],
  };
  const talos = (type: string, max: number) => ({
    version: 'v1alpha1',
    machine: { type, kubelet: { extraConfig: parallel(max) } },
  });
  const labelled: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['eks-web', { 'eks.amazonaws.com/nodegroup': 'web' }],
    ['eks-gpu', { 'eks.amazonaws.com/nodegroup': 'gpu' }],
    ['kops-a', { 'kops.k8s.io/instancegroup': 'nodes-a' }],
    ['kops-b', { 'kops.k8s.io/instancegroup': 'nodes-b' }],
    ['x-control-plane', { 'node-role.kubernetes.io/control-plane': '' }],
    ['x-worker', {}],
    ['x-worker2', {}],
    ['aks', { 'kubernetes.azure.com/agentpool': 'user' }],
    ['gke', { 'cloud.google.com/gke-nodepool': 'pool-1' }],
  ];
  const nodes = labelled.map(([name, labels]) => node(name, labels)).join('\n---\n');
  const withNodes = (settings: string) => pullsOf({ 'nodes.yaml': nodes, 'settings.yaml': settings }).pulls;
  expect(withNodes(objects(eksctl))).toMatchObject({ 'eks-gpu': 2, 'kops-a': 1 });
  expect(withNodes(objects(group('nodes-a', 2), group('nodes-b', 3)))).toMatchObject({
    'kops-a': 2,
    'kops-b': 3,
  });
  expect(withNodes(objects(kind))).toMatchObject({
    'x-control-plane': 1,
    'x-worker': 1,
    'x-worker2': 4,
    'kops-a': 1,
  });
  expect(withNodes(objects(talos('controlplane', 2), talos('worker', 6)))).toMatchObject({
    'x-control-plane': 2,
    'x-worker': 6,
  });
  const aks = { name: 'user', vmSize: 'Standard_D4s_v5', kubeletConfig: { imageGcHighThreshold: 90 } };
  const gke = {
    name: 'pool-1',
    config: { machineType: 'e2-standard-4', kubeletConfig: { imageGcHighThresholdPercent: 91 } },
  };
  const read = readInput(
    Object.entries({ 'pod.yaml': pod, 'nodes.yaml': nodes, 'pools.yaml': objects(aks, gke) }).map(
      ([name, text]) => ({ name, text }),
    ),
    {},
  );
  const thresholds = read.ok
    ? Object.fromEntries(
        read.input.nodes.map(({ name, kubelet }) => [name, kubelet.imageGCHighThresholdPercent]),
      )
    : {};
  expect(thresholds).toMatchObject({ aks: 90, gke: 91, 'eks-web': 85 });
});

test('a Scenario gives kubelets settings by the names and labels of their nodes', () => {
  const scenario = {
    apiVersion: 'windlass.dev/v1alpha1',
    kind: 'Scenario',
    nodes: {
      kubelets: [
        { config: parallel(7) },
        { matchLabels: { pool: 'gpu' }, config: { maxParallelImagePulls: 2 } },
        { names: ['web-*'], config: { maxParallelImagePulls: 5 } },
      ],
    },
  };
  const nodes = [node('gpu-1', { pool: 'gpu' }), node('web-1'), node('x')].join('\n---\n');
  const files = { 'nodes.yaml': nodes, 'kubelet.yaml': configuration(9), 'scenario.yaml': objects(scenario) };
  expect(pullsOf(files).pulls).toEqual({ 'gpu-1': 2, 'web-1': 5, x: 7 });
});
