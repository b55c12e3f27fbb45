import { expect, test } from 'vitest';
import type { SourceText } from '../../../src/inputs/documents/source-document.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import { engineNames } from '../../../src/run/engine/engine.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { accepted, errorsOf, podYaml, scenarioYaml, stream } from '../reading.ts';

const ecr = '123456789012.dkr.ecr.eu-west-1.amazonaws.com';
const pod = (name: string, image = `${ecr}/${name}:1`, more = '') =>
  podYaml(name, `{ ${more}containers: [{ name: app, image: "${image}" }] }`);

const provider = (name: string, matchImages: string, more = '') =>
  `{ name: ${name}, matchImages: [${matchImages}], defaultCacheDuration: 10m, apiVersion: credentialprovider.kubelet.k8s.io/v1${more} }`;
const config = (...providers: readonly string[]) =>
  `apiVersion: kubelet.config.k8s.io/v1
kind: CredentialProviderConfig
providers: [${providers.join(', ')}]
`;
const ofEcr = (matchImages: string, more = '') =>
  config(provider('ecr-credential-provider', matchImages, more));

function run(text: string, options: object = {}) {
  const { input } = accepted(text, { horizon: '30m', ...options });
  return [...simulate(input).records];
}

function read(sources: readonly SourceText[], options: object = {}) {
  const result = readInput(sources, options);
  return result.ok ? { input: result.input, errors: [] } : { input: undefined, errors: result.errors };
}

/** Whether the pod's container ran, or the runtime's words for its first failure. */
function outcome(text: string, options: object = {}): string {
  const events = run(text, options).flatMap((record) => (record.type === 'event' ? [record] : []));
  const failed = events.find(({ reason }) => reason === 'Failed');
  return failed?.message ?? (events.some(({ reason }) => reason === 'Started') ? 'started' : 'nothing');
}

// URLsMatch of pkg/credentialprovider/keyring.go (v1.36.3): as many parts of the host, the same port, a prefix of the path
test.each([
  ['"*.dkr.ecr.*.amazonaws.com"', 'started'],
  ['"*.dkr.ecr.eu-*.amazonaws.com"', 'started'],
  [`${ecr}/we`, 'started'],
  ['"*.dkr.ecr.us-east-1.amazonaws.com"', 'no basic auth credentials'],
  ['"*.amazonaws.com"', 'no basic auth credentials'],
  [`${ecr}/db`, 'no basic auth credentials'],
  [`"${ecr}:443"`, 'no basic auth credentials'],
  [`"https://${ecr}"`, 'no basic auth credentials'],
])('the pattern %s opens ECR: %s', (matchImages, end) => {
  expect(outcome(stream(ofEcr(matchImages), pod('web')))).toContain(end);
});

test('the configuration counts before what the provider of the node has', () => {
  const options = { provider: 'eks-al2023' };
  expect(outcome(pod('web'), options)).toBe('started');
  expect(outcome(stream(ofEcr('docker.io'), pod('web')), options)).toContain('no basic auth credentials');
});

test('each of several files is for the nodes that its name has, and Talos has it in its own', () => {
  const nodes = ['gpu', 'cpu'].map(
    (pool) =>
      `{ apiVersion: v1, kind: Node, metadata: { name: ${pool}-1, labels: { eks.amazonaws.com/nodegroup: ${pool} } } }\n`,
  );
  const source = (name: string, text: string) => ({ name, text });
  const { input } = read(
    [
      source('gpu.yaml', ofEcr(ecr)),
      source('cpu.yaml', ofEcr('docker.io')),
      source(
        'pods.yaml',
        stream(
          ...nodes,
          pod('web', undefined, 'nodeName: gpu-1, '),
          pod('db', undefined, 'nodeName: cpu-1, '),
        ),
      ),
    ],
    { horizon: '1m' },
  );
  if (input === undefined) throw new Error('refused');
  const started = [...simulate(input).records].flatMap((record) =>
    record.type === 'event' && record.reason === 'Started' ? [record.pod?.name] : [],
  );
  expect(started).toEqual(['web']);
  const talos = `machine: { type: worker, kubelet: { credentialProviderConfig: { apiVersion: kubelet.config.k8s.io/v1, kind: CredentialProviderConfig, providers: [${provider('ecr-credential-provider', 'docker.io')}] } } }\n`;
  expect(outcome(stream(talos, pod('web')))).toContain('no basic auth credentials');
});

