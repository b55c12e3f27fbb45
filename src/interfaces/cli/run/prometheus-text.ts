import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { kubeletMetricsReader } from '../../../reports/metrics/kubelet-metrics.ts';
import type { Distribution, MetricFamily } from '../../../reports/metrics/metric-family.ts';
import type { RunReader } from '../../../reports/run-reader.ts';
import { notMeasured } from '../../../reports/summary/not-measured.ts';
import type { TextOptions } from '../../../reports/text/text-options.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import type { HeaderRecord } from '../../../trace/record.ts';

/**
 * Returns the reader that makes the page of a kubelet's metrics. The page has comments before it, which
 * scrapers ignore.
 */
export function metricsPageReader(header: HeaderRecord, options: TextOptions): RunReader<Promise<string>> {
  const { readings, finish } = kubeletMetricsReader(header, options);
  const comments = notMeasured(header).map((sentence) => `# ${sentence}\n`);
  return {
    readings,
    finish: async (until) => {
      const page = await prometheusText(finish(until));
      return page === '' ? '' : `${comments.join('')}${page}`;
    },
  };
}

/**
 * Returns the metrics in Prometheus' text format, version 0.0.4, in the given order, ending in a line feed.
 */
export async function prometheusText(families: readonly MetricFamily[]): Promise<string> {
  const registry = new Registry();
  for (const family of families) register(registry, family);
  return families.length === 0 ? '' : registry.metrics();
}

function register(registry: Registry, family: MetricFamily): void {
  const { name, help } = family;
  const own = { name, help, labelNames: [...family.labelNames], registers: [registry] };
  if (family.type === 'histogram')
    new CountedHistogram({ ...own, buckets: [...family.bounds] }, family.distributions);
  else if (family.type === 'gauge') {
    const gauge = new Gauge(own);
    if (family.labelNames.length > 0) gauge.reset();
    for (const { labels, value } of family.samples) gauge.set(sorted(labels), value);
  } else {
    const counter = new Counter(own);
    for (const { labels, value } of family.samples) counter.inc(sorted(labels), value);
  }
}

/**
 * Returns the labels by name, as the kubelet's own library writes them. Control characters are spelled out,
 * because the format has no escapes for them.
 */
function sorted(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, visibleText(value)]),
  );
}

/** A histogram with given counts, because a trace tells many equal observations at once. */
class CountedHistogram extends Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #distributions: readonly Distribution[];

  constructor(
    own: { name: string; help: string; labelNames: string[]; registers: Registry[]; buckets: number[] },
    distributions: readonly Distribution[],
  ) {
    super(own);
    this.#name = own.name;
    this.#help = own.help;
    this.#bounds = own.buckets;
    this.#distributions = distributions;
  }

  /** The registry calls this for each metric when it writes the text. */
  async getForPromString() {
    return {
      name: this.#name,
      help: this.#help,
      type: 'histogram',
      values: this.#distributions.flatMap((one) => this.#valuesOf(one)),
    };
  }

  #valuesOf({ labels: unsorted, counts, count, sum }: Distribution) {
    const labels = sorted(unsorted);
    let below = 0;
    const buckets = this.#bounds.map((bound, index) => {
      below += counts[index] ?? 0;
      return { metricName: `${this.#name}_bucket`, labels: { ...labels, le: String(bound) }, value: below };
    });
    return [
      ...buckets,
      { metricName: `${this.#name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
      { metricName: `${this.#name}_sum`, labels, value: sum },
      { metricName: `${this.#name}_count`, labels, value: count },
    ];
  }
}
