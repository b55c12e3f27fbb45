import { expect, test } from 'vitest';
import { withoutSecrets } from '../../../src/inputs/documents/without-secrets.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import { podYaml } from '../reading.ts';

const pod = { name: 'pod.yaml', text: podYaml('web', '{ containers: [{ name: a, image: b }] }') };
const nodes = (label: string, ...pools: readonly string[]) => ({
  name: 'nodes.yaml',
  text: pools
    .map((pool) =>
      JSON.stringify({ apiVersion: 'v1', kind: 'Node', metadata: { name: pool, labels: { [label]: pool } } }),
    )
    .join('\n---\n'),
});

/** The settings of each node, which are the same without secrets. */
function settings(...sources: readonly { readonly name: string; readonly text: string }[]) {
  const read = (files: typeof sources) => {
    const result = readInput([pod, ...files], {});
    if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join('\n'));
    return result.input.nodes.map(({ name, kubelet, kubeletVersion, provider }) => {
      const { maxPods, imageGCHighThresholdPercent, maxParallelImagePulls } = kubelet;
      return { name, kubeletVersion, provider, maxPods, imageGCHighThresholdPercent, maxParallelImagePulls };
    });
  };
  const found = read(sources);
  expect(read(withoutSecrets(sources).sources)).toEqual(found);
  return found;
}

const agentPool = (name: string, more: object) => ({
  agentPoolType: null,
  name,
  vmSize: 'Standard_D8s_v5',
  count: 3,
  maxPods: 30,
  orchestratorVersion: '1.33.2',
  nodeImageVersion: 'AKSUbuntu-2204gen2containerd-202511.01.0',
  kubeletConfig: null,
  ...more,
});
const agentPools = [
  agentPool('system', {}),
  agentPool('gpu', { maxPods: 50, kubeletConfig: { imageGcHighThreshold: 70, imageGcLowThreshold: 60 } }),
];

test.each([
  ['az aks nodepool list', agentPools],
  ['az aks show', { kubernetesVersion: '1.33.2', agentPoolProfiles: agentPools, location: 'westeurope' }],
])('%s is the settings of each pool', (_, printed) => {
  const file = { name: 'pools.json', text: JSON.stringify(printed) };
  const both = settings(file, nodes('kubernetes.azure.com/agentpool', 'gpu', 'system'));
  expect(both).toMatchObject([
    { name: 'gpu', kubeletVersion: '1.33.2', maxPods: 50, imageGCHighThresholdPercent: 70 },
    { name: 'system', kubeletVersion: '1.33.2', maxPods: 30 },
  ]);
  expect(both[1]?.imageGCHighThresholdPercent).not.toBe(70);
});

test('the image of an AKS pool says the provider where no Node does', () => {
  const of = (nodeImageVersion: string) =>
    settings({ name: 'pools.json', text: JSON.stringify([agentPool('a', { nodeImageVersion })]) })[0]
      ?.provider;
  expect(of('AKSUbuntu-2204gen2containerd-202511.01.0')).toBe('aks-ubuntu2204');
  expect(of('AKSAzureLinux-V3gen2-202511.01.0')).toBe('aks-azurelinux3');
  expect(of('AKSWindows-2022-containerd-20348.1')).toBeUndefined();
});

const gkePool = (name: string, more: object, kubeletConfig: object = {}) => ({
  name,
  version: '1.32.4-gke.1106006',
  config: { machineType: 'n2-standard-8', imageType: 'COS_CONTAINERD', kubeletConfig },
  ...more,
});
const gkePools = [
  gkePool('default', { maxPodsConstraint: { maxPodsPerNode: '110' } }),
  gkePool('batch', { maxPodsConstraint: { maxPodsPerNode: '32' } }, { maxParallelImagePulls: 4 }),
];

test.each([
  ['gcloud container node-pools list', gkePools],
  ['gcloud container clusters describe', { name: 'c', nodePools: gkePools, location: 'europe-west1' }],
])('%s is the settings of each pool', (_, printed) => {
  const file = { name: 'pools.json', text: JSON.stringify(printed) };
  expect(settings(file, nodes('cloud.google.com/gke-nodepool', 'batch', 'default'))).toMatchObject([
    { name: 'batch', kubeletVersion: '1.32.4', provider: 'gke', maxPods: 32, maxParallelImagePulls: 4 },
    { name: 'default', provider: 'gke', maxPods: 110 },
  ]);
});

test('other lists stay what they are', () => {
  const result = readInput([pod, { name: 'x.json', text: '[{ "name": "a" }]' }], {});
  expect(result.ok ? [] : result.errors.map(({ code }) => code)).toEqual(['NOT_AN_OBJECT']);
});
