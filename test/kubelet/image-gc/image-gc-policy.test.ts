import { expect, it } from 'vitest';
import { type ImageGcPolicy, imageGcPolicyError, isImageGcOff } from '../../../src/kubelet/image-gc/image-gc-policy.ts';

// NewImageGCManager in pkg/kubelet/images/image_gc_manager.go, StartGarbageCollection in pkg/kubelet/kubelet.go (v1.36.3).

const policy = (highThresholdPercent: number, lowThresholdPercent: number, maxAgeMicros = 0): ImageGcPolicy => ({
  highThresholdPercent,
  lowThresholdPercent,
  minAgeMicros: 0,
  maxAgeMicros,
});

it('refuses thresholds out of range or in the wrong order, in the kubelet’s words', () => {
  expect(imageGcPolicyError(policy(101, 80))).toBe('invalid HighThresholdPercent 101, must be in range [0-100]');
  expect(imageGcPolicyError(policy(85, -1))).toBe('invalid LowThresholdPercent -1, must be in range [0-100]');
  expect(imageGcPolicyError(policy(80, 85))).toBe('LowThresholdPercent 85 can not be higher than HighThresholdPercent 80');
  expect(imageGcPolicyError(policy(85, 85))).toBeUndefined();
});

it('is off at a high threshold of 100, unless images may grow too old', () => {
  expect(isImageGcOff(policy(100, 80))).toBe(true);
  expect(isImageGcOff(policy(100, 80, 1))).toBe(false);
  expect(isImageGcOff(policy(99, 80))).toBe(false);
});
