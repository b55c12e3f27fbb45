import { describe, expect, it } from 'vitest';
import {
  imageGcRules1_27,
  imageGcRules1_29,
  imageGcRules1_30,
} from '../../../src/rules/kubelet/image-gc/image-gc-rules.ts';
import { available, containersOf, hourMicros, imageGcWorld, listed } from './image-gc-world.ts';

const collect = 'IMAGES.COLLECT_REQUESTED';
const deleteUnused = 'UNUSED_IMAGES.DELETE_REQUESTED';

// GarbageCollect of pkg/kubelet/images/image_gc_manager.go, v1.36.3
describe('a round of the loop', () => {
  it('looks at images and containers first, then at the disk, and does nothing where there is room', () => {
    const world = imageGcWorld();
    expect(world.callAt(0, collect)).toEqual([
      '0 list images',
      '0 list containers',
      '0 look at the disk',
      '0 caller done',
    ]);
  });

  it('removes one image after the other, until the low threshold is met, and prunes the pull records at the end', () => {
    const world = imageGcWorld({
      fs: available(50),
      images: ['a', 'b', 'c', 'd'].map((id) => listed(id)),
      containers: containersOf('a'),
    });
    expect(world.callAt(1_000, collect)).toEqual([
      '1 list images',
      '1 list containers',
      '1 look at the disk',
      '1 remove b by gc',
      '1 removed b:1 for space by loop',
      '251 remove c by gc',
      '251 removed c:1 for space by loop',
      '501 prune all but [] since 1',
      '501 finished by loop, removed 2, kept [a:1 inUse, d:1 enoughFreed]',
      '501 caller done',
    ]);
    expect(world.observations()).toMatchObject([
      { ref: 'b', believedBytes: 100, freedBytes: 60, heldBytes: 7, firstDetectedMs: 1 },
      { ref: 'c' },
      { believedBytes: 200, freedBytes: 120, usedPercent: 95, usedPercentAfter: 83, bytesToFree: 150 },
    ]);
  });

  it('acts at the high threshold itself, and not a percent below it', () => {
    expect(imageGcWorld({ fs: available(150) }).callAt(0, collect)).toContain('0 remove a by gc');
    expect(imageGcWorld({ fs: available(160) }).callAt(0, collect)).not.toContain('0 remove a by gc');
  });

  it('fails with an event where the images that may be removed do not free enough', () => {
    const world = imageGcWorld({ fs: available(0), images: [listed('a')] }, { rules: imageGcRules1_30 });
    const error =
      'Failed to garbage collect required amount of images. Attempted to free 200 bytes, but only found 100 bytes eligible to free.';
    expect(world.callAt(0, collect).slice(5)).toEqual([
      `250 Warning FreeDiskSpaceFailed: ${error}`,
      '250 finished by loop, removed 1, kept []',
      `250 caller done: ${error}`,
    ]);
  });

  it('goes on after a removal that failed, and fails in the end without pruning anything', () => {
    const world = imageGcWorld({ fs: available(150), removeErrors: { a: 'in use' } });
    expect(world.callAt(0, collect).slice(3)).toEqual([
      '0 remove a by gc',
      '0 failed a:1 for space by loop: in use',
      '250 remove b by gc',
      '250 removed b:1 for space by loop',
      '500 finished by loop, removed 1, kept [c:1 enoughFreed]',
      '500 caller done: wanted to free 50 bytes, but freed 100 bytes space with errors in image deletion: in use',
    ]);
  });

  it('fails with InvalidDiskCapacity while there are no stats yet', () => {
    const world = imageGcWorld({ fs: available(0) }, { statsReadyMicros: 10_000_000 });
    const invalid = 'invalid capacity 0 on image filesystem';
    expect(world.callAt(9_999_999, collect).slice(3)).toEqual([
      `9999.999 Warning InvalidDiskCapacity: ${invalid}`,
      `9999.999 caller done: ${invalid}`,
    ]);
    expect(
      imageGcWorld({ fs: available(0) }, { statsReadyMicros: 10_000_000 }).callAt(10_000_000, collect),
    ).toContain('10000 remove a by gc');
  });

  it.each([
    ['images', { listError: 'boom' }, 'boom', 1],
    ['containers', { containers: { type: 'CONTAINERS.LIST_FAILED', error: 'boom' } }, 'boom', 2],
    [
      'a container’s mounts',
      {
        containers: {
          type: 'CONTAINERS.LISTED',
          containers: [{ imageRef: 'a', mountedImageRefs: [], statusError: 'boom' }],
        },
      },
      'get container status: boom',
      2,
    ],
    ['stats', { fs: { type: 'IMAGE_FS.FAILED', error: 'boom' } }, 'boom', 3],
  ] as const)('ends with the first error: of %s', (_, changes, error, calls) => {
    const said = imageGcWorld(changes).callAt(0, collect);
    expect(said.slice(calls)).toEqual([`0 caller done: ${error}`]);
  });

  // The trace, not the kubelet: a quiet node writes nothing.
  it('reports an unchanged shortage once, and again after it has removed an image', () => {
    const world = imageGcWorld({ fs: available(0), containers: containersOf('a', 'b', 'c') });
    const ends = (atMicros: number) =>
      world.callAt(atMicros, collect).filter((line) => line.includes('finished'));
    expect(ends(0)).toHaveLength(1);
    expect(ends(300_000_000)).toEqual([]);
    world.script.containers = containersOf('a', 'b');
    expect(ends(600_000_000)).toEqual(['600250 finished by loop, removed 1, kept [a:1 inUse, b:1 inUse]']);
  });
});