// readCredentialProviderConfig (v1.34.4) against readCredentialProviderConfigFile (v1.33.13)
test.each([
  ['1.33', ['b.yaml DUPLICATE']],
  ['1.34', []],
])('of a folder with two files kubelet %s refuses %j', (kubeletVersion, refusals) => {
  const files = ['a.yaml', 'b.yaml'].map((name, index) => ({
    name,
    text: config(provider(`provider-${index}`, index === 0 ? 'docker.io' : ecr)),
  }));
  const sources = [...files, { name: 'pod.yaml', text: pod('web') }];
  const { input, errors } = read(sources, { kubeletVersion });
  expect(errors.map(({ code, file }) => `${file} ${code}`)).toEqual(refusals);
  if (refusals.length === 0) expect(input?.nodes[0]?.credentialProviders).toHaveLength(2);
});

test('what the kubelet would exit with is an error at its place', () => {
  const text = `apiVersion: kubelet.config.k8s.io/v1
kind: CredentialProviderConfig
providers:
- name: ecr-credential-provider
  matchImages: []
  defaultCacheDuration: 12h
  apiVersion: credentialprovider.kubelet.k8s.io/v1
`;
  expect(errorsOf(stream(text, pod('web')), { kubeletVersion: '1.36' })).toMatchObject([
    {
      line: 5,
      column: 16,
      message: expect.stringContaining(
        'kubelet 1.36 does not start: failed to validate credential provider config: providers.matchImages: Required value',
      ),
    },
  ]);
  const unknown = text.replace('matchImages: []', 'matchImages: [docker.io]\n  matchimages: [quay.io]');
  expect(errorsOf(stream(unknown, pod('web')), { kubeletVersion: '1.36' })).toMatchObject([
    {
      line: 6,
      message: expect.stringContaining(
        'error decoding config "in.yaml": strict decoding error: unknown field "providers[0].matchimages"',
      ),
    },
  ]);
  expect(outcome(stream(unknown, pod('web', 'docker.io/library/redis:7')), { kubeletVersion: '1.31' })).toBe(
    'started',
  );
});

// Lookup of externalCredentialProviderKeyring (v1.36.3) asks them in order.
test.each(['1.31', '1.36'])('of kubelet %s all providers that match an image are asked', (kubeletVersion) => {
  const two = config(provider('first', '"*.dkr.ecr.*.amazonaws.com"'), provider('second', ecr));
  const scenario = scenarioYaml('credentialProviders: { first: { takes: 5s }, second: { takes: 7s } }');
  const records = run(stream(two, scenario, pod('web')), { kubeletVersion });
  const asked = records.flatMap((record) =>
    record.type === 'pull' && record.state === 'askingCredentials' ? [record] : [],
  );
  expect(asked.map(({ provider: name }) => name)).toEqual(['first', 'second']);
  expect(Math.round(((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)) / 1000)).toBe(5);
  const calls = records.filter((record) => record.type === 'pull' && record.state === 'pulling');
  expect(calls).toHaveLength(1);
  const failing = run(stream(two, scenario, pod('web')), {
    kubeletVersion,
    faults: ["credentialsFail error='no' for=1ms"],
  });
  expect(failing.some((record) => record.type === 'event' && record.reason === 'Started')).toBe(true);
});

test.each([
  ['Image', 2],
  ['Registry', 1],
  ['Global', 1],
])('an answer is kept for what the program says: %s', (cacheKeyType, runs) => {
  const scenario = scenarioYaml(
    `arrivals: { interval: 1m }\ncredentialProviders: { own: { takes: 5s, cacheKeyType: ${cacheKeyType} } }`,
  );
  const records = run(stream(config(provider('own', ecr)), scenario, pod('web'), pod('db')));
  const times = (state: string) =>
    records.flatMap((record) => (record.type === 'pull' && record.state === state ? [record.at] : []));
  const answered = times('credentialsAnswered');
  const waits = times('askingCredentials').map((at, index) =>
    Math.round(((answered[index] ?? 0) - at) / 1000),
  );
  expect(waits.filter((wait) => wait === 5)).toHaveLength(runs);
});

