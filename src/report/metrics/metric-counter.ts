import type { KubeletMetric } from '../../kubelet/kubelet-metrics.ts';
import type { MetricFamily } from './metric-family.ts';
import { SeriesTable } from './series-table.ts';

/** A counter or a gauge: a number for each set of labels. Without labels, it exists from the beginning. */
export class MetricCounter {
  readonly #metric: KubeletMetric;
  readonly #series = new SeriesTable<{ value: number }>(() => ({ value: 0 }));

  constructor(metric: KubeletMetric) {
    this.#metric = metric;
    if (metric.labelNames.length === 0) this.#series.of({});
  }

  add(labels: Readonly<Record<string, string>> = {}, amount = 1): void {
    this.#series.of(labels).value += amount;
  }

  set(labels: Readonly<Record<string, string>>, value: number): void {
    this.#series.of(labels).value = value;
  }

  family(): MetricFamily {
    const { name, help, labelNames, type } = this.#metric;
    if (type === 'histogram') throw new Error(`${name} is a histogram`);
    return { type, name, help, labelNames, samples: this.#series.entries().map(([labels, { value }]) => ({ labels, value })) };
  }
}
