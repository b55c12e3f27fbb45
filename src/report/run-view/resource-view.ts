import type { TraceRecord } from '../../trace/record.ts';
import { headerOf } from '../run-conditions.ts';
import { droppedPulls } from './dropped-pulls.ts';
import { networkView } from './network-view.ts';
import { NodeFollower } from './node-follower.ts';

/** What pulls compete for, over time; a function of the trace. Times in virtual ms. */
export interface ResourceView {
  readonly nodes: readonly NodeResources[];
  readonly registries: readonly RegistryResources[];
}

export interface NodeResources {
  readonly node: string;
  /** Pulls that hold one of the kubelet's slots, and those that wait for one. */
  readonly slotsInUse: Series;
  readonly slotsWaiting: Series;
  /** Absent: no limit. Where a restart changed it, the greatest; so with the other limits. */
  readonly slotsMax?: number;
  /** Level of the token bucket of registryPullQPS; absent: no throttle. */
  readonly tokens?: Series;
  readonly tokensMax?: number;
  /** Bytes per second that come in over the node's link. */
  readonly link: Series;
  readonly linkMax?: number;
  /** Bytes that images and their layers take of the disk. */
  readonly disk: Series;
  /** The room that other things leave to images; the levels of image GC are told in the same way. */
  readonly diskMax?: number;
  readonly gcHighBytes?: number;
  readonly gcLowBytes?: number;
  readonly images: readonly ImageStay[];
  readonly backOffs: readonly BackOffKey[];
}

export interface RegistryResources {
  readonly host: string;
  /** Bytes per second that it sends to all nodes together. */
  readonly egress: Series;
  readonly egressMax?: number;
}

/** A step function: `values[i]` holds from `atMs[i]` until `atMs[i + 1]`. The first time is 0. */
export interface Series {
  readonly atMs: readonly number[];
  readonly values: readonly number[];
}

export interface ImageStay {
  readonly image: string;
  readonly fromMs: number;
  /** Absent: still there at the end. */
  readonly toMs?: number;
  readonly bytes?: number;
}

/** The back-off of one pod and image, as the kubelet keys it. */
export interface BackOffKey {
  readonly key: string;
  readonly pod: string;
  readonly image: string;
  readonly windows: readonly { readonly fromMs: number; readonly untilMs: number; readonly windowMs: number }[];
}

/** Returns what pulls competed for, nodes in the order of the header, registries by host. */
export function resourceView(records: readonly TraceRecord[]): ResourceView {
  const network = networkView(records);
  const dropped = droppedPulls(records);
  const nodes = new Map<string, NodeFollower>();
  for (const node of headerOf(records)?.nodes ?? []) nodes.set(node.name, new NodeFollower(node.name, node));
  for (const record of records) {
    // What no node tells.
    if (record.type === 'header' || record.type === 'end' || record.type === 'fault' || record.type === 'pullLimit') continue;
    const name = record.node;
    let node = nodes.get(name);
    if (node === undefined) {
      node = new NodeFollower(name, undefined);
      nodes.set(name, node);
    }
    node.note(record, dropped.get(record.id) ?? []);
  }
  const endMs = records.at(-1)?.at ?? 0;
  const limits = headerOf(records)?.registries ?? {};
  return {
    nodes: [...nodes.values()].map((node) => node.finish(endMs, network.links.get(node.name) ?? nothing)),
    registries: [...network.egress]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([host, egress]) => {
        const egressMax = limits[host]?.egressBytesPerSecond;
        return { host, egress, ...(egressMax === undefined ? {} : { egressMax }) };
      }),
  };
}

const nothing: Series = { atMs: [0], values: [0] };
