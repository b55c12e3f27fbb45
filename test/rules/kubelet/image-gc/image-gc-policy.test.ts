import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  actsBelowBytes,
  bytesToFree,
  diskUsage,
  type ImageGcPolicy,
  imageGcPolicyError,
  isImageGcOff,
} from '../../../../src/rules/kubelet/image-gc/image-gc-policy.ts';

// NewImageGCManager in pkg/kubelet/images/image_gc_manager.go, StartGarbageCollection in
// pkg/kubelet/kubelet.go (v1.36.3).

const policy = (
  highThresholdPercent: number,
  lowThresholdPercent: number,
  maxAgeMicros = 0,
): ImageGcPolicy => ({
  highThresholdPercent,
  lowThresholdPercent,
  minAgeMicros: 0,
  maxAgeMicros,
});

it('refuses thresholds out of range or in the wrong order, in the kubelet’s words', () => {
  expect(imageGcPolicyError(policy(101, 80))).toBe(
    'invalid HighThresholdPercent 101, must be in range [0-100]',
  );
  expect(imageGcPolicyError(policy(85, -1))).toBe('invalid LowThresholdPercent -1, must be in range [0-100]');
  expect(imageGcPolicyError(policy(80, 85))).toBe(
    'LowThresholdPercent 85 can not be higher than HighThresholdPercent 80',
  );
  expect(imageGcPolicyError(policy(85, 85))).toBeUndefined();
});

it('is off at a high threshold of 100, unless images may grow too old', () => {
  expect(isImageGcOff(policy(100, 80))).toBe(true);
  expect(isImageGcOff(policy(100, 80, 1))).toBe(false);
  expect(isImageGcOff(policy(99, 80))).toBe(false);
});

describe('disk usage', () => {
  // GarbageCollect in pkg/kubelet/images/image_gc_manager.go (v1.36.3)

  const policy = (highThresholdPercent: number, lowThresholdPercent: number): ImageGcPolicy => ({
    highThresholdPercent,
    lowThresholdPercent,
    minAgeMicros: 0,
    maxAgeMicros: 0,
  });
  const used = (capacity: number | undefined, available: number | undefined) =>
    diskUsage(capacity, available)?.usedPercent;
  const toFree = (capacity: number, available: number, high = 85, low = 80) => {
    const usage = diskUsage(capacity, available);
    return usage === undefined ? undefined : bytesToFree(usage, policy(high, low));
  };

  describe('the usage of the image file system', () => {
    it('is rounded up: 15.9 % free counts as 85 % used', () => {
      expect(used(1000, 159)).toBe(85);
      expect(used(1000, 160)).toBe(84);
      expect(used(1000, 0)).toBe(100);
    });

    it('is unknown without a capacity; an absent figure of available bytes means none', () => {
      expect(used(undefined, 5)).toBeUndefined();
      expect(used(0, 5)).toBeUndefined();
      expect(used(1000, undefined)).toBe(100);
    });

    it('takes more available than there is for all of it', () => {
      expect(used(1000, 5000)).toBe(0);
    });

    it('is exact where a hundred times the bytes are not whole numbers any more', () => {
      expect(used(9_007_199_254_740_991, 1_351_079_888_211_148)).toBe(86);
      expect(used(9_007_199_254_740_991, 1_351_079_888_211_149)).toBe(85);
    });
  });

  describe('the bytes to free', () => {
    it('are none below the high threshold, and lead down to the low one', () => {
      expect(toFree(1000, 160)).toBeUndefined();
      expect(toFree(1000, 50)).toBe(150n);
    });

    it('may be negative, because usage is rounded and the amount is not', () => {
      expect(toFree(1000, 159, 85, 85)).toBe(-9n);
    });

    it('are cut to whole bytes', () => {
      expect(toFree(1001, 0)).toBe(200n);
    });
  });

  describe('the level that the disk watches for image GC', () => {
    it('is passed exactly where a round would act', () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 10_000 }),
          fc.nat(10_000),
          fc.integer({ min: 0, max: 100 }),
          (capacity, free, high) => {
            const available = Math.min(free, capacity);
            expect(available < actsBelowBytes(capacity, high) || high === 0).toBe(
              toFree(capacity, available, high, 0) !== undefined,
            );
          },
        ),
      );
      // 14 / 100 * 100 is more than 14 as a floating-point number.
      expect(actsBelowBytes(14, 1)).toBe(14);
    });
  });
});
