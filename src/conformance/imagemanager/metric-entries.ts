import { HistogramTotals } from '../../kubelet/go/go-duration.ts';
import {
  ensureImageLabels,
  ensureImageRequests,
  hasImageMetric,
  imagePullDuration,
  imageSizeBucket,
  pullDurationBucket,
} from '../../kubelet/images/image-metrics.ts';
import type { LoggedCall } from './call-log.ts';
import type { MetricEntry } from './conformance-trace.ts';

type Series = Omit<MetricEntry, 'at' | 'type'>;

/** Returns the metrics of a release that the calls of a script changed, sorted by name and labels, at the time of the last entry (ms). */
export function metricEntries(release: string, calls: readonly LoggedCall[], at: number): MetricEntry[] {
  const series = [
    ...(hasImageMetric(release, ensureImageRequests) ? ensureImageSeries(calls) : []),
    ...(hasImageMetric(release, imagePullDuration) ? pullDurationSeries(calls) : []),
  ];
  return series.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map((one) => ({ at, type: 'metric', ...one }));
}

function ensureImageSeries(calls: readonly LoggedCall[]): Series[] {
  const counted = new Map<string, { labels: Record<string, string>; count: number }>();
  for (const { facts } of calls) {
    if (facts === undefined) continue;
    const labels = ensureImageLabels(facts);
    const key = JSON.stringify(labels);
    counted.set(key, { labels, count: (counted.get(key)?.count ?? 0) + 1 });
  }
  return [...counted.values()].map(({ labels, count }) => ({ metric: ensureImageRequests.name, labels, count }));
}

function pullDurationSeries(calls: readonly LoggedCall[]): Series[] {
  const bySize = new Map<string, number[]>();
  for (const { pulled } of calls) {
    if (pulled === undefined) continue;
    const label = imageSizeBucket(pulled.sizeBytes);
    bySize.set(label, [...(bySize.get(label) ?? []), pulled.pullMs]);
  }
  return [...bySize].map(([label, durations]) => ({
    metric: imagePullDuration.name,
    labels: { image_size_in_bytes: label },
    count: durations.length,
    sum: new HistogramTotals().add(
      imagePullDuration.name,
      durations.map((ms) => ms * 1000),
    ),
    buckets: counts(durations.map(pullDurationBucket)),
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
