import { describe, expect, it } from 'vitest';
import {
  type EvictionInput,
  evictionMachine,
  type NodeConditionsChanged,
} from '../../../machines/kubelet/eviction.ts';
import type { ImageGcRequest } from '../../../machines/kubelet/image-gc-protocol.ts';
import type { ImageFsAnswer, ImageInventoryRequest } from '../../../machines/runtime/cri.ts';
import { stage } from '../stage.ts';

/**
 * A disk of 1000 bytes: below 150 the threshold is met, below 160 image GC would act. Each reclaim takes 3 s.
 */
function eviction(freeBytes: number, input: Partial<EvictionInput> = {}) {
  const world = stage();
  const disk: { freeBytes: number; error: string | undefined } = { freeBytes, error: undefined };
  const inventory = world.listen<ImageInventoryRequest>('inventory', (event) => {
    if (event.type !== 'IMAGE_FS.REQUESTED') return;
    const answer: ImageFsAnswer =
      disk.error === undefined
        ? { type: 'IMAGE_FS.ANSWERED', capacityBytes: 1_000, availableBytes: disk.freeBytes }
        : { type: 'IMAGE_FS.FAILED', error: disk.error };
    event.requester.send(answer);
  });
  const imageGc = world.listen<ImageGcRequest>('imageGc', ({ requester }) => {
    world.at(world.kernel.nowMicros + 3_000_000, () =>
      requester.send({ type: 'IMAGE_GC.FINISHED', error: '' }),
    );
  });
  const machine = world.start(evictionMachine, {
    name: 'eviction',
    node: 'node-1',
    recorder: world.recorder,
    clock: world.clock,
    disk: world.listen('disk'),
    inventory,
    imageGc,
    kubelet: world.listen<NodeConditionsChanged>('kubelet'),
    thresholds: [{ signal: 'imagefs.available', below: { percent: 15 } }],
    levels: { gcBelowBytes: 160, evictionBelowBytes: 150 },
    pressureTransitionMicros: 30_000_000,
    originMicros: 0,
    ...input,
  });
  const runTo = (seconds: number) => world.run(seconds * 1_000_000);
  return {
    ...world,
    disk,
    runTo,
    low: () => machine.send({ type: 'DISK.LOW' }),
    /** When it looked, and when it deleted, in seconds. */
    looks: () => world.timesOf('inventory', 'IMAGE_FS.REQUESTED').map((ms) => ms / 1000),
    reclaims: () => world.timesOf('imageGc', 'UNUSED_IMAGES.DELETE_REQUESTED').map((ms) => ms / 1000),
    conditions: () =>
      world.heard.flatMap(({ by, atMicros, message }) =>
        by === 'kubelet' ? [[atMicros / 1e6, message.conditions]] : [],
      ),
    told: () =>
      world.observed.map(({ atMicros, observation: one }) => {
        const what =
          one.type === 'condition'
            ? `${one.condition}=${one.status}`
            : one.type === 'event'
              ? one.reason
              : one.type;
        return `${atMicros / 1e6} ${what}`;
      }),
  };
}

