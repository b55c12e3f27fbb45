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

// SyncPod and startContainer of pkg/kubelet/kuberuntime, v1.36.3, from end to end with a scripted runtime

const good = takes('sim.local/good:1', '1s');
const bad = fails('sim.local/bad:1');
const one = (name: string, image: string, more = '') =>
  `{ name: ${name}, image: 'sim.local/${image}:1'${more} }`;
const end = (container: string, runsFor: string, exitCode = 0) =>
  `  - { container: ${container}, runsFor: ${runsFor}, exitCode: ${exitCode} }`;
const ends = (...lines: string[]) => `containers:\n${lines.join('\n')}`;

describe('one container whose image fails', () => {
  const run = runYaml(appYaml('web', 'sim.local/bad:1') + scenarioYaml([bad], 'horizon: 40s'));

  it('has ErrImagePull and ImagePullBackOff within a second or so: the sandbox’s start gives a second sync', () => {
    const [first, second] = recordsOf(run, 'result').filter((record) => record.error !== '');
    expect([first?.error, second?.error]).toEqual(['ErrImagePull', 'ImagePullBackOff']);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(1_100);
    const [, again] = recordsOf(run, 'sync').filter((record) => record.state === 'started');
    expect(again?.trigger).toBe('lifecycle');
  });

  it('has two events for each failed sync, the long one first', () => {
    const events = recordsOf(run, 'event').map(
      (event) => `${event.eventType} ${event.reason} ${event.message}`,
    );
    expect(events.slice(0, 5)).toEqual([
      'Normal Pulling Pulling image "sim.local/bad:1"',
      'Warning Failed Failed to pull image "sim.local/bad:1": boom',
      'Warning Failed Error: ErrImagePull',
      'Normal BackOff Back-off pulling image "sim.local/bad:1"',
      'Warning Failed Error: ImagePullBackOff',
    ]);
  });

  it('shows each reason one sync later', () => {
    expect(statusesOf(run).slice(0, 3)).toEqual([
      'Pending app=ContainerCreating',
      'Pending app=ErrImagePull',
      'Pending app=ImagePullBackOff',
    ]);
    const begun = recordsOf(run, 'sync').flatMap((record) => (record.state === 'started' ? [record.at] : []));
    for (const status of recordsOf(run, 'status')) expect(begun).toContain(status.at);
  });

  it('makes its sandbox once', () => {
    expect(recordsOf(run, 'sandbox').map((record) => record.state)).toEqual(['creating', 'ready']);
  });
});

describe('several containers', () => {
  it('are pulled one after the other; one that fails does not stop the next', () => {
    const spec = `containers: [${one('a', 'good')}, ${one('b', 'bad')}, ${one('c', 'good')}]`;
    const run = runYaml(podYaml('web', spec) + scenarioYaml([good, bad], 'horizon: 8s'));
    const [a, b] = [pullsOf(run, 'a')[0] ?? 0, pullsOf(run, 'b')[0] ?? 0];
    expect(b).toBeGreaterThan(a + 1);
    expect(statesOf(run).filter((state) => state.endsWith('running'))).toEqual(['a running', 'c running']);
    // The image that `a` pulled is there by then.
    expect(pullsOf(run, 'c')).toEqual([]);
    expect(statusesOf(run).at(-1)).toBe('Pending a=running b=ImagePullBackOff c=running');
  });

  it('all fail together: the error lists each', () => {
    const spec = `containers: [${one('a', 'bad')}, ${one('b', 'bad2')}]`;
    const run = runYaml(podYaml('web', spec) + scenarioYaml([bad, fails('sim.local/bad2:1')], 'horizon: 2s'));
    const [first] = recordsOf(run, 'sync').filter((record) => record.state === 'finished');
    expect(first?.error).toBe(
      '[failed to "StartContainer" for "a" with ErrImagePull: "boom", failed to "StartContainer" for "b" with ErrImagePull: "boom"]',
    );
  });
});

