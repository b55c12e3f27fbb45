import { describe, expect, it } from 'vitest';
import { containerPhases } from '../../../../src/reports/phases/pod-phases.ts';
import { formatTimeline } from '../../../../src/reports/timeline/timeline.ts';
import { checkInvariants } from '../../../../src/run/invariants/check-invariants.ts';
import { appYaml, fails, recordsOf, scenarioYaml, takes } from '../pod-yaml.ts';
import { runYaml } from '../run-yaml.ts';

// Templates that change: pkg/controller/{deployment,daemon,statefulset} (v1.36.3), from end to end with a
// scripted runtime.

const faults = [takes('sim.local/good:1', '1s'), takes('sim.local/new:1', '1s'), fails('sim.local/typo:1')];
const workload = (kind: string, replicas: number, image: string, more = '') => `apiVersion: apps/v1
kind: ${kind}
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector: {}
  serviceName: web
${more}
  template:
    spec:
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: 5
      containers: [{ name: app, image: '${image}', imagePullPolicy: IfNotPresent }]
---
`;
const change = (at: string, image: string) => `{ match: web, at: ${at}, image: 'sim.local/${image}:1' }`;
type Run = ReturnType<typeof runYaml>;

function rollout(yaml: string, changes: readonly string[], more = ''): Run {
  const scenario = scenarioYaml(
    faults,
    `horizon: 5m\ncontainers: [{ container: app, stopsIn: 2s }]\nimageChanges: [${changes}]\n${more}`,
  );
  const run = runYaml(yaml + scenario);
  expect(checkInvariants(run.records)).toEqual([]);
  return run;
}

/** What becomes of pods from then on, `added new`. */
function movesAfter(run: Run, fromMs: number): readonly string[] {
  return recordsOf(run, 'pod').flatMap(({ at, state, containers }) => {
    const image = /sim.local\/(\w+):1/.exec(containers[0]?.image ?? '')?.[1];
    return at >= fromMs ? [`${state} ${image}`] : [];
  });
}

/** How many pods of each image the API server has at the end, and how many of them run. */
function left(run: Run): Record<string, string> {
  const pods = new Map(
    recordsOf(run, 'pod').map(({ pod, containers }) => [pod.uid, containers[0]?.image ?? '']),
  );
  for (const { pod, state } of recordsOf(run, 'pod')) if (state === 'deleted') pods.delete(pod.uid);
  const running = new Set(
    recordsOf(run, 'container').flatMap(({ pod, state }) =>
      state === 'running' && pods.has(pod.uid) ? [pod.uid] : [],
    ),
  );
  const counts: Record<string, string> = {};
  for (const image of new Set(pods.values())) {
    const uids = [...pods].flatMap(([uid, of]) => (of === image ? [uid] : []));
    counts[image.slice('sim.local/'.length)] =
      `${uids.filter((uid) => running.has(uid)).length}/${uids.length}`;
  }
  return counts;
}

describe('a Deployment whose image changes', () => {
  it('gets new pods, and each old one goes when there are enough that run', () => {
    const run = rollout(workload('Deployment', 1, 'sim.local/good:1'), [change('20s', 'new')]);
    expect(movesAfter(run, 20_000)).toEqual(['added new', 'deleting good', 'deleted good']);
    const names = recordsOf(run, 'pod').flatMap(({ state, pod }) => (state === 'added' ? [pod] : []));
    expect(new Set(names.map(({ name }) => name)).size).toBe(2);
    expect(new Set(names.map(({ uid }) => uid)).size).toBe(2);
    expect(left(run)).toEqual({ 'new:1': '1/1' });
    expect(run.end.reason).toBe('settled');
  });

  it('that is broken goes no further than maxSurge and maxUnavailable', () => {
    expect(left(rollout(workload('Deployment', 4, 'sim.local/good:1'), [change('20s', 'typo')]))).toEqual({
      'good:1': '3/3',
      'typo:1': '0/2',
    });
  });

  it('that is mended has no back-off: its pods are new', () => {
    const run = rollout(workload('Deployment', 1, 'sim.local/typo:1'), [change('100s', 'good')]);
    const ran = recordsOf(run, 'container').find(({ state }) => state === 'running');
    expect(ran?.at).toBeLessThan(102_000);
    expect(
      recordsOf(run, 'pull').filter(({ pod, state }) => pod.uid === ran?.pod.uid && state === 'backingOff'),
    ).toEqual([]);
  });

  it('that is taken back keeps the old pods that still run', () => {
    const run = rollout(workload('Deployment', 4, 'sim.local/good:1'), [
      change('20s', 'typo'),
      change('60s', 'good'),
    ]);
    expect(movesAfter(run, 60_000).toSorted()).toEqual([
      'added good',
      'deleted typo',
      'deleted typo',
      'deleting typo',
      'deleting typo',
    ]);
    expect(left(run)).toEqual({ 'good:1': '4/4' });
  });

  it('with Recreate has no new pod before the last old one is gone', () => {
    const run = rollout(workload('Deployment', 2, 'sim.local/good:1', '  strategy: { type: Recreate }'), [
      change('20s', 'new'),
    ]);
    expect(movesAfter(run, 20_000)).toEqual([
      'deleting good',
      'deleting good',
      'deleted good',
      'deleted good',
      'added new',
      'added new',
    ]);
  });

  it('some of whose pods are deleted meanwhile has the wanted number in the end', () => {
    const more = 'deletions: [{ match: web, at: 21s }, { match: web, at: 22s }]';
    expect(
      left(rollout(workload('Deployment', 4, 'sim.local/good:1'), [change('20s', 'new')], more)),
    ).toEqual({ 'new:1': '4/4' });
  });
});

