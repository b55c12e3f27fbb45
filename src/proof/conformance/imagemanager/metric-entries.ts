import { groupedBy } from '../../../rules/collections/grouped-by.ts';
import { HistogramTotals } from '../../../rules/kubelet/go/go-duration.ts';
import {
  ensureImageLabels,
  imageSizeBucket,
  pullDurationBucket,
} from '../../../rules/kubelet/images/image-metrics.ts';
import { kubeletMetricsTable } from '../../../rules/kubelet/kubelet-metrics.ts';
import { isReleaseAtLeast } from '../../../rules/kubelet/kubelet-release.ts';
import type { LoggedCall } from './call-log.ts';
import type { MetricEntry } from './conformance-trace.ts';

const { ensureImageRequests, imagePullDuration } = kubeletMetricsTable;

type Series = Omit<MetricEntry, 'at' | 'type'>;

/**
 * Returns the metrics of a release that the calls of a script changed, sorted by name and labels, at the time
 * of the last entry (ms).
 */
export function metricEntries(release: string, calls: readonly LoggedCall[], at: number): MetricEntry[] {
  const series = [
    ...(isReleaseAtLeast(release, ensureImageRequests.since) ? ensureImageSeries(calls) : []),
    ...(isReleaseAtLeast(release, imagePullDuration.since) ? pullDurationSeries(calls) : []),
  ];
  return series.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map((one) => ({ at, type: 'metric', ...one }));
}

function ensureImageSeries(calls: readonly LoggedCall[]): Series[] {
  const labels = calls.flatMap(({ facts }) => (facts === undefined ? [] : [ensureImageLabels(facts)]));
  const alike = groupedBy(labels, (one) => JSON.stringify(one));
  return [...alike.values()].map((group) => ({
    metric: ensureImageRequests.name,
    labels: group[0] ?? {},
    count: group.length,
  }));
}

function pullDurationSeries(calls: readonly LoggedCall[]): Series[] {
  const pulls = calls.flatMap(({ pulled }) => pulled ?? []);
  return [...groupedBy(pulls, ({ sizeBytes }) => imageSizeBucket(sizeBytes))].map(([label, pulls]) => ({
    metric: imagePullDuration.name,
    labels: { image_size_in_bytes: label },
    count: pulls.length,
    sum: new HistogramTotals().add(
      imagePullDuration.name,
      pulls.map(({ pullMs }) => pullMs * 1000),
    ),
    buckets: counts(pulls.map(({ pullMs }) => pullDurationBucket(pullMs))),
  }));
}

function counts(names: readonly string[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const name of names) counted[name] = (counted[name] ?? 0) + 1;
  return counted;
}

function keyOf({ metric, labels }: Series): string {
  const pairs = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${metric} ${pairs.map(([name, value]) => `${name}:${value}`).join(' ')}`;
}
