import { describe, expect, it } from 'vitest';
import { containerRuntimeReducer } from '../../../machines/runtime/container-runtime.ts';
import type {
  ContainerEvent,
  ContainerRuntimeCall,
  ContainersListAnswer,
  PlegRuntimeAnswer,
  PodsListed,
  SandboxNameAnswer,
} from '../../../machines/runtime/container-runtime-protocol.ts';
import { VersionedMap } from '../../../src/rules/collections/versioned-map.ts';
import { findContainer, unknownPodStatus } from '../../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { stage } from '../stage.ts';

// The CRI's RuntimeService as PLEG lists it (pkg/kubelet/pleg/generic.go); restart counts as startContainer
// makes them (v1.36.3).

const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };

function runtime() {
  const world = stage();
  const actor = world.start(containerRuntimeReducer, {
    name: 'node-1/runtime',
    node: 'node-1',
    recorder: world.recorder,
    clock: world.clock,
    listMicros: 5_000,
    wording: 'containerd://2.4',
  });
  const requester = world.listen<PlegRuntimeAnswer>('pleg');
  const call = (type: ContainerRuntimeCall['type'], more: object = {}) =>
    actor.send({
      type,
      pod,
      container: 'app',
      purged: [],
      exitCode: 143,
      image: 'app:1',
      imageRef: 'sha256:app',
      mountedImageRefs: [],
      ...more,
    } as ContainerRuntimeCall);
  return {
    ...world,
    actor,
    pleg: requester,
    call,
    /** Creates and starts the container, for ever or for a while. */
    launch: (runsForMicros: number | null = null, exitCode = 0, container = 'app') => {
      call('CONTAINER.CREATED', { container });
      call('CONTAINER.STARTED', { container, runsForMicros, exitCode });
    },
    list: () => {
      actor.send({ type: 'PODS.LIST_REQUESTED', requester });
      world.run(world.clock.nowMicros() + 5_000);
      return world.messagesTo('pleg').at(-1) as unknown as PodsListed;
    },
    app: (container = 'app') =>
      findContainer(actor.getSnapshot().context.pods.get('uid-1')?.status ?? unknownPodStatus, container),
  };
}

describe('listing', () => {
  it('gives all pods, and those that changed since the listing before', () => {
    const world = runtime();
    expect(world.list()).toMatchObject({ pods: new VersionedMap(), changed: new Set() });
    world.call('SANDBOX.CREATED');
    const listed = world.list();
    expect([...listed.pods.keys()]).toEqual(['uid-1']);
    expect(listed.pods.get('uid-1')).toMatchObject({
      containers: [],
      sandboxes: [{ id: 'uid-1/sandbox/1', state: 'running' }],
    });
    expect(listed.changed).toEqual(new Set(['uid-1']));
    expect(world.list().changed).toEqual(new Set());
    expect(world.list().pods.size).toBe(1);
  });
});

describe('a container', () => {
  it('is created, runs and ends after its time with its code', () => {
    const world = runtime();
    world.call('CONTAINER.CREATED');
    expect(world.app()).toMatchObject({ state: 'created', restarts: 0 });
    world.call('CONTAINER.STARTED', { runsForMicros: 5_000_000, exitCode: 3 });
    world.run(4_999_999);
    expect(world.app()).toMatchObject({ state: 'running' });
    world.run(5_000_000);
    expect(world.app()).toMatchObject({
      state: 'exited',
      exitCode: 3,
      exitReason: 'Error',
      finishedAtMicros: 5_000_000,
    });
    expect(world.observed).toEqual([
      {
        atMicros: 5_000_000,
        actor: 'node-1/runtime',
        observation: { type: 'container', state: 'exited', pod, container: 'app', exitCode: 3 },
      },
    ]);
  });

  it('without an end runs for ever', () => {
    const world = runtime();
    world.launch();
    world.run(1e12);
    expect(world.app()).toMatchObject({ state: 'running' });
  });

  it('that is created again counts as a restart', () => {
    const world = runtime();
    world.launch(1_000_000, 1);
    world.run(2_000_000);
    world.launch(1_000_000, 1);
    expect(world.app()).toMatchObject({ state: 'running', restarts: 1 });
    world.run(3_000_000);
    expect(world.app()).toMatchObject({ state: 'exited', restarts: 1, finishedAtMicros: 3_000_000 });
  });

  it('that ends well has completed; one that is stopped ends with 143, as SIGTERM leaves it', () => {
    const world = runtime();
    world.launch(1_000_000, 0);
    world.run(1_000_000);
    expect(world.app()).toMatchObject({ state: 'exited', exitCode: 0, exitReason: 'Completed' });
    world.launch(null);
    world.run(3_000_000);
    world.call('CONTAINER.KILLED');
    expect(world.app()).toMatchObject({
      state: 'exited',
      exitCode: 143,
      exitReason: 'Error',
      restarts: 1,
      finishedAtMicros: 3_000_000,
    });
    expect(world.observed.at(-1)?.observation).toEqual({
      type: 'container',
      state: 'exited',
      pod,
      container: 'app',
      exitCode: 143,
    });
    expect(world.list()).toMatchObject({ type: 'PODS.LISTED', changed: new Set(['uid-1']) });
  });

  it('that is stopped before its own end ends once: later events of its process do not happen', () => {
    const world = runtime();
    world.launch(10_000_000, 0);
    world.run(4_000_000);
    world.call('CONTAINER.KILLED');
    world.run(60_000_000);
    expect(world.observed.map(({ atMicros, observation }) => [atMicros, observation])).toEqual([
      [4_000_000, { type: 'container', state: 'exited', pod, container: 'app', exitCode: 143 }],
    ]);
    expect(world.app()).toMatchObject({ state: 'exited', exitCode: 143, finishedAtMicros: 4_000_000 });
  });

  it('counts a restart for each time it was created again, however it ended', () => {
    const world = runtime();
    for (let made = 0; made < 4; made++) {
      world.launch(made % 2 === 0 ? 1_000_000 : null);
      world.run((made + 1) * 10_000_000);
      if (made % 2 === 1) world.call('CONTAINER.KILLED');
      expect(world.app()).toMatchObject({ state: 'exited', restarts: made });
    }
  });

  it('does not disturb another of its pod', () => {
    const world = runtime();
    world.launch(1_000_000, 1, 'a');
    world.launch(null, 0, 'b');
    world.run(2_000_000);
    expect([world.app('a')?.state, world.app('b')?.state]).toEqual(['exited', 'running']);
  });
});

