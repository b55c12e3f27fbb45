import { describe, expect, it } from 'vitest';
import {
  ensureImageLabels,
  imageSizeBounds,
  imageSizeBucket,
  pullDurationBucket,
} from '../../../../src/rules/kubelet/images/image-metrics.ts';
import { imagePullBounds, kubeletMetricsTable } from '../../../../src/rules/kubelet/kubelet-metrics.ts';
import { isReleaseAtLeast } from '../../../../src/rules/kubelet/kubelet-release.ts';

const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;

it('sizes fall into buckets whose lower bounds are exclusive (GetImageSizeBucket, pkg/kubelet/metrics/metrics.go, v1.36.3)', () => {
  expect(imageSizeBucket(0)).toBe('N/A');
  expect(imageSizeBucket(1)).toBe('0-10MB');
  const bounds: readonly [number, string, string][] = [
    [10 * mebibyte, '0-10MB', '10MB-100MB'],
    [100 * mebibyte, '10MB-100MB', '100MB-500MB'],
    [500 * mebibyte, '100MB-500MB', '500MB-1GB'],
    [gibibyte, '500MB-1GB', '1GB-5GB'],
    [5 * gibibyte, '1GB-5GB', '5GB-10GB'],
    [10 * gibibyte, '5GB-10GB', '10GB-20GB'],
    [20 * gibibyte, '10GB-20GB', '20GB-30GB'],
    [30 * gibibyte, '20GB-30GB', '30GB-40GB'],
    [40 * gibibyte, '30GB-40GB', '40GB-60GB'],
    [60 * gibibyte, '40GB-60GB', '60GB-100GB'],
    [100 * gibibyte, '60GB-100GB', 'GT100GB'],
  ];
  for (const [bytes, at, above] of bounds)
    expect([imageSizeBucket(bytes), imageSizeBucket(bytes + 1)]).toEqual([at, above]);
});

it('durations fall into buckets whose upper bounds are inclusive (Prometheus)', () => {
  expect(pullDurationBucket(0)).toBe('1');
  for (const [index, bound] of imagePullBounds.entries()) {
    expect(pullDurationBucket(bound * 1000)).toBe(String(bound));
    expect(pullDurationBucket(bound * 1000 + 1)).toBe(String(imagePullBounds[index + 1] ?? '+Inf'));
  }
});

describe('labels of a request (recordEnsureImageRequest, pkg/kubelet/images/metrics.go, v1.36.3)', () => {
  const labels = (policy: string, present?: boolean, pullRequired?: boolean) =>
    Object.values(ensureImageLabels({ policy, present, pullRequired }));

  it('have the presence of the image, and the policy in lower case', () => {
    expect(ensureImageLabels({ policy: 'IfNotPresent', present: true, pullRequired: false })).toEqual({
      present_locally: 'true',
      pull_policy: 'ifnotpresent',
      pull_required: 'false',
    });
    expect(labels('Never', false)).toEqual(['false', 'never', 'unknown']);
    expect(labels('IfNotPresent')).toEqual(['unknown', 'ifnotpresent', 'unknown']);
  });

  it('have Always as unknown, and an unknown policy as absent', () => {
    expect(labels('Always', undefined, true)).toEqual(['unknown', 'always', 'true']);
    expect(labels('', undefined, true)).toEqual(['false', '', 'true']);
    expect(labels('', undefined, undefined)).toEqual(['unknown', '', 'unknown']);
  });
});

it('a release has the metrics that were recorded of it', () => {
  const { imagePullDuration, ensureImageRequests } = kubeletMetricsTable;
  const names = (release: string) =>
    [imagePullDuration, ensureImageRequests].filter(({ since }) => isReleaseAtLeast(release, since)).length;
  expect(['1.14', '1.27', '1.31', '1.36'].map(names)).toEqual([0, 0, 1, 2]);
});

it('the bounds of a class of sizes are those that it is chosen by', () => {
  for (const bytes of [1, 10 * 1024 ** 2, 10 * 1024 ** 2 + 1, 2e9, 7e10, 2e11]) {
    const bounds = imageSizeBounds(imageSizeBucket(bytes));
    expect(bounds?.above).toBeLessThan(bytes);
    expect(bounds?.upTo).toBeGreaterThanOrEqual(bytes);
  }
  expect(imageSizeBounds('N/A')).toBeUndefined();
});
