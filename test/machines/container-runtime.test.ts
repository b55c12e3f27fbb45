import { describe, expect, it } from 'vitest';
import { type ContainerRuntimeCall, containerRuntimeMachine, type PodsListed } from '../../machines/container-runtime.ts';
import { findContainer, unknownPodStatus } from '../../src/kubelet/pod-runtime-status.ts';
import { stage } from './stage.ts';

// The CRI's RuntimeService as PLEG lists it (pkg/kubelet/pleg/generic.go); restart counts as startContainer makes them (v1.36.3).

const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };

function runtime() {
  const world = stage();
  const actor = world.start(containerRuntimeMachine, { name: 'node-1/runtime', recorder: world.recorder, clock: world.clock });
  const requester = world.listen<PodsListed>('pleg');
  const call = (type: ContainerRuntimeCall['type'], more: object = {}) =>
    actor.send({ type, pod, container: 'app', purged: [], ...more } as ContainerRuntimeCall);
  return {
    ...world,
    actor,
    call,
    /** Creates and starts the container, for ever or for a while. */
    launch: (runsForMicros: number | null = null, exitCode = 0, container = 'app') => {
      call('CONTAINER.CREATED', { container });
      call('CONTAINER.STARTED', { container, runsForMicros, exitCode });
    },
    list: () => {
      actor.send({ type: 'PODS.LIST_REQUESTED', requester });
      return world.messagesTo('pleg').at(-1) as unknown as PodsListed;
    },
    app: (container = 'app') => findContainer(actor.getSnapshot().context.pods.get('uid-1') ?? unknownPodStatus, container),
  };
}

describe('listing', () => {
  it('gives all pods, and those that changed since the listing before', () => {
    const world = runtime();
    expect(world.list()).toMatchObject({ pods: new Map(), changed: new Set() });
    world.call('SANDBOX.CREATED');
    expect(world.list()).toMatchObject({ pods: new Map([['uid-1', { sandbox: 'ready', containers: [] }]]), changed: new Set(['uid-1']) });
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
    expect(world.app()).toMatchObject({ state: 'exited', exitCode: 3, exitReason: 'Error', finishedAtMicros: 5_000_000 });
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

  it('that is made again counts as a restart', () => {
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
    expect(world.app()).toMatchObject({ state: 'exited', exitCode: 143, exitReason: 'Error', restarts: 1, finishedAtMicros: 3_000_000 });
    expect(world.observed.at(-1)?.observation).toEqual({ type: 'container', state: 'exited', pod, container: 'app', exitCode: 143 });
    expect(world.list()).toMatchObject({ type: 'PODS.LISTED', changed: new Set(['uid-1']) });
  });

  it('that is stopped before its own end ends once: what it would have done later is gone with its process', () => {
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

  it('is as often restarted as it was made again, however it ended', () => {
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
  it('has the last word on what it killed: a process that would have ended while the node is down changes nothing', () => {
    const world = runtime();
    world.call('SANDBOX.CREATED');
    world.launch(10_000_000, 0);
    world.run(4_000_000);
    world.actor.send({ type: 'NODE.REBOOTED' });
    world.run(30_000_000);
    expect(world.app()).toMatchObject({ state: 'exited', exitCode: 255, exitReason: 'Unknown', finishedAtMicros: 4_000_000 });
    expect(world.observed).toEqual([]);
  });

  it('takes sandboxes and kills what runs; the end of an earlier boot’s process counts no more', () => {
    const world = runtime();
    world.call('SANDBOX.CREATED');
    world.launch(10_000_000, 0);
    world.run(4_000_000);
    world.list();
    world.actor.send({ type: 'NODE.REBOOTED' });
    expect(world.list().changed).toEqual(new Set(['uid-1']));
    expect(world.app()).toMatchObject({ state: 'exited', exitCode: 255, exitReason: 'Unknown', finishedAtMicros: 4_000_000 });
    world.call('SANDBOX.CREATED');
    world.launch(60_000_000, 0);
    world.run(30_000_000);
    expect(world.app()).toMatchObject({ state: 'running', restarts: 1 });
    expect(world.observed).toEqual([]);
  });
});
