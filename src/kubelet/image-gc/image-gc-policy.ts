import type { KubeletSettings } from '../configuration/settings.ts';

/** The policy of image GC. Ages are in microseconds; a maximal age of 0 means that there is none. Mirrors `ImageGCPolicy`. */
export interface ImageGcPolicy {
  readonly highThresholdPercent: number;
  readonly lowThresholdPercent: number;
  readonly minAgeMicros: number;
  readonly maxAgeMicros: number;
}

/** Returns the policy of a KubeletConfiguration. */
export function imageGcPolicyOf(settings: KubeletSettings): ImageGcPolicy {
  return {
    highThresholdPercent: settings.imageGCHighThresholdPercent,
    lowThresholdPercent: settings.imageGCLowThresholdPercent,
    minAgeMicros: settings.imageMinimumGCAgeMicros,
    maxAgeMicros: settings.imageMaximumGCAgeMicros,
  };
}

/** Whether the kubelet's 5-minute loop is left out altogether. Mirrors `StartGarbageCollection` in kubelet.go (1.36). */
export function isImageGcOff(policy: ImageGcPolicy): boolean {
  return policy.highThresholdPercent === 100 && policy.maxAgeMicros === 0;
}

/** The kubelet's words for a policy that it refuses, undefined for a good one. Mirrors `NewImageGCManager` (v1.27.16 to v1.36.3). */
export function imageGcPolicyError({ highThresholdPercent: high, lowThresholdPercent: low }: ImageGcPolicy): string | undefined {
  if (high < 0 || high > 100) return `invalid HighThresholdPercent ${high}, must be in range [0-100]`;
  if (low < 0 || low > 100) return `invalid LowThresholdPercent ${low}, must be in range [0-100]`;
  return low > high ? `LowThresholdPercent ${low} can not be higher than HighThresholdPercent ${high}` : undefined;
}