describe('a reboot', () => {
  it('decides the end of the processes it killed: one that would have ended while the node is down changes nothing', () => {
    const world = runtime();
    world.call('SANDBOX.CREATED');
    world.launch(10_000_000, 0);
    world.run(4_000_000);
    world.actor.send({ type: 'NODE.REBOOTED' });
    world.run(30_000_000);
    expect(world.app()).toMatchObject({
      state: 'exited',
      exitCode: 255,
      exitReason: 'Unknown',
      finishedAtMicros: 4_000_000,
    });
    expect(world.observed).toEqual([]);
  });

  it('removes sandboxes and kills running containers; the end of an earlier boot’s process is ignored', () => {
    const world = runtime();
    world.call('SANDBOX.CREATED');
    world.launch(10_000_000, 0);
    world.run(4_000_000);
    world.list();
    world.actor.send({ type: 'NODE.REBOOTED' });
    expect(world.list().changed).toEqual(new Set(['uid-1']));
    expect(world.app()).toMatchObject({
      state: 'exited',
      exitCode: 255,
      exitReason: 'Unknown',
      finishedAtMicros: 4_005_000,
    });
    world.call('SANDBOX.CREATED');
    world.launch(60_000_000, 0);
    world.run(30_000_000);
    expect(world.app()).toMatchObject({ state: 'running', restarts: 1 });
    expect(world.observed).toEqual([]);
  });
});

describe('calls to the runtime', () => {
  const down = {
    type: 'FAULT.BEGAN',
    id: 'faults/1',
    fault: { kind: 'runtimeDown', error: 'no runtime' },
  } as const;

  it('a listing takes its time and returns the state at its call', () => {
    const world = runtime();
    world.actor.send({ type: 'PODS.LIST_REQUESTED', requester: world.pleg });
    world.call('SANDBOX.CREATED');
    world.run(4_999);
    expect(world.messagesTo('pleg')).toEqual([]);
    world.run(5_000);
    expect(world.messagesTo('pleg')).toMatchObject([{ type: 'PODS.LISTED', pods: new VersionedMap() }]);
  });

  it('one pod is listed alone; a pod that does not exist is an error', () => {
    const world = runtime();
    world.call('SANDBOX.CREATED');
    world.actor.send({ type: 'POD.LIST_REQUESTED', uid: 'uid-1', requester: world.pleg });
    world.actor.send({ type: 'POD.LIST_REQUESTED', uid: 'stranger', requester: world.pleg });
    world.run(5_000);
    expect(world.messagesTo('pleg')).toMatchObject([
      { type: 'POD.LISTED', pod: { uid: 'uid-1' } },
      { type: 'POD.LIST_FAILED', error: 'pod sandboxes not found' },
    ]);
  });

  it('a runtime that is down fails every call with its error and its fault, and forgets no change', () => {
    const world = runtime();
    world.call('SANDBOX.CREATED');
    world.actor.send(down);
    expect(world.list()).toEqual({ type: 'PODS.LIST_FAILED', error: 'no runtime', fault: 'faults/1' });
    world.actor.send({ type: 'POD_STATUS.REQUESTED', pod, requester: world.pleg });
    expect(world.messagesTo('pleg').at(-1)).toEqual({
      type: 'POD_STATUS.FAILED',
      error: 'no runtime',
      fault: 'faults/1',
      status: null,
    });
    world.actor.send({ type: 'FAULT.ENDED', id: 'faults/1' });
    expect(world.list().changed).toEqual(new Set(['uid-1']));
  });

  it('a slow runtime takes as long as its fault says, on its node only', () => {
    const world = runtime();
    const slow = (id: string, node: string) =>
      world.actor.send({
        type: 'FAULT.BEGAN',
        id,
        fault: { kind: 'runtimeSlow', node, listMicros: 2_000_000, podStatusMicros: 1_000_000 },
      });
    slow('elsewhere', 'node-2');
    world.actor.send({ type: 'POD_STATUS.REQUESTED', pod, requester: world.pleg });
    expect(world.timesOf('pleg')).toEqual([0]);
    slow('here', 'node-1');
    world.actor.send({ type: 'PODS.LIST_REQUESTED', requester: world.pleg });
    world.actor.send({ type: 'POD_STATUS.REQUESTED', pod, requester: world.pleg });
    world.run(3_000_000);
    expect(world.timesOf('pleg')).toEqual([0, 1_000, 2_000]);
  });

  it('a stopped kubelet gets no answer', () => {
    const world = runtime();
    world.actor.send({ type: 'PODS.LIST_REQUESTED', requester: world.pleg });
    world.actor.send({ type: 'KUBELET.GONE' });
    world.run(1_000_000);
    expect(world.messagesTo('pleg')).toEqual([]);
  });

  it('image GC gets every existing container with its image', () => {
    const world = runtime();
    world.launch(1_000_000, 0, 'done');
    world.launch(null, 0, 'app');
    world.run(2_000_000);
    const imageGc = world.listen<ContainersListAnswer>('imageGc');
    world.actor.send({ type: 'CONTAINERS.LIST_REQUESTED', requester: imageGc });
    const container = { imageRef: 'sha256:app', mountedImageRefs: [] };
    expect(world.messagesTo('imageGc')).toEqual([
      { type: 'CONTAINERS.LISTED', containers: [container, container] },
    ]);
  });
});

