import { expect, test } from 'vitest';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { accepted, podYaml, scenarioYaml, stream } from '../reading.ts';

const ecr = '123456789012.dkr.ecr.eu-west-1.amazonaws.com';
const acr = 'acme.azurecr.io';
const web = (host: string, more = '') =>
  podYaml('web', `{ containers: [{ name: app, image: "${host}/web:1" }]${more} }`);

/** The messages of the events with this reason. */
function messages(text: string, reason: string, options = {}): readonly string[] {
  const { input } = accepted(text, { horizon: '60s', ...options });
  return [...simulate(input).records].flatMap((record) =>
    record.type === 'event' && record.reason === reason ? [record.message] : [],
  );
}

test.each([
  ['eks-al2023', ecr],
  ['bottlerocket', ecr],
  ['eks', ecr],
  ['aks-ubuntu2204', acr],
  ['openshift-4', ecr],
])('nodes of %s pull from %s with the credentials of their provider', (provider, host) => {
  const { input } = accepted(web(host), { provider });
  expect(input.registries[host]?.private?.[0]?.identities).toContain('credential-provider');
  expect(input.nodes[0]?.credentials).toMatchObject([{ identity: 'credential-provider', registryKey: host }]);
  expect(messages(web(host), 'Started', { provider })).toHaveLength(1);
});

test.each([
  ['kind', ecr, 'no basic auth credentials'],
  ['gke', ecr, 'no basic auth credentials'],
  ['eks-al2023', acr, 'insufficient_scope: authorization failed'],
])('nodes of %s, which have none for %s, are refused: %s', (provider, host, words) => {
  expect(messages(web(host), 'Failed', { provider })[0]).toContain(words);
});

test('of nodes that nobody knows nothing is claimed', () => {
  const { input } = accepted(web(ecr));
  expect(input.registries[ecr]?.private).toBeUndefined();
  expect(input.nodes[0]?.credentials).toBeUndefined();
});

test('a pull secret in the input opens the registry, and one that is not there may', () => {
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'kubernetes.io/dockerconfigjson',
    metadata: { name: 'ecr' },
    stringData: {
      '.dockerconfigjson': JSON.stringify({ auths: { [ecr]: { username: 'AWS', password: 'x' } } }),
    },
  };
  const pod = web(ecr, ', imagePullSecrets: [{ name: ecr }]');
  const options = { provider: 'kind' };
  expect(messages(stream(pod, JSON.stringify(secret)), 'Started', options)).toHaveLength(1);
  expect(messages(pod, 'Started', options)).toHaveLength(1);
});

test('what a Scenario says of the registry counts', () => {
  const open = scenarioYaml(`registries: { "${ecr}": { authentication: none } }`);
  expect(messages(stream(web(ecr), open), 'Started', { provider: 'kind' })).toHaveLength(1);
});

test('a runtime has no credentials for its sandbox image', () => {
  const pause = `602401143452.dkr.ecr.eu-central-1.amazonaws.com/eks/pause:3.5`;
  const options = { runtime: 'containerd://1.7.22', runtimeConfig: [`sandbox_image=${pause}`] };
  const [message] = messages(web('registry.example.com'), 'FailedCreatePodSandBox', options);
  expect(message).toMatch(/eks\/pause:3\.5": .*no basic auth credentials$/);
  // AL2 pulls it as it boots.
  expect(messages(web('registry.example.com'), 'Started', { ...options, provider: 'eks-al2' })).toHaveLength(
    1,
  );
});

// The first as in node-problem-detector#1289, for one scope.
test.each([
  [
    'europe-west1-docker.pkg.dev',
    'failed to authorize: failed to fetch anonymous token: unexpected status from GET request to https://europe-west1-docker.pkg.dev/v2/token?scope=repository%3Aweb%3Apull&service=europe-west1-docker.pkg.dev: 403 Forbidden',
  ],
  [
    'ghcr.io',
    'failed to authorize: failed to fetch anonymous token: unexpected status from GET request to https://ghcr.io/token?scope=repository%3Aweb%3Apull&service=ghcr.io: 401 Unauthorized',
  ],
])('a private repository of %s gives no token to the anonymous', (host, words) => {
  const closed = scenarioYaml(`registries: { "${host}": { private: { '*': [] } } }`);
  const text = stream(web(host), closed);
  expect(messages(text, 'Failed', { runtime: 'containerd://2.1' })[0]).toContain(words);
  const other = stream(web(host), scenarioYaml(`registries: { "${host}": { private: { 'team/*': [] } } }`));
  expect(messages(other, 'Started', { runtime: 'containerd://2.1' })).toHaveLength(1);
});
