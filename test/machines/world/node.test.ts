import { describe, expect, it } from 'vitest';
import {
  appYaml,
  fails,
  podYaml,
  pullsOf,
  recordsOf,
  scenarioYaml,
  statesOf,
  statusesOf,
  takes,
} from '../../run/simulation/pod-yaml.ts';
import { runYaml } from '../../run/simulation/run-yaml.ts';

// A restart of the kubelet and a reboot of the node: what the kubelet keeps in memory only (image back-off,
// kubelet.go v1.36.3) and what PodSandboxChanged makes of lost sandboxes (kuberuntime), from end to end with
// a scripted runtime.

const good = takes('sim.local/good:1', '2s');
const bad = fails('sim.local/bad:1');
const nodes = (run: ReturnType<typeof runYaml>) =>
  recordsOf(run, 'node').map((record) => `${record.at} ${record.state}`);
const windows = (run: ReturnType<typeof runYaml>) =>
  recordsOf(run, 'pull').flatMap((pull) => (pull.state === 'failed' ? [pull.windowMs ?? 0] : []));

describe('a kubelet that restarts', () => {
  const restart = (at: string, more = '') => `kind: kubeletRestart, at: ${at}${more}`;

  it('is down for kubeletStart, and records its return', () => {
    const run = runYaml(
      appYaml('web', 'sim.local/bad:1') + scenarioYaml([bad, restart('20s')], 'horizon: 1m'),
    );
    expect(nodes(run)).toEqual(['0 started', '22000 kubeletRestarted']);
    const silent = run.records.filter((record) => record.at > 20_000 && record.at < 22_000);
    expect(silent).toEqual([]);
  });

  it('has forgotten its back-off: it pulls again at once, and the windows begin at 10 s', () => {
    const run = runYaml(
      appYaml('web', 'sim.local/bad:1') + scenarioYaml([bad, restart('60s')], 'horizon: 90s'),
    );
    const again = pullsOf(run, 'app').find((at) => at > 60);
    expect(again).toBeGreaterThan(62);
    expect(again).toBeLessThan(63.5);
    const after = windows(run).slice(windows(run).lastIndexOf(10_000));
    expect(windows(run).slice(0, 2)).toEqual([10_000, 20_000]);
    expect(after.slice(0, 2)).toEqual([10_000, 20_000]);
    expect(windows(run).filter((ms) => ms === 10_000)).toHaveLength(2);
  });

  it('leaves running containers alone, and publishes their status again', () => {
    const pods = appYaml('web', 'sim.local/good:1') + appYaml('late', 'sim.local/good:1');
    const run = runYaml(pods + scenarioYaml([good, restart('20s')], 'arrivals: { interval: 60s }'));
    expect(statesOf(run, 'web')).toEqual(['app creating', 'app created', 'app running']);
    expect(recordsOf(run, 'sandbox', 'web').map((record) => record.state)).toEqual(['creating', 'ready']);
    expect(recordsOf(run, 'status', 'web').at(-1)).toMatchObject({
      phase: 'Running',
      containers: [{ state: 'running', restarts: 0 }],
    });
  });

  it('loses a pull under way, and pulls again', () => {
    const run = runYaml(
      appYaml('web', 'sim.local/good:1') + scenarioYaml([takes('sim.local/good:1', '10s'), restart('5s')]),
    );
    expect(pullsOf(run, 'app')).toHaveLength(2);
    expect(recordsOf(run, 'image').map((record) => record.state)).toEqual(['present']);
    expect(statusesOf(run).at(-1)).toBe('Running app=running');
  });

  it('finds the image where the runtime completes the pull meanwhile', () => {
    const faults = [takes('sim.local/good:1', '6s'), restart('5s', ', pulls: completed')];
    const run = runYaml(appYaml('web', 'sim.local/good:1') + scenarioYaml(faults), {
      kubeletVersion: '1.31',
    });
    expect(pullsOf(run, 'app')).toHaveLength(1);
    expect(statusesOf(run).at(-1)).toBe('Running app=running');
  });

  it('gets the pods that came while it was down, and none that is over', () => {
    const job = podYaml(
      'job',
      `restartPolicy: Never\ncontainers: [{ name: app, image: 'sim.local/good:1' }]`,
    );
    const more = 'arrivals: { interval: 21s }\ncontainers:\n  - { match: job, runsFor: 1s }';
    const run = runYaml(
      job + appYaml('web', 'sim.local/good:1') + scenarioYaml([good, restart('20s')], more),
    );
    expect(recordsOf(run, 'pod', 'web')).toMatchObject([{ at: 21_000, state: 'added' }]);
    const [first] = recordsOf(run, 'sync', 'web');
    expect(first).toMatchObject({ state: 'started', trigger: 'added' });
    expect(first?.at).toBeGreaterThanOrEqual(22_000);
    expect(recordsOf(run, 'sync', 'job').every((record) => record.at < 20_000)).toBe(true);
  });

  // The kubelet reads its configuration at its start (cmd/kubelet/app/server.go, v1.36.3) and never again.
  describe('with other settings', () => {
    const changes = (run: ReturnType<typeof runYaml>) =>
      recordsOf(run, 'node').map(({ at, state, kubelet }) => ({ at, state, kubelet }));
    const four = ['a', 'b', 'c', 'd'].map((name) => appYaml(name, `sim.local/${name}:1`)).join('');
    const slow = ['a', 'b', 'c', 'd'].map((name) => takes(`sim.local/${name}:1`, '10s'));
    const grants = (run: ReturnType<typeof runYaml>) =>
      recordsOf(run, 'pull').flatMap(({ at, state }) =>
        state === 'pulling' ? [Math.floor(at / 1_000)] : [],
      );

    it('pulls by them from then on, and says which have changed', () => {
      const parallel = ', kubelet: { serializeImagePulls: false, maxParallelImagePulls: 3 }';
      const run = runYaml(four + scenarioYaml([...slow, restart('5s', parallel)]));
      expect(changes(run)).toEqual([
        { at: 0, state: 'started', kubelet: undefined },
        {
          at: 7_000,
          state: 'kubeletRestarted',
          kubelet: { serializeImagePulls: false, maxParallelImagePulls: 3 },
        },
      ]);
      const after = grants(run).filter((at) => at >= 7);
      expect(grants(run).filter((at) => at < 7)).toHaveLength(1);
      expect(after.filter((at) => at < 15)).toHaveLength(3);
      expect(after.filter((at) => at >= 15)).toHaveLength(1);
    });

    it('keeps them over later restarts, and says nothing of what stays', () => {
      const run = runYaml(
        four + scenarioYaml([...slow, restart('5s', ', kubelet: { maxPods: 50 }'), restart('10s')]),
      );
      expect(changes(run).map(({ kubelet }) => kubelet)).toEqual([undefined, { maxPods: 50 }, undefined]);
    });

    it('that come while it is down are read when it starts', () => {
      const while_ = [restart('5s'), restart('6s', ', kubelet: { maxPods: 50 }')];
      expect(changes(runYaml(four + scenarioYaml([...slow, ...while_]))).at(-1)).toEqual({
        at: 7_000,
        state: 'kubeletRestarted',
        kubelet: { maxPods: 50 },
      });
      const rebooting = ['kind: nodeReboot, at: 5s', restart('6s', ', kubelet: { maxPods: 50 }')];
      expect(changes(runYaml(four + scenarioYaml([...slow, ...rebooting]))).at(-1)).toEqual({
        at: 35_000,
        state: 'rebooted',
        kubelet: { maxPods: 50 },
      });
    });

    // without the gate NoopImagePullManager writes no record, so that whoever verifies later must ask the
    // registry.
    it('forgets who pulled an image while the gate KubeletEnsureSecretPulledImages was off', () => {
      const pods = ['early', 'late'].map((name) =>
        podYaml(
          name,
          `containers: [{ name: app, image: 'sim.local/good:1', imagePullPolicy: IfNotPresent }]`,
        ),
      );
      const always =
        'kubelet: { featureGates: { KubeletEnsureSecretPulledImages: true }, imagePullCredentialsVerificationPolicy: AlwaysVerify }';
      const scenario = scenarioYaml([good, restart('40s', `, ${always}`)], 'arrivals: { interval: 60s }');
      const pulls = (set: string[]) => pullsOf(runYaml(pods.join('') + scenario, { set }), 'app').length;
      expect(pulls(['featureGates.KubeletEnsureSecretPulledImages=false'])).toBe(2);
      expect(pulls([])).toBe(1);
    });
  });

  it('restarts once when a second restart is asked for during the first', () => {
    const run = runYaml(
      appYaml('web', 'sim.local/bad:1') + scenarioYaml([bad, restart('20s'), restart('21s')], 'horizon: 1m'),
    );
    expect(nodes(run)).toEqual(['0 started', '22000 kubeletRestarted']);
  });
});

