import type { MetricCollector, MetricFamily } from '../../../src/reports/metrics/metric-family.ts';
import { ReadingTable } from '../../../src/trace/readings.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { TraceBuilder } from '../trace-builder.ts';

/** What is not zero: `name{labels} value`, of a histogram how many and their sum in seconds. */
export function told(families: readonly MetricFamily[]): string[] {
  return families.flatMap((family) => {
    const labelled = (labels: Readonly<Record<string, string>>) =>
      `${family.name.replace('kubelet_', '')}{${Object.entries(labels).map(([name, value]) => `${name}=${value}`)}}`;
    if (family.type === 'histogram')
      return family.distributions.flatMap(({ labels, count, sum }) =>
        count === 0 ? [] : [`${labelled(labels)} ${count}, ${sum}`],
      );
    return family.samples.flatMap(({ labels, value }) =>
      value === 0 ? [] : [`${labelled(labels)} ${value}`],
    );
  });
}

export type Collector = Pick<MetricCollector, 'readings'> & { families(atMs: number): MetricFamily[] };

/** The collector after all records of a trace. */
export function noted<T extends Collector>(collector: T, tell: (trace: TraceBuilder) => void): T {
  const trace = new TraceBuilder();
  tell(trace);
  note(collector, trace.records);
  return collector;
}

export function note({ readings }: Collector, records: readonly TraceRecord[]): void {
  new ReadingTable([readings]).noteUntil(records, Number.POSITIVE_INFINITY);
}
