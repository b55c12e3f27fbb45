import type { MetricFamily } from './metric-family.ts';

/** Returns the pages of several nodes as one, in which each series has its node as the label `instance`. */
export function mergeFamilies(pages: readonly (readonly [node: string, families: readonly MetricFamily[]])[]): MetricFamily[] {
  const merged = new Map<string, MetricFamily>();
  for (const [node, families] of pages) {
    for (const family of families) {
      const labelled = withInstance(family, node);
      const before = merged.get(family.name);
      merged.set(family.name, before === undefined ? labelled : joined(before, labelled));
    }
  }
  return [...merged.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function withInstance(family: MetricFamily, instance: string): MetricFamily {
  const labelNames = ['instance', ...family.labelNames];
  const label = <T extends { readonly labels: Readonly<Record<string, string>> }>(series: T): T => ({
    ...series,
    labels: { instance, ...series.labels },
  });
  return family.type === 'histogram'
    ? { ...family, labelNames, distributions: family.distributions.map(label) }
    : { ...family, labelNames, samples: family.samples.map(label) };
}

/** Same name, so the same kind of metric. */
function joined(before: MetricFamily, after: MetricFamily): MetricFamily {
  if (before.type === 'histogram' && after.type === 'histogram')
    return { ...before, distributions: before.distributions.concat(after.distributions) };
  if (before.type !== 'histogram' && after.type !== 'histogram') return { ...before, samples: before.samples.concat(after.samples) };
  throw new Error(`${before.name} is of two types`);
}
