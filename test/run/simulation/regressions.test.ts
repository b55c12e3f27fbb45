import { expect, it } from 'vitest';
import { planSync } from '../../../src/rules/kubelet/pods/sync-plan.ts';
import { v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { Kernel } from '../../../src/run/simulation/kernel.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { container, podOf, published, withStates } from '../../rules/kubelet/pod-fixtures.ts';
import { appYaml, fails, podYaml, recordsOf, scenarioYaml, statesOf, statusesOf, takes } from './pod-yaml.ts';
import { inputOf, runYaml } from './run-yaml.ts';

const good = takes('sim.local/good:1', '2s');
const one = (name: string, image = 'good') => `{ name: ${name}, image: 'sim.local/${image}:1' }`;

it('a restarted kubelet leaves running containers alone (pleg.ts, container-runtime.ts)', () => {
  const late = appYaml('late', 'sim.local/good:1');
  const run = runYaml(
    appYaml('web', 'sim.local/good:1') +
      late +
      scenarioYaml([good, 'kind: kubeletRestart, at: 20s'], 'arrivals: { interval: 60s }'),
  );
  expect(statesOf(run, 'web')).toEqual(['app creating', 'app created', 'app running']);
  expect(recordsOf(run, 'sandbox', 'web').map((record) => record.state)).toEqual(['creating', 'ready']);
  expect(statusesOf(run, 'web').at(-1)).toBe('Running app=running');
});

it('after a reboot init containers run again, one by one, before the app (purgeInitContainers)', () => {
  const spec = `initContainers: [${one('i1')}, ${one('i2')}]\ncontainers: [${one('app')}]`;
  const run = runYaml(podYaml('web', spec) + scenarioYaml([good, 'kind: nodeReboot, at: 20s']));
  const after = recordsOf(run, 'container').filter(
    (record) => record.at > 50_000 && /running|exited/.test(record.state),
  );
  expect(after.map((record) => `${record.container} ${record.state}`)).toEqual([
    'i1 running',
    'i1 exited',
    'i2 running',
    'i2 exited',
    'app running',
  ]);
});

it('pods that come while the kubelet is down are admitted like others', () => {
  const settings = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: 1\n---\n';
  const pods =
    appYaml('a', 'sim.local/good:1', 'nodeName: node-1') +
    appYaml('b', 'sim.local/good:1', 'nodeName: node-1');
  const run = runYaml(
    pods +
      settings +
      scenarioYaml([good, 'kind: kubeletRestart, at: 20s'], 'horizon: 1m\narrivals: { interval: 21s }'),
  );
  expect(recordsOf(run, 'pod').at(-1)).toMatchObject({
    pod: { name: 'b' },
    state: 'rejected',
    reason: 'OutOfpods',
  });
});

it('restartPolicy Never gets no second sandbox (computePodActions: attempt != 0 and containers known)', () => {
  const pod = podOf({ restartPolicy: 'Never', containers: [container('a'), container('b')] });
  expect(planSync(pod, withStates({ a: 255 }, 'notReady'), v1_36)).toEqual({
    createSandbox: false,
    replacesSandbox: false,
    killsPod: false,
    changed: [],
    resets: [],
    starts: [],
  });
  expect(planSync(pod, withStates({}, 'none'), v1_36).createSandbox).toBe(true);
});

it('a pod whose init container runs (again) is Pending, with any state of its containers (getPhase)', () => {
  const pod = podOf({ initContainers: [container('i')] });
  expect(published(pod, withStates({ i: '+', app: 137 })).phase).toBe('Pending');
  expect(published(pod, withStates({})).phase).toBe('Pending');
});

it('a start that fails on an image volume grows the crash loop too: doBackOff comes first (start() of SyncPod)', () => {
  const spec = `volumes: [{ name: v, image: { reference: 'sim.local/v:1', pullPolicy: Always } }]
containers: [{ name: app, image: 'sim.local/good:1', volumeMounts: [{ name: v, mountPath: /v }] }]`;
  const faults = [good, `${takes('sim.local/v:1', '1s')}, until: 10s`, fails('sim.local/v:1', ', from: 10s')];
  const run = runYaml(
    podYaml('web', spec) +
      scenarioYaml(faults, 'horizon: 5m\ncontainers:\n  - { container: app, runsFor: 20s, exitCode: 1 }'),
  );
  expect(statusesOf(run).some((status) => status.includes('CrashLoopBackOff'))).toBe(true);
});

it('run does not take time back', () => {
  const kernel = new Kernel();
  kernel.schedule(10, () => {});
  kernel.schedule(20, () => {});
  kernel.run(10);
  kernel.run(5);
  expect(kernel.nowMicros).toBe(10);
});

it('a pod whose sidecar still runs is not over; the sidecar is killed first (getPhase, KillPod)', () => {
  const spec = `restartPolicy: Never\ninitContainers: [{ name: s, image: 'sim.local/good:1', restartPolicy: Always }]\ncontainers: [${one('app')}]`;
  const run = runYaml(
    podYaml('web', spec) + scenarioYaml([good], 'containers:\n  - { container: app, runsFor: 3s }'),
  );
  expect(statesOf(run)).toContain('s exited');
});

it('from 1.37 on containers need not wait for a last sidecar that ended with them (computeInitContainerActions)', () => {
  const spec = `initContainers: [{ name: s, image: 'sim.local/good:1', restartPolicy: Always }]\ncontainers: [${one('app')}]`;
  const ends =
    'horizon: 90s\ncontainers:\n  - { container: app, runsFor: 20s }\n  - { container: s, runsFor: 20s }';
  const slow = 'kind: runtimeSlow, from: 15s, until: 60s, list: 12s';
  const secondStarts = (kubeletVersion: string) => {
    const run = runYaml(podYaml('web', spec) + scenarioYaml([good, slow], ends), { kubeletVersion });
    const started = recordsOf(run, 'container').filter(({ state }) => state === 'running');
    const second = (name: string) => started.filter(({ container: of }) => of === name)[1]?.at ?? 0;
    return second('app') - second('s');
  };
  expect(secondStarts('1.37')).toBeLessThan(500);
  expect(secondStarts('1.36')).toBeGreaterThan(10_000);
});

it('a failure below the kubelet ends the run with its own text', () => {
  const input = inputOf(appYaml('web', 'sim.local/a:1') + scenarioYaml([takes('sim.local/a:1', '1s')]));
  const nodes = input.nodes.map((node) => ({
    ...node,
    presentImages: ['sim.local/a:1'],
    kubelet: { ...node.kubelet, imagePullCredentialsVerificationPolicy: 'Sometimes' },
  }));
  expect(() => simulate({ ...input, nodes })).toThrow(
    'unknown image pull credential verification policy: Sometimes',
  );
});

it('an intent outlives the kubelet: 1.36 pulls again what its runtime completed meanwhile (MustAttemptImagePull, ImagePullIntentExists)', () => {
  const faults = [takes('sim.local/good:1', '6s'), 'kind: kubeletRestart, at: 5s, pulls: completed'];
  const run = runYaml(appYaml('web', 'sim.local/good:1') + scenarioYaml(faults));
  expect(recordsOf(run, 'runtime').filter((record) => record.op === 'PullImage')).toHaveLength(2);
});

it('a disk that is full already fails a pull over a link without a limit, whose last byte comes in the same instant (fetch.ts)', () => {
  const run = runYaml(
    appYaml('web', 'sim.local/big:1') +
      scenarioYaml(['kind: diskFull, from: 0s'], 'nodes: { defaults: { link: unlimited } }'),
  );
  const failed = recordsOf(run, 'fetch').filter(({ state }) => state === 'failed');
  expect(failed.length).toBeGreaterThan(0);
  expect(recordsOf(run, 'pull', 'web').map(({ state }) => state)).toContain('failed');
});