describe('a sandbox that is stopped', () => {
  it('ends its running containers, once; a removed pod no longer exists', () => {
    const world = runtime();
    world.call('SANDBOX.CREATED');
    world.launch(10_000_000, 0);
    world.run(1_000_000);
    world.call('SANDBOX.STOPPED');
    world.run(20_000_000);
    expect(world.observed.map(({ atMicros, observation }) => [atMicros, observation])).toEqual([
      [1_000_000, { type: 'container', state: 'exited', pod, container: 'app', exitCode: 143 }],
    ]);
    world.call('POD.REMOVED');
    expect(world.list()).toMatchObject({ pods: new VersionedMap(), changed: new Set(['uid-1']) });
  });
});

// sandboxNameIndex.Reserve in internal/cri/server/sandbox_run.go (containerd 2.2.0).
it('refuses the name of the first sandbox while the pod has one, and no longer', () => {
  const world = runtime();
  const requester = world.listen<SandboxNameAnswer>('worker');
  const request = () => world.actor.send({ type: 'SANDBOX_NAME.REQUESTED', pod, requester });
  request();
  world.call('SANDBOX.CREATED');
  request();
  world.call('SANDBOX.STOPPED');
  request();
  world.call('POD.REMOVED');
  request();
  const name = 'web_default_uid-1_0';
  const error = `rpc error: code = Unknown desc = failed to reserve sandbox name "${name}": name "${name}" is reserved for "uid-1/sandbox/1"`;
  expect(world.messagesTo('worker')).toEqual([
    { type: 'SANDBOX_NAME.FREE' },
    { type: 'SANDBOX_NAME.TAKEN', error },
    { type: 'SANDBOX_NAME.TAKEN', error },
    { type: 'SANDBOX_NAME.FREE' },
  ]);
});

describe('the stream of container events', () => {
  it('sends each step of a container as it happens, with the pod as it is then, until the runtime goes down', () => {
    const world = runtime();
    const stream = world.listen<ContainerEvent | { readonly type: 'STREAM.FAILED' }>('stream');
    world.call('SANDBOX.CREATED');
    world.actor.send({ type: 'STREAM.REQUESTED', requester: stream });
    world.launch(null);
    world.call('CONTAINER.KILLED');
    world.call('POD.REMOVED');
    world.actor.send({
      type: 'FAULT.BEGAN',
      id: 'faults/1',
      fault: { kind: 'runtimeDown', error: 'no runtime' },
    });
    const told = world
      .messagesTo('stream')
      .map((message) => `${message.kind ?? message.type} ${message.containerId ?? ''}`);
    expect(told).toEqual([
      'created uid-1/app/0',
      'started uid-1/app/0',
      'stopped uid-1/app/0',
      'deleted uid-1/app/0',
      'deleted uid-1/sandbox/1',
      'STREAM.FAILED ',
    ]);
    world.actor.send({ type: 'STREAM.REQUESTED', requester: stream });
    expect(world.messagesTo('stream').at(-1)).toEqual({ type: 'STREAM.FAILED' });
  });
});
