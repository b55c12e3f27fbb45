import { type EnsureImageFacts, ensureImageLabels, ensureImageRequests } from '../../kubelet/images/image-metrics.ts';
import type { CredentialCheck } from '../../kubelet/pull-records/access-check.ts';
import type { RecordFigures } from '../../kubelet/pull-records/pull-records.ts';
import { canonicalJson } from '../canonical-json.ts';
import type { EntryFields } from './entry-log.ts';

/** What a kubelet has counted in its life, by name and labels; zeros are left out. */
export function lifeMetrics(
  facts: readonly EnsureImageFacts[],
  checks: readonly CredentialCheck[],
  { onDiskIntents, onDiskRecords, inMemoryIntentsPercent, inMemoryRecordsPercent }: RecordFigures,
): EntryFields[] {
  const counters = [
    ...counted(ensureImageRequests.name, facts.map(ensureImageLabels)),
    ...counted(
      'kubelet_imagemanager_image_mustpull_checks_total',
      checks.map((result) => ({ result })),
    ),
  ];
  const gauges = [
    ['kubelet_imagemanager_inmemory_pulledrecords_usage_percent', inMemoryRecordsPercent],
    ['kubelet_imagemanager_inmemory_pullintents_usage_percent', inMemoryIntentsPercent],
    ['kubelet_imagemanager_ondisk_pulledrecords', onDiskRecords],
    ['kubelet_imagemanager_ondisk_pullintents', onDiskIntents],
  ] as const;
  return [...counters, ...gauges.filter(([, value]) => value !== 0).map(([metric, value]) => ({ type: 'metric', metric, value }))];
}

function counted(metric: string, labels: readonly Readonly<Record<string, string>>[]): EntryFields[] {
  const byLabels = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>();
  for (const one of labels) {
    const key = canonicalJson(one);
    const known = byLabels.get(key);
    if (known === undefined) byLabels.set(key, { labels: one, value: 1 });
    else known.value += 1;
  }
  const sorted = [...byLabels].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([, entry]) => ({ type: 'metric', metric, ...entry }));
}
