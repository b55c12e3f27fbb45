import { describe, expect, it } from 'vitest';
import { isReleaseAtLeast } from '../../../src/rules/kubelet/kubelet-release.ts';
import { profiles, v1_27, v1_31, v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { container, podOf, statusOf, withStates } from '../../rules/kubelet/pod-fixtures.ts';
import { type WorkerOptions, workerWorld } from './worker-world.ts';

// podWorkerLoop and completeWork of pkg/kubelet/pod_workers.go, v1.36.3, and the work queue of
// pkg/kubelet/util/queue

const failing = {
  profile: v1_36,
  slotsMax: 1,
  pullError: 'boom',
  status: withStates({}),
} satisfies WorkerOptions;
const running = { profile: v1_36, slotsMax: 1, status: withStates({ app: '+' }) } satisfies WorkerOptions;

describe('when the pod is due again', () => {
  it('after a failure: 10 s and up to half of it more (wait.Jitter)', () => {
    for (const [draw, dueMs] of [
      [0, 10_000],
      [0.5, 12_500],
      [0.999_999_9, 14_999.999],
    ] as const) {
      const world = workerWorld(failing);
      world.seed.draw = draw;
      world.change();
      world.runTo(1);
      expect(world.ended().at(-1)?.dueMs).toBe(dueMs);
      expect(world.ended().at(-1)?.error).toBe(
        'failed to "StartContainer" for "app" with ImagePullBackOff: "Back-off pulling image \\"app:1\\": ErrImagePull: boom"',
      );
    }
  });

  it('after a success: syncFrequency and up to half of it more', () => {
    for (const [draw, dueMs] of [
      [0, 60_000],
      [0.5, 75_000],
    ] as const) {
      const world = workerWorld(running);
      world.seed.draw = draw;
      world.change();
      world.runTo(1);
      expect(world.ended().at(-1)).toMatchObject({ dueMs });
      expect(world.ended().at(-1)).not.toHaveProperty('error');
    }
  });

  it.each([
    [v1_31, 10_000],
    [v1_36, 5_000],
  ] as const)(
    '%#: a syncFrequency below 10 s caps the wait after a failure only from 1.35 on',
    (profile, dueMs) => {
      const world = workerWorld({ ...failing, profile, syncFrequencyMicros: 5_000_000 });
      world.runTo(1);
      expect(world.ended()[0]?.dueMs).toBe(dueMs);
    },
  );
});

describe('the tick that hands the pod out', () => {
  it('is the first whole second of the sync loop after the due time', () => {
    const world = workerWorld({ ...failing, pullMicros: 300_000, tickOriginMicros: 250_000 });
    world.runTo(12);
    expect(world.ended()[0]?.dueMs).toBe(10_300);
    expect(world.begun()).toEqual(['0 added', '11.25 due']);
  });

  it('is not the one at the due time: GetWork wants strictly later', () => {
    const world = workerWorld({ ...failing, tickOriginMicros: 0 });
    world.runTo(15);
    expect(world.ended()[0]?.dueMs).toBe(10_000);
    expect(world.begun()).toEqual(['0 added', '11 due']);
  });

  it('counts from an origin in the future too: chance places the first tick', () => {
    const world = workerWorld({ ...failing, tickOriginMicros: 750_000 });
    world.runTo(11);
    expect(world.begun()).toEqual(['0 added', '10.75 due']);
  });
});

describe('the pending slot', () => {
  it('merges all that happens during a round into one more', () => {
    const world = workerWorld({ ...failing, pullMicros: 5_000_000 });
    for (const second of [1, 2, 3]) world.at(second * 1_000_000, world.change);
    world.runTo(9);
    expect(world.begun()).toEqual(['0 added', '5 lifecycle']);
  });

  it('is emptied before the wait for PLEG: an event that comes meanwhile gives one round more', () => {
    const world = workerWorld({ ...failing, pullMicros: 1_000_000, plegMicros: 500_000 });
    world.runTo(0.6);
    world.at(700_000, world.change);
    world.at(1_700_000, world.change);
    world.runTo(9);
    expect(world.begun()).toEqual(['0.5 added', '2 lifecycle', '2.5 lifecycle']);
  });

  it('the end of a later round replaces the earlier due time', () => {
    const world = workerWorld({ ...failing, pullMicros: 1_000_000 });
    world.at(500_000, world.change);
    world.at(6_500_000, world.change);
    world.runTo(18);
    expect(world.begun()).toEqual(['0 added', '1 lifecycle', '6.5 lifecycle', '17 due']);
  });

  it('takes a due time that comes during a round', () => {
    const world = workerWorld({ ...failing, pullMicros: 30_000_000 });
    world.runTo(1);
    world.worker.send({ type: 'SYNC.DUE' });
    world.runTo(31);
    expect(world.begun()).toEqual(['0 added', '30 due']);
  });
});

describe('the wait for PLEG', () => {
  it('asks for data newer than the end of the last round', () => {
    const world = workerWorld({ ...failing, pullMicros: 1_500_000 });
    world.at(2_000_000, world.change);
    world.runTo(3);
    const asked = world.messagesTo('pleg').filter((event) => event.type === 'STATUS.REQUESTED');
    expect(asked.map((event) => event.minMicros)).toEqual([Number.NEGATIVE_INFINITY, 1_500_000]);
  });

  it('does not begin a round before the answer', () => {
    const world = workerWorld({ ...failing, plegMicros: 800_000 });
    world.runTo(0.5);
    world.change();
    world.runTo(2);
    expect(world.begun()).toEqual(['0.8 added', '1.6 lifecycle']);
  });
});

describe('a relist on demand', () => {
  const relists = (options: WorkerOptions) => {
    const world = workerWorld(options);
    world.runTo(5);
    return world.messagesTo('pleg').filter((event) => event.type === 'RELIST.REQUESTED');
  };

  it.each(profiles)(
    '$release: asked for from 1.36 on, after a round that did something without error',
    (profile) => {
      expect(relists({ profile, slotsMax: 1 })).toHaveLength(
        isReleaseAtLeast(profile.release, '1.36') ? 1 : 0,
      );
    },
  );

  it('is not asked for after a failure, nor after a round with nothing to do', () => {
    expect(relists(failing)).toEqual([]);
    expect(relists({ ...failing, status: { sandbox: 'none', containers: [] } })).toEqual([]);
    expect(relists(running)).toEqual([]);
  });
});

describe('the status published at the start of a round', () => {
  it('lags: the reasons of a round are published by the next', () => {
    const world = workerWorld(failing);
    const statuses = () =>
      world.observed.flatMap(({ observation }) =>
        observation.type === 'status' ? [observation.containers[0]?.reason ?? 'none'] : [],
      );
    world.runTo(1);
    expect(statuses()).toEqual(['ContainerCreating']);
    world.change();
    expect(statuses()).toEqual(['ContainerCreating', 'ErrImagePull']);
    world.runTo(2);
    world.change();
    world.runTo(3);
    world.change();
    expect(statuses()).toEqual(['ContainerCreating', 'ErrImagePull', 'ImagePullBackOff']);
  });
});

describe('the end of a pod', () => {
  const job = (state: 0 | 1) =>
    workerWorld({
      profile: v1_27,
      slotsMax: 1,
      spec: podOf({ restartPolicy: 'Never', containers: [container('app')] }),
      status: { sandbox: 'ready', containers: [statusOf('app', state)] },
    });

  const work = (world: ReturnType<typeof workerWorld>) =>
    world.observed.flatMap(({ observation }) =>
      observation.type === 'sync'
        ? [`${observation.work ?? 'sync'} ${observation.state}`]
        : observation.type === 'pod'
          ? [observation.state]
          : [],
    );

  it.each([
    [0, 'Succeeded'],
    [1, 'Failed'],
  ] as const)(
    'exit code %i: the sandbox is stopped, the kubelet is informed, and the pod is not synced again',
    (code, reason) => {
      const world = job(code);
      world.runTo(200);
      world.change();
      // SyncPod finds it over; completeSync goes on to SyncTerminatingPod, and that to SyncTerminatedPod.
      expect(work(world)).toEqual([
        'sync started',
        'sync finished',
        'terminating started',
        'terminating finished',
        'terminated',
        'terminated started',
        'terminated finished',
      ]);
      expect(world.messagesTo('runtime').map(({ type }) => type)).toEqual([
        'SANDBOX.STOPPED',
        'POD_STATUS.REQUESTED',
      ]);
      // Its place is free once it is stopped; HandlePodCleanups takes the worker away later
      // (pkg/kubelet/kubelet_pods.go, v1.36.3).
      expect(world.messagesTo('kubelet')).toEqual([
        { type: 'POD.TERMINATED', uid: 'uid-1' },
        { type: 'WORKER.FINISHED', uid: 'uid-1' },
      ]);
      expect(world.observed.find(({ observation }) => observation.type === 'pod')?.observation).toMatchObject(
        { reason },
      );
      expect(world.unhandled).toEqual([]);
    },
  );
});
