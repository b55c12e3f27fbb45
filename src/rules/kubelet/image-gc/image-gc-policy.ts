import type { KubeletSettings } from '../configuration/settings.ts';

/**
 * The policy of image GC. Ages are in microseconds; a maximal age of 0 means that there is none. Mirrors
 * `ImageGCPolicy`.
 */
export interface ImageGcPolicy {
  readonly highThresholdPercent: number;
  readonly lowThresholdPercent: number;
  readonly minAgeMicros: number;
  readonly maxAgeMicros: number;
}

/** Returns the policy of a KubeletConfiguration. */
export function imageGcPolicy(settings: KubeletSettings): ImageGcPolicy {
  return {
    highThresholdPercent: settings.imageGCHighThresholdPercent,
    lowThresholdPercent: settings.imageGCLowThresholdPercent,
    minAgeMicros: settings.imageMinimumGCAgeMicros,
    maxAgeMicros: settings.imageMaximumGCAgeMicros,
  };
}

/**
 * Whether the kubelet's 5-minute loop is left out altogether. Mirrors `StartGarbageCollection` in kubelet.go
 * (1.36).
 */
export function isImageGcOff(policy: ImageGcPolicy): boolean {
  return policy.highThresholdPercent === 100 && policy.maxAgeMicros === 0;
}

/**
 * The kubelet's words for a policy that it refuses, undefined for a good one. Mirrors `NewImageGCManager`
 * (v1.27.16 to v1.36.3).
 */
export function imageGcPolicyError({
  highThresholdPercent: high,
  lowThresholdPercent: low,
}: ImageGcPolicy): string | undefined {
  if (high < 0 || high > 100) return `invalid HighThresholdPercent ${high}, must be in range [0-100]`;
  if (low < 0 || low > 100) return `invalid LowThresholdPercent ${low}, must be in range [0-100]`;
  return low > high
    ? `LowThresholdPercent ${low} can not be higher than HighThresholdPercent ${high}`
    : undefined;
}

/**
 * The usage of the image file system as image GC sees it. Bytes are int64 as in Go, because 100 times a
 * capacity is no exact number.
 */
export interface DiskUsage {
  readonly capacityBytes: bigint;
  readonly availableBytes: bigint;
  /** The percentage of the capacity, rounded up: 15.9 % free counts as 85 % used. */
  readonly usedPercent: number;
}

/**
 * Reads the stats; undefined where they show no capacity. More available than there is counts as all.
 * Mirrors the arithmetic of `GarbageCollect` in image_gc_manager.go (v1.27.16 to v1.36.3).
 */
export function diskUsage(
  capacityBytes: number | undefined,
  availableBytes: number | undefined,
): DiskUsage | undefined {
  const capacity = BigInt(capacityBytes ?? 0);
  if (capacity === 0n) return undefined;
  const reportedBytes = BigInt(availableBytes ?? 0);
  const available = reportedBytes > capacity ? capacity : reportedBytes;
  const freePercent = int64(available * 100n) / capacity;
  return { capacityBytes: capacity, availableBytes: available, usedPercent: 100 - Number(freePercent) };
}

/**
 * The bytes to free to get down to the low threshold; undefined below the high one. May be negative: rounding
 * makes it so.
 */
export function bytesToFree(usage: DiskUsage, policy: ImageGcPolicy): bigint | undefined {
  if (usage.usedPercent < policy.highThresholdPercent) return undefined;
  return int64(usage.capacityBytes * BigInt(100 - policy.lowThresholdPercent)) / 100n - usage.availableBytes;
}

/** The number of bytes that an eviction asks for, which is no limit: Go's math.MaxInt64. */
export const allBytes: bigint = 2n ** 63n - 1n;

/** Returns the available bytes below which a round of GC removes images; 0 if it never does. */
export function actsBelowBytes(capacityBytes: number, highThresholdPercent: number): number {
  const freePercent = BigInt(Math.min(100, 101 - highThresholdPercent));
  return Number((BigInt(capacityBytes) * freePercent + 99n) / 100n);
}

function int64(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}
