import { describe, expect, it } from 'vitest';
import * as log from '../../../../src/rules/kubelet/pods/sync-log.ts';
import { profiles } from '../../../../src/rules/kubelet/profiles/profiles.ts';
import { container, podOf, published, sidecar, withStates } from '../pod-fixtures.ts';

// The events of startContainer (kuberuntime_container.go) and SetPodStatus at a sync's start (kubelet.go),
// v1.36.3.

const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };
const app = { kind: 'container', spec: container('app') } as const;
const init = { kind: 'init', spec: container('i') } as const;
const side = { kind: 'sidecar', spec: sidecar('s') } as const;

describe('a round’s start', () => {
  const status = published(podOf(), withStates({}));

  it('publishes the status where it is news', () => {
    const sync = { type: 'sync', state: 'started', pod, trigger: 'added' };
    expect(log.syncStarted(pod, 'added', undefined, status)).toEqual([
      sync,
      { type: 'status', pod, phase: status.phase, containers: status.containers },
    ]);
    expect(log.syncStarted(pod, 'added', { ...status, containers: [...status.containers] }, status)).toEqual([
      sync,
    ]);
  });
});

it('a round’s end has its error, if any, and when the pod is due', () => {
  expect(log.syncFinished(pod, { error: undefined }, 61_500_250)).toStrictEqual([
    { type: 'sync', state: 'finished', pod, dueMs: 61_500.25 },
  ]);
  expect(log.syncFinished(pod, { error: 'boom' }, 1_000)).toEqual([
    { type: 'sync', state: 'finished', pod, error: 'boom', dueMs: 1 },
  ]);
});

it('a round that leads to the next at once has no due time', () => {
  expect(log.endingSyncFinished(pod)).toEqual([{ type: 'sync', state: 'finished', pod }]);
  expect(log.endingSyncFinished(pod, 'terminating', 'boom')).toEqual([
    { type: 'sync', state: 'finished', pod, work: 'terminating', error: 'boom' },
  ]);
});

// killContainer of kuberuntime_container.go; the text is that of the commit in seed 004
it.each([
  ['app', 'spec.containers{app}'],
  ['b', 'spec.containers{b}'],
  ['i', 'spec.initContainers{i}'],
  ['s', 'spec.initContainers{s}'],
])('stopping %s is an event on %s', (name, fieldPath) => {
  const spec = podOf({ initContainers: [init.spec, side.spec], containers: [app.spec, container('b')] });
  expect(log.killing(spec, [name])).toEqual([
    {
      type: 'event',
      eventType: 'Normal',
      reason: 'Killing',
      message: `Stopping container ${name}`,
      pod,
      fieldPath,
    },
  ]);
});

it('a replaced sandbox first gives the event SandboxChanged', () => {
  expect(log.sandboxReplaced(pod, false)).toEqual([]);
  expect(log.sandboxReplaced(pod, true)).toEqual([
    {
      type: 'event',
      eventType: 'Normal',
      reason: 'SandboxChanged',
      message: 'Pod sandbox changed, it will be killed and re-created.',
      pod,
    },
  ]);
});

// kuberuntime_manager.go, SyncPod (v1.36.3)
it('a sandbox that could not be made is an event on the pod', () => {
  expect(log.sandboxFailed(pod, 'rpc error: code = Unknown desc = boom')).toEqual([
    {
      type: 'event',
      eventType: 'Warning',
      reason: 'FailedCreatePodSandBox',
      message: 'Failed to create pod sandbox: rpc error: code = Unknown desc = boom',
      pod,
    },
  ]);
});

it('a failed start has a second, short event on the container', () => {
  expect(log.startFailed(pod, app, 'ErrImagePull')).toEqual([
    {
      type: 'event',
      eventType: 'Warning',
      reason: 'Failed',
      message: 'Error: ErrImagePull',
      pod,
      fieldPath: 'spec.containers{app}',
    },
  ]);
});

it('init containers and sidecars have the field path of init containers', () => {
  expect(log.containerFieldPath(init)).toBe('spec.initContainers{i}');
  expect(log.containerFieldPath(side)).toBe('spec.initContainers{s}');
});

it('a crash loop is a Warning BackOff, unlike the image’s Normal one', () => {
  expect(log.crashLoopBackOff(pod, app, 'rests')).toMatchObject([
    { eventType: 'Warning', reason: 'BackOff', message: 'rests' },
  ]);
});

it.each([
  ['1.14', 'Created container app', 'Started container app'],
  ['1.27', 'Created container app', 'Started container app'],
  ['1.31', 'Created container: app', 'Started container app'],
  ['1.36', 'Container created', 'Container started'],
])('%s says "%s" and "%s"', (release, created, started) => {
  const profile = profiles.find((one) => one.release === release);
  if (profile === undefined) throw new Error(release);
  expect(log.created(pod, app, profile)).toMatchObject([
    { type: 'container', state: 'created', container: 'app' },
    { type: 'event', eventType: 'Normal', reason: 'Created', message: created },
  ]);
  expect(log.started(pod, app, profile)).toMatchObject([
    { type: 'container', state: 'running', container: 'app' },
    { type: 'event', eventType: 'Normal', reason: 'Started', message: started },
  ]);
});

it('admission lists every image that the pod brings, with its kind and policy', () => {
  const spec = podOf({
    imageVolumes: [{ name: 'data', image: 'data:1', policy: 'Always' }],
    initContainers: [init.spec, side.spec],
    containers: [app.spec],
  });
  expect(log.podObservation(spec, 'terminated', { reason: 'Succeeded' })).toEqual({
    type: 'pod',
    state: 'terminated',
    pod,
    reason: 'Succeeded',
    containers: [
      { name: 'data', image: 'data:1', policy: 'Always', kind: 'imageVolume' },
      { name: 'i', image: 'i:1', policy: 'IfNotPresent', kind: 'init' },
      { name: 's', image: 's:1', policy: 'IfNotPresent', kind: 'sidecar' },
      { name: 'app', image: 'app:1', policy: 'IfNotPresent', kind: 'container' },
    ],
  });
});

it('the workload of a pod is recorded once, when the pod is added', () => {
  const spec = podOf({ owner: { kind: 'Deployment', name: 'web' } });
  expect(log.podObservation(spec, 'added')).toMatchObject({ owner: { kind: 'Deployment', name: 'web' } });
  expect(log.podObservation(spec, 'deleted')).not.toHaveProperty('owner');
  expect(log.podObservation(podOf({}), 'added')).not.toHaveProperty('owner');
});
