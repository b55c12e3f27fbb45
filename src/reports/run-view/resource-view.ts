import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { peersHost } from '../../rules/runtime/peers/peer-source.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { headerOf } from '../summary/run-conditions.ts';
import { droppedPulls } from './dropped-pulls.ts';
import { networkView } from './network-view.ts';
import { type NodeResources, NodeResourceTracker } from './node-resource-tracker.ts';
import type { Series } from './series-builder.ts';

/** What pulls compete for, over time; computed from the trace. Times in virtual ms. */
export interface ResourceView {
  readonly nodes: readonly NodeResources[];
  readonly registries: readonly RegistryResources[];
}

export interface RegistryResources {
  readonly host: string;
  /**
   * The bytes per second that it sends to all nodes together; for `peers`, the sum of what nodes send to each
   * other.
   */
  readonly egress: Series;
  readonly egressMax?: number;
}

/** Returns what pulls competed for, nodes in the order of the header, registries by host. */
export function resourceView(records: readonly TraceRecord[]): ResourceView {
  const network = networkView(records);
  const dropped = droppedPulls(records);
  const nodes = new Map<string, NodeResourceTracker>();
  for (const node of headerOf(records)?.nodes ?? [])
    nodes.set(node.name, new NodeResourceTracker(node.name, node));
  for (const record of records) {
    // Records that no node told.
    if (
      record.type === 'header' ||
      record.type === 'end' ||
      record.type === 'fault' ||
      record.type === 'scheduling' ||
      record.type === 'pullLimit'
    )
      continue;
    const node = getOrInsert(nodes, record.node, () => new NodeResourceTracker(record.node, undefined));
    node.note(record, dropped.get(record.id) ?? []);
  }
  const endMs = records.at(-1)?.at ?? 0;
  const limits = headerOf(records)?.registries ?? {};
  return {
    nodes: [...nodes.values()].map((node) => node.finish(endMs, network.links.get(node.name) ?? nothing)),
    registries: [...network.egress]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([host, egress]) => {
        // Where nodes share pieces, the origin's egress is only a part of what arrives.
        const egressMax = host === peersHost ? undefined : limits[host]?.egressBytesPerSecond;
        return { host, egress, ...(egressMax === undefined ? {} : { egressMax }) };
      }),
  };
}

const nothing: Series = { atMs: [0], values: [0] };
