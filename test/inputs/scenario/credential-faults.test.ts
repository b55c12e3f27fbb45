import { expect, test } from 'vitest';
import { engineNames } from '../../../src/run/engine/engine.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { accepted, podYaml, scenarioYaml, stream } from '../reading.ts';

const ecr = '123456789012.dkr.ecr.eu-west-1.amazonaws.com';
const pod = (name: string, image = `${ecr}/${name}:1`) =>
  podYaml(name, `{ containers: [{ name: app, image: "${image}" }] }`);

function run(text: string, options: object) {
  const { input } = accepted(text, { provider: 'eks-al2023', horizon: '10m', ...options });
  return [...simulate(input).records];
}

/** When the containers of pods ran, in whole seconds. */
function startedAfter(text: string, options: object): readonly number[] {
  return run(text, options).flatMap((record) =>
    record.type === 'event' && record.reason === 'Started' ? [Math.floor(record.at / 1000)] : [],
  );
}

const slow = ['credentialsTake takes=12s'];

test('a slow credential provider holds the pull back by the time of its program', () => {
  const [usual = 0] = startedAfter(pod('web'), {});
  expect(usual).toBeLessThan(5);
  const [late = 0] = startedAfter(pod('web'), { faults: slow });
  expect(late).toBeGreaterThanOrEqual(usual + 11);
  expect(late).toBeLessThanOrEqual(usual + 13);
});

// image_manager.go (v1.36.3) looks the credentials up before the pull, kuberuntime_image.go (v1.31.14) within it.
test.each([
  ['1.31', true],
  ['1.36', false],
])('of kubelet %s the next of serial pulls waits for it: %s', (kubeletVersion, waits) => {
  const open = pod('open', 'registry.example.com/open:1');
  const options = { kubeletVersion, faults: slow, set: ['serializeImagePulls=true'] };
  const first = Math.min(...startedAfter(stream(pod('web'), open), options));
  expect(first >= 12).toBe(waits);
});

test.each(['1.31', '1.36'])(
  'pods of one image wait for one run of the program (kubelet %s)',
  (kubeletVersion) => {
    const records = run(stream(pod('web'), pod('db', `${ecr}/web:1`)), { faults: slow, kubeletVersion });
    const answered = records.filter(
      (record) => record.type === 'pull' && record.state === 'credentialsAnswered',
    );
    expect(answered).toHaveLength(2);
    expect(new Set(answered.map(({ at }) => at)).size).toBe(1);
  },
);

// pkg/credentialprovider/plugin/plugin.go: what an answer says of its time beats defaultCacheDuration.
test('a later pull from the registry uses the answer that is kept, until the kubelet restarts', () => {
  const waits = (faults: readonly string[]) => {
    const twoMinutesApart = scenarioYaml('arrivals: { interval: 2m }');
    const records = run(stream(pod('web'), pod('last'), twoMinutesApart), { faults: [...slow, ...faults] });
    const times = (state: string) =>
      records.flatMap((record) => (record.type === 'pull' && record.state === state ? [record.at] : []));
    const answered = times('credentialsAnswered');
    return times('askingCredentials').map((at, index) => Math.round(((answered[index] ?? 0) - at) / 1000));
  };
  expect(waits([])).toEqual([12, 0]);
  expect(waits(['kubeletRestart at=60s'])).toEqual([12, 12]);
});

// ExecPlugin (v1.36.3): after a minute the kubelet logs "context deadline exceeded" and pulls without a password.
test('after a minute the pull goes on without the password, and the registry refuses it', () => {
  const records = run(pod('web'), { faults: ['credentialsTake takes=2m for=30s'] });
  const answered = records.find((record) => record.type === 'pull' && record.state === 'credentialsAnswered');
  expect(answered).toMatchObject({
    provider: 'ecr-credential-provider',
    error: `error execing credential provider plugin ecr-credential-provider for image ${ecr}/web: context deadline exceeded: `,
    because: { kind: 'fault', actor: 'faults/1-credentialsTake' },
  });
  expect(Math.floor((answered?.at ?? 0) / 1000)).toBe(60);
  const failed = records.find((record) => record.type === 'event' && record.reason === 'Failed');
  expect(failed).toMatchObject({ message: expect.stringContaining('no basic auth credentials') });
  // The fault is over, and the next try gets the password.
  expect(records.some((record) => record.type === 'event' && record.reason === 'Started')).toBe(true);
});

test('a fault of one node leaves the others alone, and pulls from public registries too', () => {
  const faults = ["credentialsFail error='no such role' node=node-2"];
  expect(startedAfter(pod('web'), { faults, nodes: 2 })).toHaveLength(1);
  expect(
    startedAfter(pod('web', 'registry.example.com/web:1'), { faults: ["credentialsFail error='no'"] }),
  ).toHaveLength(1);
  expect(
    startedAfter(pod('web'), { faults: ["credentialsFail error='no such role' node=node-1"] }),
  ).toHaveLength(0);
});

test('both engines give the same bytes', () => {
  const [one, other] = engineNames.map((engine) => {
    const { input } = accepted(stream(pod('web'), pod('db')), {
      provider: 'eks-al2023',
      horizon: '10m',
      faults: ['credentialsTake takes=2m until=3m'],
    });
    return [...simulate(input, { engine }).records].map((record) => JSON.stringify(record));
  });
  expect(one).toEqual(other);
  expect(one?.length).toBeGreaterThan(100);
});