it('a pod that is deleted once its rollout is over has a successor of the new template', () => {
  const run = rollout(
    workload('Deployment', 2, 'sim.local/good:1'),
    [change('20s', 'new')],
    'deletions: [{ match: web, at: 2m }]',
  );
  expect(movesAfter(run, 120_000).toSorted()).toEqual([
    'added new',
    'added new',
    'deleted new',
    'deleted new',
    'deleting new',
    'deleting new',
  ]);
  expect(left(run)).toEqual({ 'new:1': '2/2' });
});

it('a DaemonSet’s pod is created when the old one is gone', () => {
  const run = rollout(workload('DaemonSet', 1, 'sim.local/good:1'), [change('20s', 'new')]);
  expect(movesAfter(run, 20_000)).toEqual(['deleting good', 'deleted good', 'added new']);
});

describe('a StatefulSet', () => {
  it('goes from the last pod to the first, each waiting for the one before', () => {
    const run = rollout(workload('StatefulSet', 2, 'sim.local/good:1'), [change('20s', 'new')]);
    const moves = recordsOf(run, 'pod').flatMap(({ at, state, pod }) =>
      at >= 20_000 ? [`${state} ${pod.name}`] : [],
    );
    expect(moves).toEqual([
      'deleting web-1',
      'deleted web-1',
      'added web-1',
      'deleting web-0',
      'deleted web-0',
      'added web-0',
    ]);
    expect(left(run)).toEqual({ 'new:1': '2/2' });
  });

  it.each([
    ['as it begins', '20s'],
    ['just before', '19s'],
  ])('creates one pod in place of a deleted one %s', (_, at) => {
    const run = rollout(
      workload('StatefulSet', 1, 'sim.local/good:1'),
      [change('20s', 'new')],
      `deletions: [{ match: web, at: ${at} }]`,
    );
    expect(movesAfter(run, 19_000)).toEqual(['deleting good', 'deleted good', 'added new']);
    expect(left(run)).toEqual({ 'new:1': '1/1' });
  });

  it('waits for ever for a pod that never gets ready, even with a mended template (kubernetes#67250)', () => {
    const run = rollout(workload('StatefulSet', 2, 'sim.local/good:1'), [
      change('20s', 'typo'),
      change('60s', 'new'),
    ]);
    expect(left(run)).toEqual({ 'good:1': '1/1', 'typo:1': '0/1' });
  });
});

it('a pod that is edited in place is shown with its new image', () => {
  const run = rollout(appYaml('web', 'sim.local/typo:1'), [change('100s', 'good')]);
  const [container] = containerPhases(run.records);
  expect(formatTimeline(run.records, { width: 120, colour: false })).toMatch(
    /^web +\S*[!x~@─]+ +101 s +good:1$/m,
  );
  expect(container?.image).toBe('sim.local/good:1');
  const [old, own] = [true, false].map((isOld) =>
    container?.phases.filter(({ image }) => (image !== undefined) === isOld),
  );
  expect(new Set(old?.map(({ image }) => image))).toEqual(new Set(['sim.local/typo:1']));
  expect(old?.at(-1)?.phase).toBe('backingOff');
  expect(own?.map(({ phase }) => phase)).toEqual(['inspecting', 'runtimeWork', 'starting', 'running']);
});
