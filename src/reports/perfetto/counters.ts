import type { NodeResources } from '../run-view/node-resource-tracker.ts';
import type { RegistryResources } from '../run-view/resource-view.ts';
import type { Series } from '../run-view/series-builder.ts';
import { visibleText } from '../text/visible-text.ts';
import { microsOf, type TraceEvent, type Track } from './trace-event.ts';

/** A counter. Its unit is part of the name, because the format has no field for it. */
interface Counter {
  readonly name: string;
  readonly key: string;
  readonly series: Series | undefined;
  readonly per: number;
}

/** Returns what the pulls of a node compete for, as counters of its group. */
export function nodeCounters(node: NodeResources, group: Track): TraceEvent[] {
  const counters: readonly Counter[] = [
    { name: 'pull slots', key: 'in use', series: node.slotsInUse, per: 1 },
    { name: 'pull slots', key: 'waiting', series: node.slotsWaiting, per: 1 },
    { name: 'registryPullQPS', key: 'tokens', series: node.tokens, per: 1 },
    { name: 'link', key: 'MB/s', series: node.link, per: 1e6 },
    { name: 'disk', key: 'MB of images', series: node.disk, per: 1e6 },
  ];
  return counters.flatMap((counter) => counterEvents(counter, group));
}

/** Returns what a registry sends to all nodes together, as a counter. */
export function registryCounter({ host, egress }: RegistryResources, group: Track): TraceEvent[] {
  return counterEvents(
    { name: visibleText(host) || 'a registry', key: 'MB/s', series: egress, per: 1e6 },
    group,
  );
}

/** Returns nothing for a series that is always zero. */
function counterEvents({ name, key, series, per }: Counter, group: Track): TraceEvent[] {
  if (series === undefined || series.values.every((value) => value === 0)) return [];
  return series.values.map((value, index) => ({
    ph: 'C',
    ...group,
    name,
    ts: microsOf(series.atMs[index] ?? 0),
    args: { [key]: Math.round((value / per) * 1e6) / 1e6 },
  }));
}
