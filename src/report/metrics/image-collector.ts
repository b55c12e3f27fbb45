import { ensureImageLabels } from '../../kubelet/images/image-metrics.ts';
import { imageSizeBucket } from '../../kubelet/images/image-size-bucket.ts';
import { kubeletMetricsTable as table } from '../../kubelet/kubelet-metrics.ts';
import type { ActorRecord } from '../../trace/record.ts';
import type { MetricCollector } from './metric-collector.ts';
import { MetricCounter } from './metric-counter.ts';
import type { MetricFamily } from './metric-family.ts';
import { MetricHistogram } from './metric-histogram.ts';

/** The image manager's metrics, and image GC's. */
export class ImageCollector implements MetricCollector {
  #pulls = new MetricHistogram(table.imagePullDuration);
  #requests = new MetricCounter(table.ensureImageRequests);
  #checks = new MetricCounter(table.mustPullChecks);
  #collected = new MetricCounter(table.imageGarbageCollected);

  note(record: ActorRecord): void {
    if (record.type === 'pull' && record.state === 'pulled') {
      const pullMs = Math.floor((record.waitedMs ?? 0) + (record.tookMs ?? 0) + 1e-6);
      this.#pulls.observe(pullMs, { image_size_in_bytes: imageSizeBucket(record.sizeBytes ?? 0) });
    } else if (record.type === 'result') {
      this.#requests.add(ensureImageLabels(record));
      if (record.credentialCheck !== undefined) this.#checks.add({ result: record.credentialCheck });
    } else if (record.type === 'imageGC' && record.state === 'removed') this.#collected.add({ reason: record.reason ?? 'space' });
  }

  restart(): void {
    this.#pulls = new MetricHistogram(table.imagePullDuration);
    this.#requests = new MetricCounter(table.ensureImageRequests);
    this.#checks = new MetricCounter(table.mustPullChecks);
    this.#collected = new MetricCounter(table.imageGarbageCollected);
  }

  families(): MetricFamily[] {
    return [this.#pulls.family(), this.#requests.family(), this.#checks.family(), this.#collected.family()];
  }
}
