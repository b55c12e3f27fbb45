import { describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../../src/run/invariants/check-invariants.ts';
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
} from '../pod-yaml.ts';
import { runYaml } from '../run-yaml.ts';

// Pods deleted and made anew, debugged and changed: HandlePodUpdates and the pod workers of pkg/kubelet, the
// controllers of pkg/controller (v1.36.3), from end to end with a scripted runtime.

const good = takes('sim.local/good:1', '1s');
const bad = fails('sim.local/bad:1');
const owned = (kind: string, image: string, more = '') => `apiVersion: apps/v1
kind: ${kind}
metadata: { name: web }
spec:
  selector: {}
  serviceName: web
  template:
    spec: { automountServiceAccountToken: false, containers: [{ name: app, image: '${image}', imagePullPolicy: IfNotPresent }] }
${more}
---
`;
type Run = ReturnType<typeof runYaml>;
const lives = (run: Run) => recordsOf(run, 'pod').map((record) => `${record.state} ${record.pod.name}`);
const at = (run: Run, state: string, nth = 0) =>
  recordsOf(run, 'pod').filter((record) => record.state === state)[nth]?.at ?? Number.NaN;
const windows = (run: Run, uid?: string) =>
  recordsOf(run, 'pull').flatMap((pull) =>
    pull.state === 'failed' && (uid ?? pull.pod.uid) === pull.pod.uid ? [pull.windowMs ?? 0] : [],
  );

describe('a deleted pod', () => {
  it('of a Deployment is replaced while it still ends, under another name', () => {
    const more =
      'deletions: [{ match: Deployment/web, at: 10s }]\ncontainers: [{ container: app, stopsIn: 5s }]';
    const run = runYaml(owned('Deployment', 'sim.local/good:1') + scenarioYaml([good], more));
    const [first, second] = recordsOf(run, 'pod').filter((record) => record.state === 'added');
    expect(lives(run)).toEqual([
      `added ${first?.pod.name}`,
      `deleting ${first?.pod.name}`,
      `added ${second?.pod.name}`,
      `deleted ${first?.pod.name}`,
    ]);
    expect(second?.pod.name).not.toBe(first?.pod.name);
    expect(second?.pod.name.slice(0, -5)).toBe(first?.pod.name.slice(0, -5));
    expect(second?.at).toBe(10_100);
    expect(at(run, 'deleted')).toBeGreaterThan(15_000);
    expect(run.end.reason).toBe('settled');
    expect(checkInvariants(run.records)).toEqual([]);
  });

  it.each(['StatefulSet', 'DaemonSet'])('of a %s is replaced when it is gone', (kind) => {
    const more = 'deletions: [{ match: web, at: 10s, recreatedAfter: 2s }]';
    const run = runYaml(owned(kind, 'sim.local/good:1') + scenarioYaml([good], more));
    expect(recordsOf(run, 'pod').map(({ state }) => state)).toEqual([
      'added',
      'deleting',
      'deleted',
      'added',
    ]);
    const [first, second] = recordsOf(run, 'pod').filter((record) => record.state === 'added');
    expect(first?.pod.name === second?.pod.name).toBe(kind === 'StatefulSet');
    expect(first?.pod.uid).not.toBe(second?.pod.uid);
    expect(second?.at).toBeCloseTo(at(run, 'deleted') + 2_000, 3);
  });

  it.each([
    ['', 1],
    [', recreate: true', 2],
  ])('without an owner stays away, unless it is created again%s', (more, times) => {
    const run = runYaml(
      appYaml('web', 'sim.local/good:1') +
        scenarioYaml([good], `deletions: [{ match: web, at: 10s${more} }]`),
    );
    expect(lives(run).filter((life) => life === 'added web')).toHaveLength(times);
    expect(run.end.reason).toBe('settled');
  });

  it('that has done its work goes at once, and its Job makes no other', () => {
    const job = `apiVersion: batch/v1
kind: Job
metadata: { name: work }
spec: { template: { spec: { restartPolicy: Never, containers: [{ name: app, image: 'sim.local/good:1' }] } } }
---
`;
    const run = runYaml(job + scenarioYaml([good], 'deletions: [{ match: Job/work, at: 60s }]'));
    expect(recordsOf(run, 'pod').map(({ state }) => state)).toEqual(['added', 'terminated', 'deleted']);
    expect(at(run, 'deleted')).toBe(60_000);
    expect(run.end.reason).toBe('settled');
  });

  it('stops within its grace period: the process goes by itself, or is killed', () => {
    const killed = (stopsIn: string, gracePeriod: string) => {
      const more = `containers: [{ container: app, stopsIn: ${stopsIn} }]\ndeletions: [{ match: web, at: 10s, gracePeriod: ${gracePeriod} }]`;
      const run = runYaml(appYaml('web', 'sim.local/good:1') + scenarioYaml([good], more));
      const exit = recordsOf(run, 'container').find((record) => record.state === 'exited');
      return [exit?.at, exit?.exitCode];
    };
    expect(killed('3s', '30s')).toEqual([13_000, 143]);
    expect(killed('never', '30s')).toEqual([40_000, 137]);
    expect(killed('3s', '1s')).toEqual([12_000, 137]);
  });

  it('is deleted once, however often the deletion is repeated', () => {
    const more = `containers: [{ container: app, stopsIn: 20s }]
deletions: [{ match: web, at: 10s, recreate: true }, { match: web, at: 12s, recreate: true }, { match: web, at: 80s }]`;
    const run = runYaml(appYaml('web', 'sim.local/good:1') + scenarioYaml([good], more));
    expect(recordsOf(run, 'pod').map(({ state }) => state)).toEqual([
      'added',
      'deleting',
      'deleted',
      'added',
      'deleting',
      'deleted',
    ]);
    expect(at(run, 'deleting', 1)).toBe(80_000);
  });

  it('lets a pull under way end first', () => {
    const run = runYaml(
      appYaml('web', 'sim.local/good:1') +
        scenarioYaml([takes('sim.local/good:1', '40s')], 'deletions: [{ match: web, at: 5s }]'),
    );
    expect(recordsOf(run, 'image').map(({ state }) => state)).toEqual(['present']);
    // Even its container starts, to be stopped at once.
    expect(statesOf(run)).toEqual(['app creating', 'app created', 'app running', 'app exited']);
    expect(at(run, 'deleted')).toBeGreaterThan(40_000);
  });

  it('of a kubelet that restarts meanwhile is ended by the next one, without a round of SyncPod', () => {
    const more = 'containers: [{ container: app, stopsIn: 20s }]\ndeletions: [{ match: web, at: 10s }]';
    const run = runYaml(
      appYaml('web', 'sim.local/good:1') + scenarioYaml([good, 'kind: kubeletRestart, at: 15s'], more),
    );
    const after = recordsOf(run, 'sync').filter((record) => record.at > 15_000);
    expect(after.map(({ work, state }) => `${work} ${state}`)).toEqual([
      'terminating started',
      'terminating finished',
      'terminated started',
      'terminated finished',
    ]);
    // The next kubelet asks the process once more, and waits for it anew.
    expect(statesOf(run).filter((state) => state === 'app exited')).toHaveLength(1);
    expect(at(run, 'deleted')).toBeGreaterThan(37_000);
    expect(checkInvariants(run.records)).toEqual([]);
  });

  it('that is deleted while the kubelet is down ends when it is up', () => {
    const faults = [good, 'kind: kubeletRestart, at: 9s'];
    const run = runYaml(
      appYaml('web', 'sim.local/good:1') + scenarioYaml(faults, 'deletions: [{ match: web, at: 10s }]'),
    );
    expect(at(run, 'deleting')).toBe(10_000);
    expect(at(run, 'deleted')).toBeGreaterThan(11_000);
    expect(at(run, 'deleted')).toBeLessThan(15_000);
  });
});

