import { expect, test } from 'vitest';
import { readInput } from '../../../../src/inputs/read-input.ts';
import type { RunRequest } from '../../../../src/inputs/run-request.ts';

const pod =
  'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: a, image: b }] }\n';

function inputOf(document: object, request: RunRequest = {}) {
  const sources = [
    { name: 'pod.yaml', text: pod },
    { name: 'document.json', text: JSON.stringify(document) },
  ];
  const result = readInput(sources, request);
  if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join('\n'));
  return result.input;
}

/** Returns how the first node pulls lazily, and what the run says of its input. */
function lazyPullIn(document: object, request: RunRequest = {}) {
  const { nodes, readings = [], assumptions = [] } = inputOf(document, request);
  return { lazyPull: nodes[0]?.runtimeOptions?.lazyPull, said: [...readings, ...assumptions].join('\n') };
}

const node = (streaming: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'a', labels: { 'cloud.google.com/gke-image-streaming': streaming } },
});

const gkePool = (enabled: boolean) => ({
  name: 'pool-1',
  config: { machineType: 'n1-standard-16', gcfsConfig: { enabled } },
  version: '1.33.1-gke.100',
});

const aksPool = (enabled: boolean) => ({
  name: 'nodepool1',
  vmSize: 'Standard_D4s_v5',
  orchestratorVersion: '1.33.1',
  artifactStreamingProfile: { enabled },
});

const scenario = (runtimeConfig: object) => ({
  apiVersion: 'windlass.dev/v1alpha1',
  kind: 'Scenario',
  nodes: { defaults: { runtimeConfig } },
});

test('a node with the label of GKE streams images, and another value of it is none', () => {
  const { lazyPull, said } = lazyPullIn(node('true'));
  expect(lazyPull).toEqual({ kind: 'gke' });
  expect(said).toMatch(
    /Image streaming of GKE: images of \*\.pkg\.dev are mounted and read; containers read 6\.4 %/,
  );
  expect(lazyPullIn(node('false')).lazyPull).toBeUndefined();
});

const overlaybd = { kind: 'overlaybd', onlyMarkedImages: true };

test.each([
  ['a pool of GKE', gkePool, { kind: 'gke' }],
  ['a pool of AKS', aksPool, overlaybd],
  ['a cluster of GKE', (enabled: boolean) => ({ nodePools: [gkePool(enabled)] }), { kind: 'gke' }],
  ['a cluster of AKS', (enabled: boolean) => ({ agentPoolProfiles: [aksPool(enabled)] }), overlaybd],
])('%s that streams images makes its nodes do so', (_, pool, lazyPull) => {
  expect(lazyPullIn(pool(true)).lazyPull).toEqual(lazyPull);
  expect(lazyPullIn(pool(false)).lazyPull).toBeUndefined();
});

test.each(['stargz', 'soci', 'nydus', 'overlaybd'])(
  'the snapshotter %s pulls only those images lazily that are made for it',
  (snapshotter) => {
    const { lazyPull, said } = lazyPullIn(scenario({ snapshotter }));
    expect(lazyPull).toEqual({ kind: snapshotter, onlyMarkedImages: true });
    expect(said).toMatch(/are pulled whole, but for those that are made for it/);
  },
);

test('lazy_pull comes over the labels, and takes all images to be made for it', () => {
  expect(lazyPullIn(scenario({ snapshotter: 'stargz', lazy_pull: 'stargz' })).lazyPull).toEqual({
    kind: 'stargz',
  });
  expect(lazyPullIn(node('true'), { runtimeConfig: ['lazy_pull=none'] }).lazyPull).toBeUndefined();
  const share = ['lazy_pull=nydus', 'lazy_pull.read_at_start=12.5%'];
  expect(lazyPullIn(node('true'), { runtimeConfig: share }).lazyPull).toEqual({
    kind: 'nydus',
    readAtStart: 0.125,
  });
});

test('a share without a kind, and a parallel pull of SOCI, pull whole images', () => {
  const { lazyPull, said } = lazyPullIn(scenario({ lazy_pull: { read_at_start: '5%' } }));
  expect(lazyPull).toBeUndefined();
  expect(said).toMatch(/read_at_start has no effect without a kind/);
  const parallel = scenario({ snapshotter: 'soci', parallel_pull_unpack: true });
  expect(lazyPullIn(parallel).lazyPull).toBeUndefined();
});

test('CRI-O has no such snapshotter, and says so where one is asked for', () => {
  const ofCriO = { apiVersion: 'windlass.dev/v1alpha1', kind: 'Scenario' };
  const request = { runtime: 'cri-o://1.33', runtimeConfig: ['lazy_pull=stargz'] };
  const { lazyPull, said } = lazyPullIn(ofCriO, request);
  expect(lazyPull).toBeUndefined();
  expect(said).toMatch(/cri-o:\/\/1\.33 has no lazy_pull: ignored/);
});

test('a share is a percentage, and a kind one of the known', () => {
  const sources = [{ name: 'pod.yaml', text: pod }];
  const wrong = (option: string) => readInput(sources, { runtimeConfig: [option] });
  const messages = (option: string) => {
    const result = wrong(option);
    return result.ok ? '' : result.errors.map(({ expected }) => expected).join('\n');
  };
  expect(messages('lazy_pull.read_at_start=0.05')).toMatch(/read_at_start is a share such as 5%/);
  expect(messages('lazy_pull=zstd')).toMatch(/one of none, gke, stargz/);
});
