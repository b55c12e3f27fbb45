import type { KubeletMetric } from '../../kubelet/kubelet-metrics.ts';
import type { MetricFamily } from './metric-family.ts';
import { SeriesTable } from './series-table.ts';

/** Durations by bucket for each set of labels. Without labels, it exists from the beginning. */
export class MetricHistogram {
  readonly #metric: KubeletMetric;
  readonly #bounds: readonly number[];
  readonly #series: SeriesTable<{ readonly counts: number[]; count: number; sumMicros: number }>;

  constructor(metric: KubeletMetric) {
    this.#metric = metric;
    this.#bounds = metric.bounds ?? [];
    this.#series = new SeriesTable(() => ({ counts: [...this.#bounds, 0].map(() => 0), count: 0, sumMicros: 0 }));
    if (metric.labelNames.length === 0 && metric.appearsWithUse !== true) this.#series.of({});
  }

  /** Counts a duration of `durationMs` that was observed `times` times. Sums are kept in whole microseconds, so that they stay exact. */
  observe(durationMs: number, labels: Readonly<Record<string, string>> = {}, times = 1): void {
    if (times === 0) return;
    const series = this.#series.of(labels);
    const micros = Math.round(durationMs * 1000);
    const seconds = micros / 1e6;
    const found = this.#bounds.findIndex((bound) => seconds <= bound);
    const bucket = found < 0 ? this.#bounds.length : found;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + times;
    series.count += times;
    series.sumMicros += micros * times;
  }

  family(): MetricFamily {
    const { name, help, labelNames } = this.#metric;
    const distributions = this.#series
      .entries()
      .map(([labels, { counts, count, sumMicros }]) => ({ labels, counts, count, sum: sumMicros / 1e6 }));
    return { type: 'histogram', name, help, labelNames, bounds: this.#bounds, distributions };
  }
}
