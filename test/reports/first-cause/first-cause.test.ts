import { expect, it, test } from 'vitest';
import { headlineParts } from '../../../src/reports/summary/headline.ts';
import { type RunSummary, summarize } from '../../../src/reports/summary/summary.ts';
import { formatSummary } from '../../../src/reports/summary/summary-text.ts';
import { runYaml } from '../../run/simulation/run-yaml.ts';

const documents = (...all: readonly string[]) => all.join('\n---\n');

const deployment = (name: string, replicas: number, containers: string) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${name} } }
  template: { metadata: { labels: { app: ${name} } }, spec: { containers: [${containers}] } }`;

const scenario = (rest: string) => `apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { defaults: { link: 1Gbit/s, presentImages: ['registry.k8s.io/pause:3.10.2'] }, count: 2 }
images: [${['docker.io/acme/a', 'docker.io/acme/b', 'docker.io/acme/c', 'docker.io/acme/d', 'docker.io/acme/e', 'docker.io/acme/f', 'registry.example/one', 'registry.example/two'].map((name) => `{ name: '${name}:1', layers: [{ size: 2MB }] }`).join(', ')}]
${rest}`;

const kubelet = (fields: string) =>
  `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n${fields}`;

function causeOf(input: string): NonNullable<RunSummary['firstCause']> {
  const { firstCause } = summarize(runYaml(input).records);
  if (firstCause === null) throw new Error('nothing held a pod');
  return firstCause;
}

const limited = (horizon: string) =>
  documents(
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
      deployment(name, 1, `{ name: app, image: docker.io/acme/${name}:1 }`),
    ),
    scenario(
      `registries: { docker.io: { pullLimit: { pulls: 4, per: 6h, sharedAddress: true } } }\nhorizon: ${horizon}`,
    ),
  );

it.each(['10m', '7h'])('a pull limit that holds pods is the first cause, after %s', (horizon) => {
  const cause = causeOf(limited(horizon));
  expect(cause).toMatchObject({
    kind: 'pullLimit',
    words: '429 of docker.io, 4 pulls per 6 h (shared address)',
    pods: 2,
  });
  // All pods run after the window, and two of them waited for its end.
  if (horizon === '7h') expect(cause.longestMs).toBeGreaterThan(5.9 * 3_600_000);
  expect(cause.sentence).toMatch(
    /^429 of docker\.io, 4 pulls per 6 h \(shared address\), which held 2 pods for up to /,
  );
});

const slowDisk = (runtime: string) =>
  documents(
    deployment('big', 1, '{ name: app, image: registry.example/big:1 }'),
    `apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { defaults: { runtime: '${runtime}', memory: 8Gi, diskKind: pd-standard, disk: 100GB, cpus: 4 } }
images: [{ name: 'registry.example/big:1', layers: [{ size: 300MB, unpackedSize: 12GB }] }]
horizon: 20m`,
  );

test('a pull that the progress timeout ends while it unpacks names the timeout', () => {
  expect(causeOf(slowDisk('containerd://2.2.1'))).toMatchObject({
    kind: 'failedPull',
    words: 'pulls that image_pull_progress_timeout (5m0s) cancelled while they unpacked',
    pods: 1,
  });
  // 2.1 sees the end of each layer.
  expect(causeOf(slowDisk('containerd://2.1.9')).words).toBe('unpacking at the rate of the disk');
});

test('terminal, page and report say the sentence that JSON has, after the result', () => {
  const summary = summarize(runYaml(limited('10m')).records);
  const sentence = `First cause: ${summary.firstCause?.sentence}.`;
  expect(headlineParts(summary).cause).toEqual([sentence]);
  expect(formatSummary(summary, { width: 400, colour: false }).split('\n')[1]).toBe(sentence);
});

test('of pods that do not run, what holds them now counts, not what they waited for before', () => {
  // The pod waits two minutes for a slot, then its image is not there.
  const cause = causeOf(
    documents(
      deployment('large', 1, '{ name: app, image: registry.example/large:1 }'),
      deployment('missing', 1, '{ name: app, image: registry.example/missing:1 }'),
      `apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { defaults: { link: 10MB/s, presentImages: ['registry.k8s.io/pause:3.10.2'] } }
images: [{ name: 'registry.example/large:1', layers: [{ size: 1200MB }] }, { name: 'registry.example/missing:1', size: 1MB }]
registries: { registry.example: { images: ['large:*'] } }
horizon: 4m`,
    ),
  );
  expect(cause).toMatchObject({
    kind: 'failedPull',
    words: 'failed pulls (ErrImagePull: not found)',
    pods: 1,
  });
});

test('the end of an error has no parenthesis that was opened before it', () => {
  const cause = causeOf(
    documents(
      deployment('large', 1, '{ name: app, image: registry.example/large:1 }'),
      `apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { defaults: { runtime: 'cri-o://1.34', disk: 600MB, presentImages: ['registry.k8s.io/pause:3.10.2'] } }
images: [{ name: 'registry.example/large:1', layers: [{ size: 400MB, unpackedSize: 1GB }] }]
horizon: 4m`,
    ),
  );
  expect(cause).toMatchObject({ words: 'failed pulls (ErrImagePull: no space left on device)' });
});

const throttled = (pods: number, fields: string) =>
  documents(
    deployment(
      'burst',
      pods,
      '{ name: one, image: registry.example/one:1 }, { name: two, image: registry.example/two:1 }',
    ),
    kubelet(`serializeImagePulls: false\nimageMinimumGCAge: 2m\n${fields}`),
    scenario('horizon: 10m'),
  );

it.each([
  [30, 'registryPullQPS: 5\nregistryBurst: 10'],
  [60, 'registryPullQPS: 1\nregistryBurst: 2'],
  [40, 'registryPullQPS: 20\nregistryBurst: 1'],
])('of %s pods that the node itself refuses, the value that is named refuses none: %s', (pods, fields) => {
  const cause = causeOf(throttled(pods, fields));
  const [qps, burst] = [...fields.matchAll(/\d+/g)].map(Number);
  expect(cause).toMatchObject({ kind: 'throttle', settings: { registryPullQPS: qps, registryBurst: burst } });
  expect(cause.sentence).toContain(`registryPullQPS ${qps}, registryBurst ${burst}`);
  const enough = cause.remedy?.registryBurst ?? 0;
  expect(cause.sentence).toContain(`registryBurst=${enough}`);
  expect(enough).toBeGreaterThan(burst ?? 0);
  const refused = (value: number) => {
    const { records } = runYaml(
      throttled(pods, fields.replace(/registryBurst: \d+/, `registryBurst: ${value}`)),
    );
    return records.filter((record) => record.type === 'pull' && record.throttled === true).length;
  };
  expect(refused(enough)).toBe(0);
  // It is not far more than that.
  expect(refused(Math.floor(enough * 0.65))).toBeGreaterThan(0);
});