// Start and detectImages: an image is as old as image GC's knowledge of it.
describe('ages', () => {
  it('count from the first look, at the time that the loop gives, and spare images that are too young', () => {
    const world = imageGcWorld(
      { fs: available(150), images: [listed('a')] },
      {
        policy: {
          highThresholdPercent: 85,
          lowThresholdPercent: 80,
          minAgeMicros: 120_000_000,
          maxAgeMicros: 0,
        },
      },
    );
    expect(world.callAt(0, 'IMAGES.DETECT_REQUESTED', -10_000_000)).toEqual([
      '0 list images',
      '0 list containers',
      '0 caller done',
    ]);
    world.script.images = [listed('a'), listed('b')];
    const said = world.callAt(110_000_000, collect);
    expect(said.slice(3)).toEqual([
      '110000 remove a by gc',
      '110000 removed a:1 for space by loop',
      '110250 prune all but [] since 110000',
      '110250 finished by loop, removed 1, kept [b:1 tooYoung]',
      '110250 caller done',
    ]);
    expect(world.observations()[0]).toMatchObject({ ref: 'a', firstDetectedMs: -10_000 });
  });

  it('are forgotten with the image', () => {
    const world = imageGcWorld({ fs: available(150), images: [listed('a')] });
    world.callAt(0, collect);
    world.script.images = [listed('a')];
    world.callAt(300_000_000, collect);
    const removals = world
      .observations()
      .flatMap((one) => (one.type === 'imageGC' && one.state === 'removed' ? [one.firstDetectedMs] : []));
    expect(removals).toEqual([0, 300_000]);
  });

  it('of images that were passed over keep their pull records', () => {
    const policy = {
      highThresholdPercent: 85,
      lowThresholdPercent: 80,
      minAgeMicros: 50_000_000,
      maxAgeMicros: 0,
    };
    const world = imageGcWorld({ fs: available(140), images: [listed('a')] }, { policy });
    world.callAt(0, 'IMAGES.DETECT_REQUESTED');
    world.script.images = [listed('a'), listed('b')];
    world.script.fs = available(0);
    expect(world.callAt(60_000_000, collect)).toContain('60250 prune all but [b] since 60000');
  });
});

