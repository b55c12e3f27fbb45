import { describe, expect, test } from 'vitest';
import { kubernetesEvent } from '../../../src/inputs/events/kubernetes-event.ts';
import { podsOfEvents } from '../../../src/inputs/events/pods-of-events.ts';
import { boundPod, epochMs, podEvent, pulledContainer } from './event-objects.ts';

type Event = Readonly<Record<string, unknown>>;
const app = 'spec.containers{app}';

function podsOf(...events: readonly Event[]) {
  return podsOfEvents(events.flatMap((event) => kubernetesEvent(event) ?? []));
}

/** The only pod that the events tell of. */
function podOf(...events: readonly Event[]) {
  const { pods } = podsOf(...events);
  expect(pods).toHaveLength(1);
  return pods[0]?.object as {
    readonly metadata: { readonly ownerReferences?: readonly unknown[]; readonly name: string };
    readonly spec: { readonly containers: readonly unknown[]; readonly initContainers?: readonly unknown[] };
    readonly status: {
      readonly initContainerStatuses: readonly unknown[];
      readonly containerStatuses: readonly unknown[];
    };
  };
}

describe('a pod that only events tell of', () => {
  test('has the containers that they name, in the order in which they began, and the node and time of its binding', () => {
    const pod = podOf(
      ...pulledContainer('web-5d8f9c7b6d-x2x8q', 'spec.containers{sidecar}', 'proxy:2', 4),
      ...pulledContainer('web-5d8f9c7b6d-x2x8q', app, 'web:1', 1, { takes: 1 }),
      boundPod('web-5d8f9c7b6d-x2x8q', 0.25, 'node-7'),
    );
    expect(pod).toMatchObject({
      metadata: {
        namespace: 'shop',
        name: 'web-5d8f9c7b6d-x2x8q',
        creationTimestamp: '2026-11-21T10:00:00.250000Z',
        ownerReferences: [{ kind: 'ReplicaSet', name: 'web-5d8f9c7b6d', controller: true }],
      },
      spec: {
        nodeName: 'node-7',
        containers: [
          { name: 'app', image: 'web:1' },
          { name: 'sidecar', image: 'proxy:2' },
        ],
      },
    });
    expect(pod.spec).not.toHaveProperty('initContainers');
  });

  test('has init containers by their field path, which ran until the next container began', () => {
    const pod = podOf(
      boundPod('db-0', 0),
      ...pulledContainer('db-0', 'spec.initContainers{migrate}', 'migrate:1', 1, { takes: 1 }),
      ...pulledContainer('db-0', app, 'db:1', 9.11),
    );
    expect(pod.spec).toMatchObject({
      initContainers: [{ name: 'migrate', image: 'migrate:1' }],
      containers: [{ name: 'app', image: 'db:1' }],
    });
    expect(pod.status.initContainerStatuses).toMatchObject([
      {
        name: 'migrate',
        // It started at 2.11 s; half a second passes on the average until a relist sees its end.
        state: {
          terminated: { startedAt: '2026-11-21T10:00:02.110000Z', finishedAt: '2026-11-21T10:00:08.610000Z' },
        },
      },
    ]);
    expect(pod.metadata.ownerReferences).toMatchObject([{ kind: 'StatefulSet', name: 'db' }]);
  });

  test('that waits for an init container has one more, which nothing shows', () => {
    const own = { pod: 'web', path: 'spec.initContainers{wait}' };
    const pod = podOf(
      boundPod('web', 0),
      podEvent({ ...own, reason: 'Pulling', message: 'Pulling image "wait:1"', at: 1 }),
      podEvent({
        ...own,
        reason: 'BackOff',
        message: 'Back-off pulling image "wait:1"',
        at: 3,
        count: 4,
        until: 60,
      }),
    );
    expect(pod.spec).toMatchObject({
      initContainers: [{ name: 'wait', image: 'wait:1' }],
      containers: [{ image: 'wait:1' }],
    });
  });

  test('pulls by the policy that its kubelet went by', () => {
    const present = (pod: string, image: string, at: number) =>
      podEvent({
        pod,
        path: app,
        reason: 'Pulled',
        message: `Container image "${image}" already present on machine`,
        at,
      });
    const never = 'Container image "c:1" is not present with pull policy of Never';
    const policies = podsOf(
      present('a', 'a:latest', 1),
      ...pulledContainer('b1', app, 'b:1', 1),
      ...pulledContainer('b2', app, 'b:1', 10),
      podEvent({ pod: 'c', path: app, reason: 'ErrImageNeverPull', message: never, at: 1 }),
    ).pods.map(
      ({ object }) =>
        (object.spec as { containers: { imagePullPolicy?: string }[] }).containers[0]?.imagePullPolicy,
    );
    expect(policies).toEqual(['IfNotPresent', undefined, 'Never', 'Always']);
  });

  test('whose container was started again ran as long as back-off leaves, and has failed where the kubelet says so', () => {
    const own = { pod: 'crash', path: app, count: 4 };
    const pod = podOf(
      boundPod('crash', 0),
      podEvent({
        ...own,
        reason: 'Pulled',
        message: 'Container image "x:1" already present on machine',
        at: 1,
        until: 39,
      }),
      podEvent({ ...own, reason: 'Started', message: 'Started container app', at: 1, until: 39 }),
      podEvent({
        ...own,
        reason: 'BackOff',
        message: 'Back-off restarting failed container app in pod crash_shop(u)',
        at: 6,
        until: 30,
      }),
    );
    // 38 s for three runs, without rests of 10 s and 20 s: 2.67 s each, half a second of which passes unseen.
    expect(pod.status.containerStatuses).toMatchObject([
      {
        name: 'app',
        restartCount: 3,
        state: { terminated: { exitCode: 1, finishedAt: '2026-11-21T10:00:03.166667Z' } },
      },
    ]);
  });

  test('that was deleted has the time at which its containers were stopped', () => {
    const killing = podEvent({
      pod: 'web',
      path: app,
      reason: 'Killing',
      message: 'Stopping container app',
      at: 70,
    });
    const { pods } = podsOf(boundPod('web', 0), ...pulledContainer('web', app, 'web:1', 1), killing);
    expect(pods[0]?.killedMicros).toBe(epochMs * 1_000 + 70_000_000);
  });

  test('of which nothing but a container is known has the image of its owner’s other pods', () => {
    const started = podEvent({
      pod: 'agent-h2v9d',
      path: app,
      reason: 'Started',
      message: 'Started container app',
      at: 1,
      node: 'node-2',
    });
    const { pods, guesses } = podsOf(started, ...pulledContainer('agent-zbvx8', app, 'agent:3', 5));
    expect(pods.map(({ object }) => object)).toMatchObject([
      {
        spec: { nodeName: 'node-2', containers: [{ image: 'agent:3' }] },
        metadata: { ownerReferences: [{ kind: 'DaemonSet', name: 'agent' }] },
      },
      { spec: { nodeName: 'node-1', containers: [{ image: 'agent:3' }] } },
    ]);
    expect(guesses).toContain(
      'the image of 1 container: that of the same container in another pod of the owner',
    );
  });

  test('of which no event names an image is left out by name', () => {
    const mount = podEvent({
      pod: 'web',
      reason: 'FailedMount',
      message: 'MountVolume.SetUp failed for volume "x"',
      at: 1,
    });
    expect(podsOf(boundPod('web', 0), mount)).toMatchObject({ pods: [], podsWithoutImage: ['shop/web'] });
  });

  test('has another name where a later pod has the same one', () => {
    const { pods, guesses } = podsOf(
      ...pulledContainer('db-0', app, 'db:1', 1, { uid: 'first' }),
      ...pulledContainer('db-0', app, 'db:2', 60, { uid: 'second' }),
    );
    expect(pods.map(({ object }) => object.metadata)).toMatchObject([
      { name: 'db-0.1', uid: 'first' },
      { name: 'db-0', uid: 'second' },
    ]);
    expect(guesses).toContain('1 pod had the name of a later one: a number is added');
  });

  test('mounts the images that are pulled for no container', () => {
    const own = { pod: 'web', reason: 'Pulling' };
    const pod = podOf(
      podEvent({ ...own, message: 'Pulling image "models:7"', at: 0.5 }),
      ...pulledContainer('web', app, 'web:1', 4),
    );
    expect(pod.spec).toMatchObject({
      volumes: [{ image: { reference: 'models:7' } }],
      containers: [{ image: 'web:1' }],
    });
  });
});

test('the events of controllers say whose a pod is; its name only where they do not', () => {
  const created = podEvent({
    pod: 'nightly',
    kind: 'Job',
    component: 'job-controller',
    reason: 'SuccessfulCreate',
    message: 'Created pod: nightly-zbvx8',
    at: 0,
  });
  const { pods, guesses } = podsOf(
    created,
    boundPod('nightly-zbvx8', 0),
    ...pulledContainer('nightly-zbvx8', app, 'n:1', 1),
  );
  expect(pods[0]?.object).toMatchObject({
    metadata: { ownerReferences: [{ kind: 'Job', name: 'nightly' }] },
    spec: { restartPolicy: 'Never' },
  });
  expect(guesses.filter((sentence) => sentence.includes('owners'))).toEqual([]);
});

test('a static pod has no owner but its node, which is no controller', () => {
  const pod = podOf(...pulledContainer('kube-proxy-node-1', app, 'kube-proxy:1', 1));
  expect(pod.metadata).not.toHaveProperty('ownerReferences');
});
