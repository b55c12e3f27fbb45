import { describe, expect, it } from 'vitest';
import { v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { container, podOf, withStates } from '../../rules/kubelet/pod-fixtures.ts';
import { type WorkerOptions, workerWorld } from './worker-world.ts';

const failing = {
  profile: v1_36,
  slotsMax: 1,
  pullError: 'boom',
  status: withStates({}),
} satisfies WorkerOptions;
const running = { profile: v1_36, slotsMax: 1, status: withStates({ app: '+' }) } satisfies WorkerOptions;

// UpdatePod, SyncTerminatingPod and SyncTerminatedPod of pkg/kubelet, v1.36.3.
describe('a pod that is deleted', () => {
  const times = (world: ReturnType<typeof workerWorld>, by: string, type: string) => world.timesOf(by, type);

  it('is stopped within its grace period, the sandbox last, and then it is gone', () => {
    const world = workerWorld({
      ...running,
      spec: podOf({ containers: [container('app', { stopsInMicros: 700_000 })] }),
    });
    world.at(5_000_000, () => world.delete());
    world.runTo(20);
    expect(times(world, 'runtime', 'CONTAINER.KILLED')).toEqual([5_700]);
    expect(world.messagesTo('runtime').find(({ type }) => type === 'CONTAINER.KILLED')).toMatchObject({
      container: 'app',
      exitCode: 143,
    });
    expect(times(world, 'runtime', 'SANDBOX.STOPPED')).toEqual([5_750]);
    expect(times(world, 'runtime', 'POD.REMOVED')).toEqual([5_750]);
    expect(world.messagesTo('kubelet').map(({ type }) => type)).toEqual([
      'POD.STOPPED',
      'POD.CLEARED',
      'WORKER.FINISHED',
    ]);
    const killing = world.observed.flatMap(({ observation }) =>
      observation.type === 'event' ? [observation.message] : [],
    );
    expect(killing).toContain('Stopping container app');
  });

  it.each([
    [30_000_000, 35_000],
    // Nobody gets less than two seconds (minimumGracePeriodInSeconds).
    [1_000_000, 7_000],
  ])('with %i µs of grace gets SIGKILL only when that is over', (graceMicros, killedMs) => {
    const world = workerWorld({
      ...running,
      spec: podOf({ containers: [container('app', { stopsInMicros: null })] }),
    });
    world.at(5_000_000, () => world.delete(graceMicros));
    world.runTo(60);
    expect(times(world, 'runtime', 'CONTAINER.KILLED')).toEqual([killedMs]);
    expect(world.messagesTo('runtime').find(({ type }) => type === 'CONTAINER.KILLED')).toMatchObject({
      exitCode: 137,
    });
  });

  it('waits for a pull under way, which is not cancelled (WithoutCancel in SyncPod)', () => {
    const world = workerWorld({ ...failing, pullMicros: 40_000_000 });
    world.at(1_000_000, () => world.delete());
    world.runTo(60);
    expect(work(world).slice(0, 3)).toEqual(['0 sync started', '40 sync finished', '40 terminating started']);
    expect(times(world, 'kubelet', 'POD.CLEARED')).toEqual([40_050]);
  });

  it('has one round more where it waited for PLEG: the update under way is the one from before', () => {
    const world = workerWorld({ ...running, plegMicros: 800_000 });
    world.at(100_000, () => world.delete());
    world.runTo(10);
    expect(work(world).slice(0, 3)).toEqual([
      '0.8 sync started',
      '0.8 sync finished',
      '1.6 terminating started',
    ]);
  });

  it('shows no waiting reasons any more, and at the end ContainerStatusUnknown', () => {
    const world = workerWorld(failing);
    world.at(2_000_000, () => world.delete());
    world.runTo(10);
    const shown = world.observed.flatMap(({ observation }) =>
      observation.type === 'status' ? [`${observation.phase} ${observation.containers[0]?.reason}`] : [],
    );
    expect(shown).toEqual(['Pending ContainerCreating', 'Failed ContainerStatusUnknown']);
  });

  const work = (world: ReturnType<typeof workerWorld>) =>
    world.observed.flatMap(({ atMicros, observation }) =>
      observation.type === 'sync'
        ? [`${atMicros / 1_000_000} ${observation.work ?? 'sync'} ${observation.state}`]
        : [],
    );
});

// podWorkerLoop: GetNewerThan returns the error that the inspection of the pod has left in the cache.
describe('a status that cannot be generated', () => {
  const events = (world: ReturnType<typeof workerWorld>) =>
    world.observed.flatMap(({ atMicros, observation }) =>
      observation.type === 'event' && observation.reason === 'FailedSync'
        ? [`${atMicros / 1000} ${observation.message}`]
        : [],
    );

  it('starts no round, but gives an event, and another try after 10 s and more', () => {
    const world = workerWorld(running);
    world.seed.draw = 0.5;
    world.runTo(0.5);
    world.change();
    world.runTo(5);
    world.state.error = 'boom';
    world.change();
    world.state.error = undefined;
    world.runTo(30);
    expect(events(world)).toEqual(['5000 error determining status: boom']);
    expect(world.begun()).toEqual(['0 added', '0.5 lifecycle', '18 due']);
    const asked = world.messagesTo('pleg').filter(({ type }) => type === 'STATUS.REQUESTED');
    expect(asked.map(({ minMicros }) => minMicros)).toEqual([Number.NEGATIVE_INFINITY, 0, 500_000, 500_000]);
  });

  it('delays the end of a pod too', () => {
    const world = workerWorld(running);
    world.at(1_000_000, () => {
      world.state.error = 'boom';
      world.delete();
      world.state.error = undefined;
    });
    world.runTo(60);
    expect(events(world)).toEqual(['1000 error determining status: boom']);
    expect(world.timesOf('kubelet', 'POD.CLEARED')).toEqual([12_050]);
  });
});
