import type { Fault } from '../fault.ts';
import type { Capacities } from './fair-share.ts';

/** What links and registries carry when all is well, in bytes per second; null is no limit. */
export interface NetworkLimits {
  readonly links: Readonly<Record<string, { readonly bytesPerSecond: number | null }>>;
  readonly registries: Readonly<
    Record<
      string,
      {
        readonly egressBytesPerSecond: number | null;
        readonly bytesPerSecondPerResponse: number | null;
        /** To one client in all its responses together. */
        readonly bytesPerSecondPerClient?: number | null;
      }
    >
  >;
}

/** Returns what they carry while these faults last: a slow link is as slow as the slowest fault, a stalled registry sends nothing. */
export function networkCapacities(limits: NetworkLimits, faults: readonly Fault[]): Capacities {
  const links: Record<string, number> = {};
  for (const [node, { bytesPerSecond }] of Object.entries(limits.links)) {
    links[node] = faults.reduce((rate, fault) => {
      const hit = fault.kind === 'slowLink' && (fault.node === undefined || fault.node === node);
      return hit ? Math.min(rate, fault.bytesPerSecond) : rate;
    }, bytesPerSecond ?? Infinity);
  }
  const egress: Record<string, number> = {};
  const perResponse: Record<string, number> = {};
  const perClient: Record<string, number> = {};
  for (const [host, registry] of Object.entries(limits.registries)) {
    const stalled = faults.some((fault) => fault.kind === 'stall' && (fault.registry === undefined || fault.registry === host));
    egress[host] = stalled ? 0 : (registry.egressBytesPerSecond ?? Infinity);
    perResponse[host] = registry.bytesPerSecondPerResponse ?? Infinity;
    perClient[host] = registry.bytesPerSecondPerClient ?? Infinity;
  }
  return { links, egress, perResponse, perClient };
}
