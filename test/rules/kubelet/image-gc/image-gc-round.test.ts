import { describe, expect, it } from 'vitest';
import type { ImageGcPolicy } from '../../../../src/rules/kubelet/image-gc/image-gc-policy.ts';
import * as gc from '../../../../src/rules/kubelet/image-gc/image-gc-round.ts';
import {
  detectImages,
  type ImageRecord,
  imagesInEvictionOrder,
  imagesInUse,
  type ListedImage,
  never,
} from '../../../../src/rules/kubelet/image-gc/image-records.ts';

// pkg/kubelet/images/image_gc_manager.go (v1.36.3): detectImages, imagesInEvictionOrder, freeOldImages,
// freeSpace

const listed = (id: string, more: Partial<ListedImage> = {}): ListedImage => ({
  id,
  repoTags: [`${id}:1`],
  repoDigests: [],
  sizeBytes: 100,
  pinned: false,
  ...more,
});
const image = (id: string, firstDetectedMicros: number, lastUsedMicros: number): ImageRecord => ({
  ...listed(id),
  firstDetectedMicros,
  lastUsedMicros,
});
const policy: ImageGcPolicy = {
  highThresholdPercent: 85,
  lowThresholdPercent: 80,
  minAgeMicros: 100,
  maxAgeMicros: 1000,
};
const roundOf = (beganMicros: number, ...rest: ImageRecord[]) => ({ ...gc.beginRound(beganMicros), rest });
const ids = (images: readonly ImageRecord[]) => images.map(({ id }) => id);

describe('detection', () => {
  it('dates an image once, its use at each look, and forgets it when it is gone', () => {
    const first = detectImages(new Map(), [listed('a'), listed('b')], new Set(['a']), 10, 12);
    expect(
      [...first.values()].map(({ id, firstDetectedMicros, lastUsedMicros }) => [
        id,
        firstDetectedMicros,
        lastUsedMicros,
      ]),
    ).toEqual([
      ['a', 10, 12],
      ['b', 10, never],
    ]);
    const second = detectImages(first, [listed('a')], new Set(), 20, 20);
    expect(
      [...second.values()].map(({ id, firstDetectedMicros, lastUsedMicros }) => [
        id,
        firstDetectedMicros,
        lastUsedMicros,
      ]),
    ).toEqual([['a', 10, 12]]);
  });

  it('counts containers by image id, their mounts where the release looks at them, and a sandbox image by its tag', () => {
    const users = [{ imageRef: 'a', mountedImageRefs: ['b'] }];
    const images = [listed('a'), listed('b'), listed('c')];
    const rules = { countsImageVolumes: false, sandboxImage: undefined };
    expect(imagesInUse(users, images, rules)).toEqual({ inUse: new Set(['a']) });
    expect(imagesInUse(users, images, { ...rules, countsImageVolumes: true })).toEqual({
      inUse: new Set(['a', 'b']),
    });
    expect(imagesInUse(users, images, { ...rules, sandboxImage: 'c:1' })).toEqual({
      inUse: new Set(['a', 'c']),
    });
    const failing = [{ imageRef: 'a', mountedImageRefs: [], statusError: 'boom' }];
    expect(imagesInUse(failing, images, { ...rules, countsImageVolumes: true })).toEqual({
      error: 'get container status: boom',
    });
  });
});

describe('the order', () => {
  it('is by last use, then by detection; never used images go first', () => {
    const records = [
      image('used', 0, 50),
      image('young', 9, never),
      image('old', 3, never),
      image('recent', 0, 80),
    ];
    expect(ids(imagesInEvictionOrder(new Map(records.map((one) => [one.id, one])), new Set(), true))).toEqual(
      ['old', 'young', 'used', 'recent'],
    );
  });

  it('leaves out what is in use and what is pinned, where the release knows pins', () => {
    const records = new Map([
      ['used', image('used', 0, 50)],
      ['pinned', { ...image('pinned', 0, never), pinned: true }],
    ]);
    expect(ids(imagesInEvictionOrder(records, new Set(['used']), true))).toEqual([]);
    expect(ids(imagesInEvictionOrder(records, new Set(['used']), false))).toEqual(['pinned']);
  });
});

describe('a pass', () => {
  it('for age takes images that were never used, at any age, and leaves the rest to the other', () => {
    const round = gc.selectOldImages(
      roundOf(2000, image('new', 2000, never), image('used', 0, 1000), image('older', 0, 999)),
      policy,
    );
    expect(ids(round.candidates)).toEqual(['new', 'older']);
    expect(ids(round.rest)).toEqual(['used']);
  });

  it('for space skips images used since its beginning, and those detected less than the minimal age ago', () => {
    const round = gc.skipIneligible(
      gc.selectForSpace(
        roundOf(200, image('young', 101, never), image('now', 0, 200), image('ripe', 100, never)),
        50n,
      ),
      policy,
    );
    expect(gc.nextImage(round).id).toBe('ripe');
    expect(gc.remainingImages(round)).toEqual(['young', 'now']);
  });

  it('for space ends once enough is freed by the runtime’s sizes, not by those of the disk', () => {
    const round = gc.selectForSpace(roundOf(200, image('a', 0, never), image('b', 0, never)), 100n);
    expect(gc.hasFreedEnough(round)).toBe(false);
    const after = gc.afterRemoval(round, 0);
    expect(gc.hasFreedEnough(after)).toBe(true);
    expect(gc.remainingImages(after)).toEqual([]);
    expect({ freed: after.freedBytes, believed: after.believedBytes }).toEqual({ freed: 0, believed: 100n });
  });

  it('for space removes one image even where nothing is to be freed', () => {
    expect(gc.hasFreedEnough(gc.selectForSpace(roundOf(200, image('a', 0, never)), -9n))).toBe(false);
  });
});