// synchronize and reclaimNodeLevelResources of pkg/kubelet/eviction/eviction_manager.go, v1.36.3.
describe('the eviction manager', () => {
  it('lets the disk watch itself, and looks at the next tick of 10 s after it got low', () => {
    const world = eviction(155);
    expect(world.messagesTo('disk')).toMatchObject([
      { type: 'SPACE.WATCHED', levels: { gcBelowBytes: 160, evictionBelowBytes: 150 } },
    ]);
    world.at(12_500_000, world.low);
    world.at(13_000_000, world.low);
    world.runTo(19);
    expect(world.looks()).toEqual([]);
    world.runTo(45);
    expect(world.looks()).toEqual([20, 30, 40]);
    expect(world.unhandled).toEqual([]);
  });

  it.each([
    ['a moment at which it has looked', 4_000_000],
    ['one at which it will look', 24_000_000],
  ])('takes its ticks from %s', (_, originMicros) => {
    const world = eviction(155, { originMicros });
    world.at(5_000_000, world.low);
    world.runTo(30);
    expect(world.looks()).toEqual([14, 24]);
  });

  it('waits a whole period where the disk got low at the very tick', () => {
    const world = eviction(155);
    world.at(10_000_000, world.low);
    world.runTo(25);
    expect(world.looks()).toEqual([20]);
  });

  it('deletes nothing while no threshold is met, and rests once there is room', () => {
    const world = eviction(150);
    world.low();
    world.runTo(25);
    world.disk.freeBytes = 160;
    world.runTo(60);
    expect(world.looks()).toEqual([10, 20, 30]);
    expect(world.reclaims()).toEqual([]);
    expect(world.told()).toEqual([]);
    world.low();
    world.runTo(75);
    expect(world.looks()).toEqual([10, 20, 30, 70]);
  });

  it('reports disk pressure before it deletes unused images', () => {
    const world = eviction(149);
    world.low();
    world.runTo(12);
    expect(world.told()).toEqual([
      '10 DiskPressure=True',
      '10 NodeHasDiskPressure',
      '10 EvictionThresholdMet',
    ]);
    expect(world.conditions()).toEqual([[10, ['DiskPressure']]]);
    expect(world.reclaims()).toEqual([10]);
    expect(world.observed.every(({ actor }) => actor === 'eviction')).toBe(true);
  });

  // evictionMonitoringPeriod counts from the end of the reclaim.
  it('reclaims again and again while the threshold is met, with an event each time and one condition', () => {
    const world = eviction(100);
    world.low();
    world.runTo(40);
    expect(world.reclaims()).toEqual([10, 23, 36]);
    expect(world.told().slice(2)).toEqual([
      '10 EvictionThresholdMet',
      '23 EvictionThresholdMet',
      '36 EvictionThresholdMet',
    ]);
    expect(world.conditions()).toHaveLength(1);
  });

  // evictionPressureTransitionPeriod: counted from the last time that the threshold was met.
  it('takes the pressure back after the transition period, and not before', () => {
    const world = eviction(100);
    world.low();
    world.runTo(30);
    world.disk.freeBytes = 500;
    world.runTo(120);
    expect(world.reclaims()).toEqual([10, 23]);
    expect(world.looks()).toEqual([10, 23, 36, 46, 56, 60]);
    expect(world.told().slice(-2)).toEqual(['56 DiskPressure=False', '56 NodeHasNoDiskPressure']);
    expect(world.conditions().slice(1)).toEqual([[56, []]]);
  });

  it('takes it back at the very end of the period', () => {
    const world = eviction(100, { pressureTransitionMicros: 33_000_000 });
    world.low();
    world.runTo(12);
    world.disk.freeBytes = 500;
    world.runTo(120);
    expect(world.conditions().slice(1)).toEqual([[43, []]]);
  });

  it('takes a threshold that is met again for a new beginning of the transition period', () => {
    const world = eviction(100);
    world.low();
    world.runTo(12);
    world.disk.freeBytes = 500;
    world.runTo(30);
    world.disk.freeBytes = 100;
    world.runTo(34);
    world.disk.freeBytes = 500;
    world.runTo(120);
    expect(world.reclaims()).toEqual([10, 33]);
    expect(world.conditions().slice(1)).toEqual([[66, []]]);
  });

  it('changes nothing while the stats fail', () => {
    const world = eviction(100);
    world.disk.error = 'boom';
    world.low();
    world.runTo(25);
    expect(world.told()).toEqual([]);
    world.disk.error = undefined;
    world.runTo(34);
    world.disk.error = 'boom';
    world.runTo(80);
    expect(world.looks()).toEqual([10, 20, 30, 43, 53, 63, 73]);
    expect(world.reclaims()).toEqual([30]);
    expect(world.conditions()).toEqual([[30, ['DiskPressure']]]);
  });

  it('goes by any one of its thresholds, in percent of the disk or in bytes', () => {
    const thresholds = [
      { signal: 'nodefs.available', below: { bytes: 300 } },
      { signal: 'imagefs.available', below: { percent: 15 } },
    ] as const;
    const levels = { gcBelowBytes: 160, evictionBelowBytes: 300 };
    for (const [freeBytes, reclaims] of [
      [299, [10]],
      [300, []],
    ] as const) {
      const world = eviction(freeBytes, { thresholds, levels });
      world.low();
      world.runTo(15);
      expect(world.reclaims()).toEqual(reclaims);
    }
  });

  it('stays alert below the eviction’s level, even where image GC would not act', () => {
    const levels = { gcBelowBytes: 0, evictionBelowBytes: 200 };
    const world = eviction(199, { thresholds: [], levels });
    world.low();
    world.runTo(35);
    expect(world.looks()).toEqual([10, 20, 30]);
  });
});