test.each([
  [
    'containerd://2.4',
    '403 Forbidden\ndenied: Your authorization token has expired. Reauthenticate and try again.',
  ],
  ['cri-o://1.34', 'denied: Your authorization token has expired. Reauthenticate and try again.'],
])('%s: a password that is kept for longer than it is good for is refused', (runtime, words) => {
  const text = (validFor: string) =>
    stream(
      ofEcr(ecr),
      scenarioYaml(
        `arrivals: { interval: 20m }\ncredentialProviders: { ecr-credential-provider: { cacheDuration: 6h, validFor: ${validFor} } }`,
      ),
      pod('web'),
      pod('db'),
    );
  expect(outcome(text('10m'), { runtime })).toContain(words);
  expect(outcome(text('12h'), { runtime })).toBe('started');
});

test('what a Scenario says of a provider that no node runs is named, with its place', () => {
  const warned = (name: string) =>
    accepted(
      stream(ofEcr(ecr), scenarioYaml(`credentialProviders: { ${name}: { takes: 5s } }`), pod('web')),
    ).warnings.filter((warning) => warning.includes('no node runs'));
  expect(warned('ecr-credential-provider')).toEqual([]);
  const [misspelt, ...others] = warned('ecr-credential-provder');
  expect(misspelt).toMatch(
    /:\d+:\d+: no node runs the credential provider "ecr-credential-provder": this changes nothing; did you mean ecr-credential-provider\?/,
  );
  expect(others).toEqual([]);
  expect(warned('gcp')[0]).toContain('they run ecr-credential-provider');
});

const account = (annotations: string) =>
  `{ apiVersion: v1, kind: ServiceAccount, metadata: { name: ci, annotations: { ${annotations} } } }\n`;
const tokens = (more = '') =>
  `, tokenAttributes: { serviceAccountTokenAudience: sts, requireServiceAccount: true, cacheType: ServiceAccount${more} }`;

test('a provider with tokens gives nothing to a service account without its annotation', () => {
  const needed = tokens(', requiredServiceAccountAnnotationKeys: [domain.io/role]');
  const web = pod('web', undefined, 'serviceAccountName: ci, ');
  const text = (annotations: string) => stream(ofEcr(ecr, needed), account(annotations), web);
  expect(outcome(text('domain.io/role: puller'))).toBe('started');
  expect(outcome(text('domain.io/other: puller'))).toContain('no basic auth credentials');
  const { assumptions } = accepted(stream(ofEcr(ecr, needed), web)).input;
  expect(assumptions.join(' ')).toContain('have the annotations that credential providers require');
});

test('with tokens each service account has its own answer', () => {
  const accounts = ['ci', 'ci', 'other'];
  const pods = accounts.map((name, index) =>
    pod(`web-${index}`, `${ecr}/web:1`, `serviceAccountName: ${name}, `),
  );
  const scenario = scenarioYaml(
    'arrivals: { interval: 1m }\ncredentialProviders: { ecr-credential-provider: { takes: 5s } }\nnodes: { defaults: { kubeletVersion: "1.36" } }',
  );
  const image = pods.map((text) => text.replace('containers: [{', 'containers: [{ imagePullPolicy: Always,'));
  const records = run(stream(ofEcr(ecr, tokens()), scenario, ...image));
  const times = (state: string) =>
    records.flatMap((record) => (record.type === 'pull' && record.state === state ? [record.at] : []));
  const answered = times('credentialsAnswered');
  const waits = times('askingCredentials').map((at, index) =>
    Math.round(((answered[index] ?? 0) - at) / 1000),
  );
  expect(waits).toEqual([5, 0, 5]);
});

test('before 1.24 the kubelet reads it with a feature gate', () => {
  const text = stream(
    ofEcr(ecr).replace('config.k8s.io/v1', 'config.k8s.io/v1alpha1').replace('io/v1 }', 'io/v1alpha1 }'),
    pod('web'),
  );
  expect(outcome(text, { kubeletVersion: '1.23' })).toContain('no basic auth credentials');
  expect(
    outcome(text, { kubeletVersion: '1.23', set: ['featureGates.KubeletCredentialProviders=true'] }),
  ).toBe('started');
});

test('both engines give the same bytes', () => {
  const two = config(provider('first', ecr), provider('second', ecr, tokens()));
  const scenario = scenarioYaml('credentialProviders: { first: { takes: 5s, validFor: 1m } }');
  const [one, other] = engineNames.map((engine) => {
    const { input } = accepted(stream(two, scenario, pod('web'), pod('db')), { horizon: '10m' });
    return [...simulate(input, { engine }).records].map((record) => JSON.stringify(record));
  });
  expect(one).toEqual(other);
});
