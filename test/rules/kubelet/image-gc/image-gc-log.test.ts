import { describe, expect, it } from 'vitest';
import {
  failedObservation,
  finishedObservation,
  removedObservation,
} from '../../../../src/rules/kubelet/image-gc/image-gc-log.ts';
import {
  allBytes,
  diskUsage,
  type ImageGcPolicy,
} from '../../../../src/rules/kubelet/image-gc/image-gc-policy.ts';
import { beginRound, type ImageGcRound } from '../../../../src/rules/kubelet/image-gc/image-gc-round.ts';
import { type ImageRecord, never } from '../../../../src/rules/kubelet/image-gc/image-records.ts';

const image = (id: string, more: Partial<ImageRecord> = {}): ImageRecord => ({
  id,
  repoTags: [`${id}:1`],
  repoDigests: [],
  sizeBytes: 100,
  pinned: false,
  firstDetectedMicros: 3_000,
  lastUsedMicros: never,
  ...more,
});
const policy: ImageGcPolicy = {
  highThresholdPercent: 85,
  lowThresholdPercent: 80,
  minAgeMicros: 1_000,
  maxAgeMicros: 0,
};
const round = (more: Partial<ImageGcRound> = {}): ImageGcRound => ({
  ...beginRound(10_000),
  candidates: [image('a')],
  ...more,
});

describe('the record of a removal', () => {
  it('has the image, the time of its detection, and the bytes listed and freed', () => {
    expect(removedObservation(round(), 'loop', { freedBytes: 60, heldBytes: 40 })).toEqual({
      type: 'imageGC',
      state: 'removed',
      trigger: 'loop',
      image: 'a:1',
      ref: 'a',
      reason: 'space',
      firstDetectedMs: 3,
      believedBytes: 100,
      freedBytes: 60,
      heldBytes: 40,
    });
  });

  it('that failed has the error', () => {
    const used = image('a', { firstDetectedMicros: never, lastUsedMicros: 5_000 });
    expect(failedObservation(round({ reason: 'age', candidates: [used] }), 'loop', 'boom')).toEqual({
      type: 'imageGC',
      state: 'failed',
      trigger: 'loop',
      image: 'a:1',
      ref: 'a',
      reason: 'age',
      lastUsedMs: 5,
      error: 'boom',
    });
  });

  it('names an image without a tag by its digest, and one without either by its id', () => {
    const nameOf = (more: Partial<ImageRecord>) =>
      failedObservation(round({ candidates: [image('a', more)] }), 'loop', '').image;
    expect(nameOf({ repoDigests: ['a@sha256:1'] })).toBe('a:1');
    expect(nameOf({ repoTags: [], repoDigests: ['a@sha256:1'] })).toBe('a@sha256:1');
    expect(nameOf({ repoTags: [] })).toBe('a');
  });
});

describe('the record of the end of a round', () => {
  const finished = (more: Partial<ImageGcRound>, ...images: readonly ImageRecord[]) =>
    finishedObservation(
      round(more),
      'loop',
      new Map(images.map((one) => [one.id, one])),
      new Set(['used']),
      policy,
    );

  it('says why each image is still there; one that could not be removed has a record of its own', () => {
    const failed = image('failed');
    const { kept } = finished(
      { failed: [failed, image('other')] },
      image('used', { pinned: true }),
      image('pinned'),
      image('pause', { pinned: true }),
      failed,
      image('now', { lastUsedMicros: 10_000 }),
      image('young', { firstDetectedMicros: 9_500 }),
    );
    expect(kept).toEqual([
      { image: 'used:1', because: 'inUse' },
      { image: 'pinned:1', because: 'enoughFreed' },
      { image: 'pause:1', because: 'pinned' },
      { image: 'now:1', because: 'justUsed' },
      { image: 'young:1', because: 'tooYoung' },
    ]);
  });

  it('has no figures of the disk where the disk was not measured', () => {
    expect(finished({ removed: [image('a')], believedBytes: 100n, freedBytes: 60 })).toEqual({
      type: 'imageGC',
      state: 'finished',
      trigger: 'loop',
      removed: 1,
      believedBytes: 100,
      freedBytes: 60,
      kept: [],
    });
  });

  it('has the disk usage before and after, the bytes to be freed, and the error', () => {
    const usage = diskUsage(1_000, 100);
    const told = finished({ usage, bytesToFree: 100n, freedForSpaceBytes: 60, error: 'boom' });
    expect(told).toMatchObject({ usedPercent: 90, usedPercentAfter: 84, bytesToFree: 100, error: 'boom' });
    expect(finished({ usage, bytesToFree: -5n })).toMatchObject({ usedPercentAfter: 90, bytesToFree: 0 });
    // The eviction manager removes all that it can.
    expect(finished({ usage, bytesToFree: allBytes })).not.toHaveProperty('bytesToFree');
    expect(finished({ usage })).not.toHaveProperty('error');
  });
});