describe('init containers', () => {
  const spec = `initContainers: [${one('i1', 'i1')}, ${one('i2', 'i2')}]\ncontainers: [${one('app', 'good')}]`;
  const scripts = [good, takes('sim.local/i1:1', '1s'), takes('sim.local/i2:1', '1s')];

  it('run one by one, and no image is pulled before its container’s turn', () => {
    const run = runYaml(podYaml('web', spec) + scenarioYaml(scripts, 'initContainerDuration: 5s'));
    expect(statesOf(run).filter((state) => /running|exited/.test(state))).toEqual([
      'i1 running',
      'i1 exited',
      'i2 running',
      'i2 exited',
      'app running',
    ]);
    const exits = recordsOf(run, 'container').flatMap((record) =>
      record.state === 'exited' ? [record.at / 1000] : [],
    );
    expect(pullsOf(run, 'i2')[0]).toBeGreaterThan(exits[0] ?? Number.NaN);
    expect(pullsOf(run, 'app')[0]).toBeGreaterThan(exits[1] ?? Number.NaN);
    expect(statusesOf(run)[0]).toBe('Pending i1=PodInitializing i2=PodInitializing app=PodInitializing');
  });

  it('whose image fails ends the round: nothing after it is tried', () => {
    const run = runYaml(podYaml('web', spec) + scenarioYaml([good, fails('sim.local/i1:1')], 'horizon: 60s'));
    expect(pullsOf(run, 'i1').length).toBeGreaterThanOrEqual(2);
    expect([...pullsOf(run, 'i2'), ...pullsOf(run, 'app')]).toEqual([]);
  });

  it('that fails with Never ends the pod; with Always it is started again', () => {
    const failing = ends(end('i1', '1s', 3));
    const over = runYaml(podYaml('web', `${spec}\nrestartPolicy: Never`) + scenarioYaml(scripts, failing));
    expect(recordsOf(over, 'pod').at(-1)).toMatchObject({ state: 'terminated', reason: 'Failed' });
    expect(statesOf(over).filter((state) => state === 'i1 running')).toHaveLength(1);
    const again = runYaml(podYaml('web', spec) + scenarioYaml(scripts, `horizon: 60s\n${failing}`));
    expect(statesOf(again).filter((state) => state === 'i1 running').length).toBeGreaterThanOrEqual(3);
    expect([...pullsOf(again, 'i2'), ...pullsOf(again, 'app')]).toEqual([]);
  });

  it('a sidecar lets the next one start while it runs itself', () => {
    const sidecar = `initContainers: [${one('side', 'i1', ', restartPolicy: Always')}, ${one('i2', 'i2')}]\ncontainers: [${one('app', 'good')}]`;
    const run = runYaml(podYaml('web', sidecar) + scenarioYaml(scripts));
    expect(statesOf(run).filter((state) => /running|exited/.test(state))).toEqual([
      'side running',
      'i2 running',
      'i2 exited',
      'app running',
    ]);
    expect(statusesOf(run).at(-1)).toBe('Running side=running i2=Completed app=running');
  });
});

