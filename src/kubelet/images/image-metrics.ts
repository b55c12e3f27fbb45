import { goLowerCase } from '../go/go-lower-case.ts';
import { isReleaseAtLeast } from '../release-order.ts';

/** A metric of the image manager, and the oldest release known here that has it. */
interface ImageMetric {
  readonly name: string;
  readonly since: string;
}

/** The durations of successful pulls in seconds, waiting included, by size of the image. */
export const imagePullDuration = {
  name: 'kubelet_image_pull_duration_seconds',
  since: '1.30',
  /** Upper bounds in seconds, each inclusive. Mirrors `imagePullDurationBuckets` in pkg/kubelet/metrics/metrics.go (v1.36.3). */
  bucketSeconds: [1, 5, 10, 20, 30, 60, 120, 180, 240, 300, 360, 480, 600, 900, 1200, 1800, 2700, 3600],
} as const;

/** Counts the calls of `EnsureImageExists`, failed ones included. */
export const ensureImageRequests = { name: 'kubelet_image_manager_ensure_image_requests_total', since: '1.35' } as const;

/** Whether the release has the metric. */
export function hasImageMetric(release: string, metric: ImageMetric): boolean {
  return isReleaseAtLeast(release, metric.since);
}

/** What one call of `EnsureImageExists` found out by the time it returned. */
export interface EnsureImageFacts {
  readonly policy: string;
  /** undefined: the runtime was not asked, or the call failed. */
  readonly present?: boolean | undefined;
  /** undefined: the call returned before that was decided. */
  readonly pullRequired?: boolean | undefined;
}

/**
 * The labels of `kubelet_image_manager_ensure_image_requests_total`. A policy that nobody inspects for counts as looked
 * and not found, unless it is Always.
 * Mirrors `recordEnsureImageRequest` in pkg/kubelet/images/metrics.go and `imagePullPrecheck` in image_manager.go (v1.36.3).
 */
export function ensureImageLabels({ policy, present, pullRequired }: EnsureImageFacts): Record<string, string> {
  const assumedAbsent = present === undefined && pullRequired !== undefined && policy !== 'Always';
  return {
    present_locally: assumedAbsent ? 'false' : String(present ?? 'unknown'),
    pull_policy: goLowerCase(policy),
    pull_required: String(pullRequired ?? 'unknown'),
  };
}

/**
 * The upper bound of the bucket that a pull falls into, as Prometheus writes it; `+Inf` above the last.
 * `pullMs`: waiting included, already truncated to whole milliseconds.
 */
export function pullDurationBucket(pullMs: number): string {
  return String(imagePullDuration.bucketSeconds.find((bound) => pullMs <= bound * 1000) ?? '+Inf');
}
