import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { KubeletMetric } from '../../rules/kubelet/kubelet-metrics.ts';
import type { Readings } from '../../trace/readings.ts';

/** A series' labels and its value at one moment. */
interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The counts of a histogram for one set of labels. */
export interface Distribution {
  readonly labels: Readonly<Record<string, string>>;
  /**
   * For each bound of `bounds`, the observations up to it but above the bound before; the last entry is for
   * those above all bounds.
   */
  readonly counts: readonly number[];
  readonly count: number;
  readonly sum: number;
}

/** A metric as it stands on a kubelet's page. */
export type MetricFamily =
  | {
      readonly type: 'counter' | 'gauge';
      readonly name: string;
      readonly help: string;
      readonly labelNames: readonly string[];
      readonly samples: readonly Sample[];
    }
  | {
      readonly type: 'histogram';
      readonly name: string;
      readonly help: string;
      readonly labelNames: readonly string[];
      /** The upper bounds, inclusive and rising. */
      readonly bounds: readonly number[];
      readonly distributions: readonly Distribution[];
    };

/** Collects some metrics from the trace of one node. */
export interface MetricCollector {
  readonly readings: Readings;
  /** The kubelet restarts: its counters begin at zero, and what the runtime has stays. */
  restart(): void;
  /** Returns the metrics at `atMs`, which is not before the last record. */
  families(atMs: number): MetricFamily[];
}

/** Metrics of a collector that begin at zero with each start of the kubelet. */
export type CountedMetrics = readonly (MetricCounter | MetricHistogram)[];

type Labels = Readonly<Record<string, string>>;

/** A value for each set of labels, in order of first use. */
class SeriesTable<Series> {
  readonly #series = new Map<string, readonly [labels: Labels, series: Series]>();
  readonly #create: () => Series;

  constructor(create: () => Series) {
    this.#create = create;
  }

  of(labels: Labels): Series {
    const key = Object.keys(labels)
      .sort()
      .map((name) => `${name}=${labels[name] ?? ''}`)
      .join('\n');
    return getOrInsert(this.#series, key, () => [labels, this.#create()] as const)[1];
  }

  clear(): void {
    this.#series.clear();
  }

  /** Returns the entries in order of the labels' values, as on a kubelet's page. */
  entries(): (readonly [Labels, Series])[] {
    return [...this.#series.entries()]
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([, entry]) => entry);
  }
}

/** A counter or a gauge: a number for each set of labels. Without labels, it exists from the beginning. */
export class MetricCounter {
  readonly #metric: KubeletMetric;
  readonly #series = new SeriesTable<{ value: number }>(() => ({ value: 0 }));

  constructor(metric: KubeletMetric) {
    this.#metric = metric;
    this.clear();
  }

  /** The kubelet restarts: it begins at zero. */
  clear(): void {
    this.#series.clear();
    if (this.#metric.labelNames.length === 0) this.#series.of({});
  }

  /** Labels that the metric has not got in this release are left out. */
  add(labels: Readonly<Record<string, string>> = {}, amount = 1): void {
    this.#series.of(this.#metric.labelNames.length === 0 ? {} : labels).value += amount;
  }

  set(labels: Readonly<Record<string, string>>, value: number): void {
    this.#series.of(labels).value = value;
  }

  family(): MetricFamily {
    const { name, help, labelNames, type } = this.#metric;
    if (type === 'histogram') throw new Error(`${name} is a histogram`);
    return {
      type,
      name,
      help,
      labelNames,
      samples: this.#series.entries().map(([labels, { value }]) => ({ labels, value })),
    };
  }
}

/** Durations by bucket for each set of labels. Without labels, it exists from the beginning. */
export class MetricHistogram {
  readonly #metric: KubeletMetric;
  readonly #bounds: readonly number[];
  readonly #series: SeriesTable<{ readonly counts: number[]; count: number; sumMicros: number }>;

  constructor(metric: KubeletMetric) {
    this.#metric = metric;
    this.#bounds = metric.bounds ?? [];
    this.#series = new SeriesTable(() => ({
      counts: [...this.#bounds, 0].map(() => 0),
      count: 0,
      sumMicros: 0,
    }));
    this.clear();
  }

  /** The kubelet restarts: it begins at zero. */
  clear(): void {
    this.#series.clear();
    if (this.#metric.labelNames.length === 0 && this.#metric.appearsWithUse !== true) this.#series.of({});
  }

  /**
   * Counts a duration of `durationMs` that was observed `times` times. Sums are kept in whole microseconds,
   * so that they stay exact.
   */
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
