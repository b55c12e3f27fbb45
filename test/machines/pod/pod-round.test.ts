import { describe, expect, it } from 'vitest';
import { noPodCredentials } from '../../../src/rules/kubelet/credentials/pull-credential.ts';
import type { PodSpec } from '../../../src/rules/kubelet/pods/pod.ts';
import { v1_36, v1_37 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { container, podOf, withStates } from '../../rules/kubelet/pod-fixtures.ts';
import { type WorkerOptions, workerWorld } from './worker-world.ts';

// What a round of SyncPod asks and tells: startContainer and generateContainerRef, pkg/kubelet/kuberuntime,
// v1.36.3.

const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };

function roundOf(spec: Partial<PodSpec>, options: Partial<WorkerOptions> = {}) {
  const world = workerWorld({ profile: v1_36, slotsMax: 1, spec: podOf(spec), ...options });
  world.runTo(1);
  expect(world.unhandled).toEqual([]);
  const events = world.observed.flatMap(({ observation }) =>
    observation.type === 'event' ? [observation] : [],
  );
  return { ...world, events, calls: world.messagesTo('runtime') };
}

describe('the events of a pull name its container', () => {
  const volume = { name: 'data', image: 'data:1', policy: 'IfNotPresent' } as const;
  it.each([
    [
      'an init container',
      { initContainers: [container('first')] },
      {},
      'first:1',
      'spec.initContainers{first}',
    ],
    ['a container', {}, {}, 'app:1', 'spec.containers{app}'],
    [
      'an ephemeral container',
      { ephemeralContainers: [container('debug')] },
      { app: '+' },
      'debug:1',
      'spec.ephemeralContainers{debug}',
    ],
    ['no container, where it is of a volume', { imageVolumes: [volume] }, {}, 'data:1', undefined],
  ] as const)('%s', (_what, spec, states, image, fieldPath) => {
    const { events } = roundOf(spec, { status: withStates(states) });
    expect(events.find(({ reason }) => reason === 'Pulling')).toEqual({
      type: 'event',
      eventType: 'Normal',
      reason: 'Pulling',
      message: `Pulling image "${image}"`,
      pod,
      ...(fieldPath === undefined ? {} : { fieldPath }),
    });
  });
});

describe('the calls of the runtime', () => {
  it('name the containers of an earlier sandbox, the image of each container and its running time', () => {
    const job = container('app', { runsForMicros: 3_000_000, exitCode: 2 });
    const { calls } = roundOf(
      { initContainers: [container('first')], containers: [job] },
      { status: { sandbox: 'none', containers: [] } },
    );
    const first = {
      pod,
      container: 'first',
      image: 'first:1',
      imageRef: 'sha256:first:1',
      mountedImageRefs: [],
    };
    expect(calls).toEqual([
      { type: 'SANDBOX.CREATED', pod, purged: ['first'] },
      { type: 'CONTAINER.CREATED', ...first },
      { type: 'CONTAINER.STARTED', ...first, runsForMicros: null, exitCode: 0 },
    ]);
    const alone = roundOf({ containers: [job] }).calls;
    expect(alone.at(-1)).toMatchObject({
      type: 'CONTAINER.STARTED',
      container: 'app',
      runsForMicros: 3_000_000,
      exitCode: 2,
    });
  });

  it('name the images that a container mounts, of its own volumes only', () => {
    const volumes = ['data', 'other'].map(
      (name) => ({ name, image: `${name}:1`, policy: 'IfNotPresent' }) as const,
    );
    const { calls } = roundOf({
      imageVolumes: volumes,
      containers: [container('app', { mounts: ['config', 'data'] })],
    });
    expect(calls.find(({ type }) => type === 'CONTAINER.CREATED')).toMatchObject({
      mountedImageRefs: ['sha256:data:1'],
    });
  });
});

describe('before its first call', () => {
  const begun = (spec: Partial<PodSpec>, options: Partial<WorkerOptions> = {}) =>
    roundOf(spec, options).timesOf('imageService')[0];

  it('a round that makes the sandbox waits for the volumes of the pod', () => {
    expect(begun({})).toBe(100);
    expect(begun({ hasVolumes: true })).toBe(400);
    expect(begun({ hasVolumes: true }, { status: withStates({}) })).toBe(0);
  });
});

describe('the pull secrets of the pod', () => {
  it('give a pull its credential', () => {
    const source = { kind: 'secret', namespace: 'default', name: 'pull', uid: 'uid-2' } as const;
    const credential = { identity: 'sha256:1', registryKey: 'https://index.docker.io/v1/', source };
    const { messagesTo } = roundOf({ credentials: { ...noPodCredentials, secrets: [credential] } });
    expect(messagesTo('imageService').find(({ type }) => type === 'IMAGE_PULL.REQUESTED')).toMatchObject({
      credential,
    });
    const asked = roundOf({}).messagesTo('imageService');
    expect(asked.find(({ type }) => type === 'IMAGE_PULL.REQUESTED')).not.toHaveProperty('credential');
  });

  // 1.36 looks for them before each round, 1.37 says what is not there only after a pull that has failed.
  it.each([
    [v1_36, {}, 0],
    [v1_36, { pullError: 'boom' }, 0],
    [v1_37, {}, undefined],
    [v1_37, { pullError: 'boom' }, 3],
  ] as const)('%#: are reported where they are missing', (profile, runtime, place) => {
    const { events } = roundOf(
      { credentials: { ...noPodCredentials, missingSecrets: ['pull'] } },
      { profile, ...runtime },
    );
    const told = events.findIndex(({ reason }) => reason === 'FailedToRetrieveImagePullSecret');
    expect(told < 0 ? undefined : told).toBe(place);
  });
});

describe('what the plan of the round stops', () => {
  it('a container whose image in the spec has changed is killed and started again', () => {
    const [app] = withStates({ app: '+' }).containers;
    if (app === undefined) throw new Error('no container');
    const { events, calls } = roundOf(
      {},
      { status: { sandbox: 'ready', containers: [{ ...app, image: 'app:0' }] } },
    );
    expect(events[0]).toMatchObject({
      reason: 'Killing',
      message: 'Container app definition changed, will be restarted',
    });
    expect(calls.map(({ type }) => type)).toEqual([
      'CONTAINER.KILLED',
      'CONTAINER.CREATED',
      'CONTAINER.STARTED',
    ]);
  });

  // KEP-5532: the rule RestartAllContainers.
  it('all containers, where a restart rule of an ended one says so; the round after it starts them again', () => {
    const rule = { action: 'RestartAllContainers', operator: 'In', exitCodes: [7] } as const;
    const app = container('app', { restart: { policy: 'Never', rules: [rule] } });
    const { events, calls, begun } = roundOf(
      { containers: [app, container('side')] },
      { status: withStates({ app: 7, side: '+' }) },
    );
    expect(events[0]).toMatchObject({ reason: 'Killing', fieldPath: 'spec.containers{side}' });
    expect(calls.map((call) => `${call.type} ${call.container}`)).toEqual([
      'CONTAINER.KILLED side',
      'CONTAINER.REMOVED side',
      'CONTAINER.KILLED app',
      'CONTAINER.REMOVED app',
      'CONTAINER.CREATED app',
      'CONTAINER.STARTED app',
      'CONTAINER.CREATED side',
      'CONTAINER.STARTED side',
    ]);
    expect(begun()).toEqual(['0 added', '0 reset']);
  });
});
