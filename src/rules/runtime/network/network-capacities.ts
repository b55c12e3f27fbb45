import { get, type SortedMap, set } from '../../collections/sorted-map.ts';
import type { Fault } from '../fault.ts';
import { isPeerSource, type PeerShare, peerSource, peersHost } from '../peers/peer-source.ts';
import {
  type Capacities,
  getCapacity,
  type ProcessorCapacity,
  unpackingSource,
  unpackMicrosPerSecond,
} from './capacities.ts';

/** What limits the bodies that a node receives; null means no limit. */
export interface LinkLimits {
  readonly bytesPerSecond: number | null;
  /** Absent where there are enough. */
  readonly processors?: ProcessorCapacity;
}

/** The capacities of links and registries without faults, in bytes per second; null means no limit. */
export interface NetworkLimits {
  readonly links: Readonly<Record<string, LinkLimits>>;
  readonly registries: Readonly<
    Record<
      string,
      {
        readonly egressBytesPerSecond: number | null;
        readonly bytesPerSecondPerResponse: number | null;
        /** The limit for one client in all its responses together. */
        readonly bytesPerSecondPerClient?: number | null;
        /** The host that sends the blobs of this registry. */
        readonly blobStore?: string;
      }
    >
  >;
  /** The uplinks through which nodes send to each other; absent if they do not. */
  readonly peers?: {
    readonly share: PeerShare;
    readonly uplinks: Readonly<Record<string, { readonly bytesPerSecond: number | null }>>;
  };
}

/** Nodes that give pieces of their downloads to others, once they have begun to download. */
interface Swarm {
  /** The bandwidth that each node adds, in bytes per second. */
  readonly uplinks: Readonly<Record<string, number>>;
  /** The nodes that have joined. */
  readonly serving: SortedMap<true>;
}

/** All limits of flows, and which of them change with the nodes that download. */
export interface NetworkCapacities extends Capacities {
  readonly swarm?: Swarm;
}

/**
 * Returns the capacities while these faults last. A slow link has the rate of the slowest fault, in both
 * directions; a stalled registry sends nothing. Nodes that share layers are separate sources. Nodes that
 * share pieces are one source, whose egress is that of the origin plus the uplinks of all that `serve`.
 */
export function networkCapacities(
  limits: NetworkLimits,
  faults: readonly Fault[],
  serving?: SortedMap<true>,
): NetworkCapacities {
  const links: Record<string, number> = {};
  const processors: Record<string, ProcessorCapacity> = {};
  for (const [node, link] of Object.entries(limits.links)) {
    links[node] = slowed(node, link.bytesPerSecond, faults);
    if (link.processors !== undefined) processors[node] = link.processors;
  }
  const egress: Record<string, number> = { [unpackingSource]: Infinity };
  const perResponse: Record<string, number> = { [unpackingSource]: unpackMicrosPerSecond };
  const perClient: Record<string, number> = { [unpackingSource]: Infinity };
  for (const [host, registry] of Object.entries(limits.registries)) {
    const senders = Object.keys(limits.registries).filter(
      (sender) => limits.registries[sender]?.blobStore === host,
    );
    const isStill = [host, ...senders].some((name) => isStalled(name, faults));
    egress[host] = isStill ? 0 : (registry.egressBytesPerSecond ?? Infinity);
    perResponse[host] = registry.bytesPerSecondPerResponse ?? Infinity;
    perClient[host] = registry.bytesPerSecondPerClient ?? Infinity;
  }
  if (limits.peers === undefined) return { links, egress, perResponse, perClient, processors };
  const { share, uplinks: writtenUplinks } = limits.peers;
  const uplinks: Record<string, number> = {};
  for (const [node, { bytesPerSecond }] of Object.entries(writtenUplinks))
    uplinks[node] = slowed(node, bytesPerSecond, faults);
  if (share === 'pieces') {
    const swarm = { uplinks, serving: undefined };
    const alone: NetworkCapacities = { links, egress, perResponse, perClient, processors, swarm };
    return Object.keys(uplinks).reduce(
      (all, node) => (get(serving, node) === true ? withServing(all, node, peersHost) : all),
      alone,
    );
  }
  const areStalled = isStalled(peersHost, faults);
  for (const [node, uplink] of Object.entries(uplinks)) {
    const source = peerSource(node);
    egress[source] = areStalled ? 0 : uplink;
    perResponse[source] = getCapacity(perResponse, peersHost);
    perClient[source] = Infinity;
  }
  return { links, egress, perResponse, perClient, processors };
}

/**
 * Returns the capacities after a flow from this registry to the node has begun: a node that gets pieces from
 * its peers gives pieces from then on.
 */
export function withServing(
  capacities: NetworkCapacities,
  node: string,
  registry: string,
): NetworkCapacities {
  const { egress, swarm } = capacities;
  if (swarm === undefined || registry !== peersHost || get(swarm.serving, node) === true) return capacities;
  const before = getCapacity(egress, peersHost);
  const after = before === 0 ? 0 : before + getCapacity(swarm.uplinks, node);
  const serving = set(swarm.serving, node, true);
  return {
    ...capacities,
    egress: { ...egress, [peersHost]: after },
    swarm: { uplinks: swarm.uplinks, serving },
  };
}

function slowed(node: string, bytesPerSecond: number | null, faults: readonly Fault[]): number {
  return faults.reduce((rate, fault) => {
    const hit = fault.kind === 'slowLink' && (fault.node === undefined || fault.node === node);
    return hit ? Math.min(rate, fault.bytesPerSecond) : rate;
  }, bytesPerSecond ?? Infinity);
}

/** A fault of all registries does not affect nodes that give to each other. */
function isStalled(host: string, faults: readonly Fault[]): boolean {
  return faults.some(
    (fault) =>
      fault.kind === 'stall' &&
      (fault.registry === undefined ? !isPeerSource(host) : fault.registry === host),
  );
}