describe('a crash loop', () => {
  const crashing = (version: string, faults: readonly string[], images: string, horizon = '15m') =>
    runYaml(
      podYaml('web', images) + scenarioYaml(faults, `horizon: ${horizon}\n${ends(end('app', '1s', 1))}`),
      {
        kubeletVersion: version,
      },
    );

  it.each(['1.14', '1.27', '1.31', '1.36'])(
    '%s: waits 10, 20, 40, 80 s and so on from each exit',
    (version) => {
      const run = crashing(version, [good], `containers: [${one('app', 'good')}]`);
      const at = (state: string) =>
        recordsOf(run, 'container').flatMap((record) => (record.state === state ? [record.at / 1000] : []));
      const [starts, exits] = [at('running'), at('exited')];
      const rests = starts.slice(1).map((start, index) => start - (exits[index] ?? Number.NaN));
      expect(rests.length).toBeGreaterThanOrEqual(6);
      for (const [index, rest] of rests.entries()) {
        const window = [0, 10, 20, 40, 80, 160, 300][index] ?? 300;
        expect(rest).toBeGreaterThanOrEqual(window);
        expect(rest).toBeLessThan(
          version === '1.36' ? Math.max(3, Math.min(window * 1.5, window + 90) + 3) : window + 18,
        );
      }
      const told = recordsOf(run, 'event').flatMap((event) =>
        event.reason === 'BackOff' ? [event.message] : [],
      );
      expect(told[0]).toMatch(/^Back-off restarting failed container app in pod web_default\(/);
      expect(statusesOf(run).some((status) => status.endsWith('app=CrashLoopBackOff'))).toBe(true);
    },
  );

  it('beside an image back-off decides the wait from 1.35 on: 60 to 90 s instead of 10 to 15 s', () => {
    const waits = (version: string) => {
      const run = crashing(
        version,
        [good, bad],
        `containers: [${one('app', 'good')}, ${one('img', 'bad')}]`,
        '30m',
      );
      const ended = recordsOf(run, 'sync').filter(
        ({ error }) => error?.includes('back-off 5m0s') && error.includes('ImagePull'),
      );
      return ended.map((record) => ((record.dueMs ?? 0) - record.at) / 1000);
    };
    const [old, recent] = [waits('1.31'), waits('1.36')];
    expect(old.length).toBeGreaterThan(20);
    for (const wait of old) expect(wait >= 10 && wait < 15).toBe(true);
    expect(recent.length).toBeGreaterThan(5);
    expect(recent.filter((wait) => wait >= 60 && wait < 90).length).toBeGreaterThan(recent.length / 2);
    expect(Math.max(...recent)).toBeLessThan(90);
  });
});

describe('image volumes (v1.36.3)', () => {
  const spec = `volumes: [{ name: v, image: { reference: 'sim.local/v:1', pullPolicy: IfNotPresent } }]
containers: [${one('a', 'good', ', volumeMounts: [{ name: v, mountPath: /v }]')}, ${one('b', 'good')}]`;

  it('come before any container', () => {
    const run = runYaml(podYaml('web', spec) + scenarioYaml([good, takes('sim.local/v:1', '2s')]));
    expect((pullsOf(run, 'a')[0] ?? 0) - (pullsOf(run, 'v')[0] ?? Number.NaN)).toBeGreaterThan(2);
    expect(statusesOf(run).at(-1)).toBe('Running a=running b=running');
  });

  it('that fail do so late: the container that mounts them fails with their reason, the others start', () => {
    const run = runYaml(podYaml('web', spec) + scenarioYaml([good, fails('sim.local/v:1')], 'horizon: 30s'));
    expect(pullsOf(run, 'a')).toEqual([]);
    expect(statesOf(run)).toEqual(['b creating', 'b created', 'b running']);
    expect(statusesOf(run).slice(0, 3)).toEqual([
      'Pending a=ContainerCreating b=ContainerCreating',
      'Pending a=ErrImagePull b=running',
      'Pending a=ImagePullBackOff b=running',
    ]);
    const error = recordsOf(run, 'event').find((event) => event.message === 'Error: ErrImagePull');
    expect(error?.fieldPath).toBe('spec.containers{a}');
    const pulling = recordsOf(run, 'event').find(
      (event) => event.message === 'Pulling image "sim.local/v:1"',
    );
    expect(pulling).not.toHaveProperty('fieldPath');
  });

  it('are ensured in every sync, also when nothing is to be started', () => {
    const run = runYaml(
      podYaml('web', spec) +
        appYaml('late', 'sim.local/good:1') +
        scenarioYaml([good, takes('sim.local/v:1', '2s')], 'arrivals: { interval: 5m }'),
    );
    const syncs = recordsOf(run, 'sync', 'web').filter((record) => record.state === 'finished').length;
    const ensured = recordsOf(run, 'event', 'web').filter(
      (event) => event.reason === 'Pulled' && event.message.includes('v:1'),
    );
    expect(syncs).toBeGreaterThan(4);
    expect(ensured).toHaveLength(syncs);
  });

  it('are ignored by a release that lacks them', () => {
    const run = runYaml(podYaml('web', spec) + scenarioYaml([good, fails('sim.local/v:1')]), {
      kubeletVersion: '1.31',
    });
    expect(statusesOf(run).at(-1)).toBe('Running a=running b=running');
  });
});
