import { expect, test } from 'vitest';
import { readInput } from '../../../src/inputs/read-input.ts';

/** Returns what a run says of its input beside a pod. */
function saidOf(name: string, document: object): string {
  const pod =
    'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: a, image: b }] }\n';
  const result = readInput(
    [
      { name: 'pod.yaml', text: pod },
      { name, text: JSON.stringify(document) },
    ],
    {},
  );
  if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join('\n'));
  return [...(result.input.readings ?? []), ...(result.input.assumptions ?? [])].join('\n');
}

const node = (streaming: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'a', labels: { 'cloud.google.com/gke-image-streaming': streaming } },
});

test('a node that streams images is named, and what is different there', () => {
  expect(saidOf('node.json', node('true'))).toMatch(
    /gke-image-streaming=true stream images, which is not simulated/,
  );
  expect(saidOf('node.json', node('false'))).not.toMatch(/stream/);
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

test.each([
  ['a pool of GKE', gkePool, /config\.gcfsConfig\.enabled is not read; image streaming is not simulated/],
  [
    'a pool of AKS',
    aksPool,
    /artifactStreamingProfile\.enabled is not read; image streaming is not simulated/,
  ],
  [
    'a cluster of GKE',
    (enabled: boolean) => ({ nodePools: [gkePool(enabled)] }),
    /nodePools\[0\]\.config\.gcfsConfig\.enabled is not read/,
  ],
  [
    'a cluster of AKS',
    (enabled: boolean) => ({ agentPoolProfiles: [aksPool(enabled)] }),
    /agentPoolProfiles\[0\]\.artifactStreamingProfile\.enabled is not read/,
  ],
])('%s that streams images is named, and one that does not is not', (_, pool, sentence) => {
  expect(saidOf('pool.json', pool(true))).toMatch(sentence);
  expect(saidOf('pool.json', pool(false))).not.toMatch(/streaming/);
});

test.each(['stargz', 'soci', 'nydus'])(
  'the snapshotter %s is named as one that fetches lazily',
  (snapshotter) => {
    const scenario = {
      apiVersion: 'windlass.dev/v1alpha1',
      kind: 'Scenario',
      nodes: { defaults: { runtimeConfig: { snapshotter } } },
    };
    expect(saidOf('scenario.json', scenario)).toContain(
      `The snapshotter ${snapshotter} fetches what containers read, which is not simulated`,
    );
  },
);