// How long after the fix? The back-off is the pod's: a new pod has none.
describe('after the registry is back', () => {
  const down = fails('sim.local/bad:1', ', until: 300s');
  const running = (more: string, faults: string[] = []) => {
    const yaml =
      owned('Deployment', 'sim.local/bad:1') + scenarioYaml([down, ...faults], `horizon: 20m\n${more}`);
    const run = runYaml(yaml);
    const status = recordsOf(run, 'status').find((record) => record.phase === 'Running');
    return { run, seconds: (status?.at ?? Number.NaN) / 1_000 - 300 };
  };

  it('the pod waits for its back-off; one that is deleted is back in seconds, with a window of 10 s', () => {
    const waited = running('').seconds;
    const deleted = running('deletions: [{ match: Deployment/web, at: 300s }]');
    expect(waited).toBeGreaterThan(20);
    expect(deleted.seconds).toBeLessThan(10);
    const early = running('deletions: [{ match: Deployment/web, at: 200s }]').run;
    const [, second] = recordsOf(early, 'pod').filter(({ state }) => state === 'added');
    expect(windows(early, second?.pod.uid).slice(0, 2)).toEqual([10_000, 20_000]);
  });

  it('a restart of the kubelet forgets it as well', () => {
    expect(running('', ['kind: kubeletRestart, at: 300s']).seconds).toBeLessThan(10);
  });
});

