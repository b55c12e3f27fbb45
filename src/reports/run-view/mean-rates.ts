import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { NetworkEvent, NetworkFlow, NetworkView } from './network-events.ts';
import { type Series, SeriesBuilder } from './series-builder.ts';

interface Change {
  readonly atMs: number;
  readonly bytesPerSecond: number;
}

/** Returns the connections of a trace without capacities: every complete response has its mean rate. */
export function meanRates(events: readonly NetworkEvent[], endMs: number): NetworkView {
  const links = new Map<string, Change[]>();
  const egress = new Map<string, Change[]>();
  for (const event of events) {
    if (event.kind !== 'ended' || !event.isWhole) continue;
    const { flow, atMs } = event;
    if (!(atMs > flow.fromMs) || atMs > endMs) continue;
    const bytesPerSecond = (flow.bytes * 1000) / (atMs - flow.fromMs);
    addTo(links, flow.linkId, flow, atMs, bytesPerSecond);
    addTo(egress, flow.registry, flow, atMs, bytesPerSecond);
  }
  const none = new Map<string, Series>();
  return {
    links: seriesOf(links),
    egress: seriesOf(egress),
    capacities: none,
    processors: none,
    pulls: none,
    rates: none,
  };
}

function addTo(
  changes: Map<string, Change[]>,
  name: string,
  flow: NetworkFlow,
  toMs: number,
  bytesPerSecond: number,
): void {
  getOrInsert(changes, name, () => []).push(
    { atMs: flow.fromMs, bytesPerSecond },
    { atMs: toMs, bytesPerSecond: -bytesPerSecond },
  );
}

function seriesOf(byName: ReadonlyMap<string, readonly Change[]>): ReadonlyMap<string, Series> {
  return new Map(
    [...byName].map(([name, changes]) => {
      const series = new SeriesBuilder(0);
      let flows = 0;
      let sum = 0;
      for (const { atMs, bytesPerSecond } of changes.toSorted((a, b) => a.atMs - b.atMs)) {
        flows += bytesPerSecond > 0 ? 1 : -1;
        // Floating-point sums do not return exactly to 0.
        sum = flows === 0 ? 0 : sum + bytesPerSecond;
        series.set(atMs, sum);
      }
      return [name, series.finish()];
    }),
  );
}
