import { goLowerCase } from '../go/go-strings.ts';
import { imagePullBounds } from '../kubelet-metrics.ts';

/** What one call of `EnsureImageExists` found out by the time it returned. */
export interface EnsureImageFacts {
  readonly policy: string;
  /** undefined: the runtime was not asked, or the call failed. */
  readonly present?: boolean | undefined;
  /** undefined: the call returned before that was decided. */
  readonly pullRequired?: boolean | undefined;
}

/**
 * The labels of `kubelet_image_manager_ensure_image_requests_total`. A policy without an inspection counts
 * as looked and not found, unless it is Always. Mirrors `recordEnsureImageRequest` in
 * pkg/kubelet/images/metrics.go and `imagePullPrecheck` in image_manager.go (v1.36.3).
 */
export function ensureImageLabels({
  policy,
  present,
  pullRequired,
}: EnsureImageFacts): Record<string, string> {
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
  return String(imagePullBounds.find((bound) => pullMs <= bound * 1000) ?? '+Inf');
}

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;

/**
 * The lower bound of each bucket in bytes, the largest first. The labels say MB and GB, but the bounds are
 * MiB and GiB.
 */
const buckets: readonly (readonly [number, string])[] = [
  [100 * gibibyte, 'GT100GB'],
  [60 * gibibyte, '60GB-100GB'],
  [40 * gibibyte, '40GB-60GB'],
  [30 * gibibyte, '30GB-40GB'],
  [20 * gibibyte, '20GB-30GB'],
  [10 * gibibyte, '10GB-20GB'],
  [5 * gibibyte, '5GB-10GB'],
  [gibibyte, '1GB-5GB'],
  [500 * mebibyte, '500MB-1GB'],
  [100 * mebibyte, '100MB-500MB'],
  [10 * mebibyte, '10MB-100MB'],
  [0, '0-10MB'],
];

/**
 * The label `image_size_in_bytes` of `kubelet_image_pull_duration_seconds`; `N/A` where the size is not known
 * (0). Mirrors `GetImageSizeBucket` in pkg/kubelet/metrics/metrics.go (v1.31.14, v1.36.3).
 */
export function imageSizeBucket(sizeBytes: number): string {
  return buckets.find(([above]) => sizeBytes > above)?.[1] ?? 'N/A';
}

/** The sizes at which buckets meet, in bytes; the bound itself belongs to the lower one. */
export const imageSizeEdges: readonly number[] = buckets.map(([above]) => above);

/**
 * The bounds of a bucket of `imageSizeBucket` in bytes: larger than the first, at most the second; undefined
 * for `N/A` and what is none.
 */
export function imageSizeBounds(
  label: string,
): { readonly above: number; readonly upTo: number } | undefined {
  const index = buckets.findIndex(([, name]) => name === label);
  const lowerEdge = buckets[index]?.[0];
  return lowerEdge === undefined
    ? undefined
    : { above: lowerEdge, upTo: buckets[index - 1]?.[0] ?? Infinity };
}