// freeOldImages and imageMaximumGCAge (v1.29 and later).
describe('the maximal age', () => {
  const policy = {
    highThresholdPercent: 85,
    lowThresholdPercent: 80,
    minAgeMicros: 0,
    maxAgeMicros: hourMicros,
  };

  it('takes images before the disk is looked at, once the kubelet is older than that', () => {
    const world = imageGcWorld({}, { policy });
    expect(world.callAt(hourMicros, collect).slice(2)).toEqual([
      `${hourMicros / 1000} look at the disk`,
      `${hourMicros / 1000} caller done`,
    ]);
    const began = hourMicros / 1000 + 300_000;
    expect(world.callAt(began * 1000, collect)).toEqual([
      `${began} list images`,
      `${began} list containers`,
      `${began} remove a by gc`,
      `${began} removed a:1 for age by loop`,
      `${began + 250} remove b by gc`,
      `${began + 250} removed b:1 for age by loop`,
      `${began + 500} remove c by gc`,
      `${began + 500} removed c:1 for age by loop`,
      `${began + 750} look at the disk`,
      `${began + 750} finished by loop, removed 3, kept []`,
      `${began + 750} caller done`,
    ]);
  });

  it('leaves the rest to the pass for space, which counts its own removals only', () => {
    const world = imageGcWorld({ containers: containersOf('b', 'c') }, { policy });
    world.callAt(hourMicros - 100_000_000, 'IMAGES.DETECT_REQUESTED');
    world.script.containers = containersOf();
    world.script.fs = available(150);
    const began = hourMicros / 1000 + 60_000;
    expect(world.callAt(began * 1000, collect).slice(2)).toEqual([
      `${began} remove a by gc`,
      `${began} removed a:1 for age by loop`,
      `${began + 250} look at the disk`,
      `${began + 250} remove b by gc`,
      `${began + 250} removed b:1 for space by loop`,
      `${began + 500} prune all but [] since ${began}`,
      `${began + 500} finished by loop, removed 2, kept [c:1 enoughFreed]`,
      `${began + 500} caller done`,
    ]);
  });

  it('ends the round where a removal failed: the disk is not looked at', () => {
    const world = imageGcWorld({ removeErrors: { b: 'in use' }, fs: available(0) }, { policy });
    const said = world.callAt(2 * hourMicros, collect);
    expect(said.slice(-2)).toEqual([
      `${2 * 3_600_000 + 750} finished by loop, removed 2, kept []`,
      `${2 * 3_600_000 + 750} caller done: wanted to free images older than 1h0m0s, encountered errors in image deletion: in use`,
    ]);
    expect(said.join()).not.toContain('disk');
    expect(said).toContain(`${2 * 3_600_000 + 250} failed b:1 for age by loop: in use`);
  });

  it('counts from the kubelet’s own start', () => {
    const restarted = imageGcWorld({}, { policy, beganMicros: 1_000_000_000 });
    expect(restarted.callAt(hourMicros + 1_000_000_000, collect).join()).not.toContain('remove');
    const old = imageGcWorld({}, { policy, beganMicros: -hourMicros });
    expect(old.callAt(1_000, collect)).toContain('1 removed a:1 for age by loop');
  });

  // freeOldImages of pkg/kubelet/images/image_gc_manager.go (v1.29.15, v1.30.0)
  it('does not wait for the kubelet to be that old in 1.29', () => {
    const young = { policy, beganMicros: 1_000_000_000 };
    const collected = (rules: typeof imageGcRules1_29) =>
      imageGcWorld({}, { ...young, rules }).callAt(hourMicros + 1_000_000_000, collect);
    expect(collected(imageGcRules1_29)).toContain('4600000 removed a:1 for age by loop');
    expect(collected(imageGcRules1_30).join()).not.toContain('remove');
  });

  it('is not known before 1.29', () => {
    const world = imageGcWorld({}, { policy, rules: imageGcRules1_27 });
    expect(world.callAt(2 * hourMicros, collect)).toEqual([
      '7200000 look at the disk',
      '7200000 caller done',
    ]);
  });
});

// GarbageCollect of v1.27.16: the stats come first, and no image is looked at while there is room.
it('to 1.28 looks at the disk first, and prunes no records', () => {
  const world = imageGcWorld({ fs: available(150), images: [listed('a')] }, { rules: imageGcRules1_27 });
  expect(world.callAt(1_000, collect)).toEqual([
    '1 look at the disk',
    '1 list images',
    '1 list containers',
    '1 remove a by gc',
    '1 removed a:1 for space by loop',
    '251 finished by loop, removed 1, kept []',
    '251 caller done',
  ]);
});

it('to 1.28 looks at the disk for the loop only: detection and eviction go straight to the images', () => {
  const world = imageGcWorld({}, { rules: imageGcRules1_27 });
  expect(world.callAt(0, 'IMAGES.DETECT_REQUESTED')[0]).toBe('0 list images');
  expect(world.callAt(100_000_000, deleteUnused)[0]).toBe('100000 list images');
});

// DeleteUnusedImages, called by reclaimNodeLevelResources of the eviction manager.
describe('a call of the eviction manager', () => {
  it('removes every unused image that is old enough, at any disk usage, and reports no shortage', () => {
    const world = imageGcWorld({
      images: [listed('a'), listed('b'), listed('p', { pinned: true })],
      containers: containersOf('b'),
    });
    expect(world.callAt(0, deleteUnused)).toEqual([
      '0 list images',
      '0 list containers',
      '0 remove a by gc',
      '0 removed a:1 for space by diskPressure',
      '250 prune all but [] since 0',
      '250 finished by diskPressure, removed 1, kept [b:1 inUse, p:1 pinned]',
      '250 caller done',
    ]);
    expect(world.observations().at(-1)).not.toHaveProperty('bytesToFree');
  });

  it('waits for the round under way, and each caller gets the answer to its own call', () => {
    const world = imageGcWorld({ fs: available(150) });
    world.ask(collect, { name: 'loop' });
    world.at(100_000, () => world.ask(deleteUnused, { name: 'eviction' }));
    world.at(150_000, () => world.ask('IMAGES.DETECT_REQUESTED', { name: 'detection' }));
    world.run(10_000_000);
    expect(world.log.filter((line) => line.includes('done') || line.includes(' list images'))).toEqual([
      '0 list images',
      '250 loop done',
      '250 list images',
      '750 eviction done',
      '750 list images',
      '750 detection done',
    ]);
  });
});

it('reports an answer that it did not wait for', () => {
  const world = imageGcWorld();
  world.manager.send({ type: 'IMAGES.LISTED', images: [] });
  expect(world.log).toEqual(['0 unhandled IMAGES.LISTED']);
});