describe('a changed image (kubectl set image pod/…)', () => {
  it('of a container that fails is another key: it is pulled at once', () => {
    const more = `imageChanges: [{ match: web, at: 100s, image: 'sim.local/good:1' }]`;
    const run = runYaml(appYaml('web', 'sim.local/bad:1') + scenarioYaml([bad, good], more));
    const pulled = recordsOf(run, 'pull').find((pull) => pull.state === 'pulled');
    expect(pulled?.at).toBeLessThan(101_100);
    expect(recordsOf(run, 'sync').find((record) => record.trigger === 'updated')?.at).toBe(100_000);
    expect(run.end.reason).toBe('settled');
  });

  it('stops the container that runs, and starts it with the new one', () => {
    const more = `imageChanges: [{ match: web, at: 20s, container: app, image: 'sim.local/new:1' }]`;
    const run = runYaml(
      appYaml('web', 'sim.local/good:1') + scenarioYaml([good, takes('sim.local/new:1', '1s')], more),
    );
    const killing = recordsOf(run, 'event').find((event) => event.reason === 'Killing');
    expect(killing?.message).toBe('Container app definition changed, will be restarted');
    expect(statesOf(run)).toEqual([
      'app creating',
      'app created',
      'app running',
      'app exited',
      'app creating',
      'app created',
      'app running',
    ]);
    expect(recordsOf(run, 'status').at(-1)?.containers[0]).toMatchObject({ restarts: 1, state: 'running' });
    expect(checkInvariants(run.records)).toEqual([]);
  });
});

describe('an ephemeral container (kubectl debug)', () => {
  const debug = `ephemeralContainers: [{ match: web, at: 20s, image: 'sim.local/debug:1' }]`;

  it('starts at once in a pod that runs, without touching it', () => {
    const run = runYaml(
      appYaml('web', 'sim.local/good:1') + scenarioYaml([good, takes('sim.local/debug:1', '1s')], debug),
    );
    expect(statusesOf(run).at(-1)).toBe('Running app=running debugger=running');
    expect(statesOf(run).filter((state) => state.startsWith('app'))).toHaveLength(3);
    const event = recordsOf(run, 'event').find(
      (record) => record.message === 'Pulling image "sim.local/debug:1"',
    );
    expect(event).toMatchObject({ at: 20_008, fieldPath: 'spec.ephemeralContainers{debugger}' });
  });

  it('comes before the init containers, and its failure stops none of them', () => {
    const spec = `initContainers: [{ name: init, image: 'sim.local/bad:1' }]\ncontainers: [{ name: app, image: 'sim.local/good:1' }]`;
    const faults = [bad, fails('sim.local/debug:1')];
    const run = runYaml(podYaml('web', spec) + scenarioYaml(faults, `horizon: 40s\n${debug}`));
    const [round] = recordsOf(run, 'sync').filter(
      (record) => record.state === 'finished' && record.at > 20_000,
    );
    expect(round?.error).toMatch(
      /^\[failed to "StartContainer" for "debugger" .*, failed to "StartContainer" for "init" /,
    );
    expect(statusesOf(run).at(-1)).toMatch(/^Pending init=\w+ app=PodInitializing debugger=\w+$/);
    expect(pullsOf(run, 'debugger').length).toBeGreaterThan(1);
  });

  it('is never started again', () => {
    const more = `${debug}\nhorizon: 3m\ncontainers: [{ container: debugger, runsFor: 1s, exitCode: 1 }]`;
    const run = runYaml(
      appYaml('web', 'sim.local/good:1') +
        appYaml('other', 'sim.local/bad:1') +
        scenarioYaml([good, bad], more),
    );
    expect(statesOf(run, 'web').filter((state) => state === 'debugger running')).toHaveLength(1);
    expect(statusesOf(run, 'web').at(-1)).toBe('Running app=running debugger=Error');
  });

  it('is unknown to 1.14, where they are an alpha at best', () => {
    const run = runYaml(appYaml('web', 'sim.local/good:1') + scenarioYaml([good], debug), {
      kubeletVersion: '1.14',
    });
    expect(statusesOf(run).at(-1)).toBe('Running app=running');
  });
});

it('both containers of a pod whose images change at one moment are made anew', () => {
  const spec = 'containers: [{ name: a, image: sim.local/a:1 }, { name: b, image: sim.local/b:1 }]';
  const changes = ['a', 'b'].map(
    (name) => `{ match: Pod/web, container: ${name}, image: 'sim.local/${name}:2', at: 60s }`,
  );
  const run = runYaml(podYaml('web', spec) + scenarioYaml([], `imageChanges: [${changes.join(', ')}]`));
  const pulled = recordsOf(run, 'event').filter(({ reason }) => reason === 'Pulled');
  expect(pulled.map(({ message }) => /"(sim[^"]*)"/.exec(message)?.[1])).toEqual([
    'sim.local/a:1',
    'sim.local/b:1',
    'sim.local/a:2',
    'sim.local/b:2',
  ]);
});