describe('a node that reboots', () => {
  const reboot = (at: string) => `kind: nodeReboot, at: ${at}`;

  it('kills running containers, keeps its images, and starts all pods again in new sandboxes', () => {
    const run = runYaml(appYaml('web', 'sim.local/good:1') + scenarioYaml([good, reboot('20s')]));
    expect(nodes(run)).toEqual(['0 started', '20000 rebooting', '50000 rebooted']);
    expect(pullsOf(run, 'app')).toHaveLength(1);
    expect(recordsOf(run, 'sandbox').map((record) => record.state)).toEqual([
      'creating',
      'ready',
      'creating',
      'ready',
    ]);
    expect(statesOf(run).filter((state) => state === 'app running')).toHaveLength(2);
    const last = recordsOf(run, 'status').at(-1);
    expect(last).toMatchObject({
      phase: 'Running',
      containers: [{ name: 'app', state: 'running', restarts: 1 }],
    });
    expect(last?.at).toBeGreaterThan(50_000);
  });

  it('ends pods that may not be restarted', () => {
    const once = podYaml(
      'once',
      `restartPolicy: Never\ncontainers: [{ name: app, image: 'sim.local/good:1' }]`,
    );
    const run = runYaml(once + scenarioYaml([good, reboot('20s')]));
    expect(recordsOf(run, 'pod').at(-1)).toMatchObject({ state: 'terminated', reason: 'Failed' });
    expect(statesOf(run).filter((state) => state === 'app running')).toHaveLength(1);
  });

  it('loses a pull under way and what its kubelet knew', () => {
    const run = runYaml(
      podYaml(
        'web',
        `containers: [{ name: slow, image: 'sim.local/good:1' }, { name: app, image: 'sim.local/bad:1' }]`,
      ) + scenarioYaml([takes('sim.local/good:1', '10s'), bad, reboot('5s')], 'horizon: 70s'),
    );
    expect(pullsOf(run, 'slow')).toHaveLength(2);
    expect(windows(run)[0]).toBe(10_000);
  });

  it('in the middle of a restart of its kubelet comes back once', () => {
    const faults = [
      bad,
      'kind: kubeletRestart, at: 20s',
      reboot('21s'),
      'kind: kubeletRestart, at: 30s',
      reboot('31s'),
    ];
    const run = runYaml(appYaml('web', 'sim.local/bad:1') + scenarioYaml(faults, 'horizon: 80s'));
    expect(nodes(run)).toEqual(['0 started', '21000 rebooting', '51000 rebooted']);
  });
});

it('an image that is removed is pulled again by the next container that needs it', () => {
  const more = 'horizon: 2m\narrivals: { interval: 40s }';
  const removed = `kind: imageRemoved, at: 20s, image: 'sim.local/good:1'`;
  const run = runYaml(
    appYaml('a', 'sim.local/good:1') + appYaml('b', 'sim.local/good:1') + scenarioYaml([good, removed], more),
  );
  expect(recordsOf(run, 'image').map((record) => record.state)).toEqual(['present', 'removed', 'present']);
  expect(pullsOf(run, 'app')).toHaveLength(2);
});

it('where the ticks and relists of a kubelet that has run for long stand is chance, the same for the same seed', () => {
  const yaml = appYaml('web', 'sim.local/bad:1') + scenarioYaml([bad], 'horizon: 20s');
  const second = (seed: number) =>
    recordsOf(runYaml(yaml, { seed }), 'sync').find((record) => record.trigger === 'lifecycle')?.at;
  const seen = Array.from({ length: 40 }, (_, seed) => second(seed) ?? Number.NaN);
  expect(new Set(seen).size).toBeGreaterThan(30);
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(688);
  expect(Math.max(...seen)).toBeLessThanOrEqual(1_700);
  expect(second(7)).toBe(second(7));
});
