import { type Capacities, capacityOf } from '../../src/runtime/network/capacities.ts';

/** One flow, as `slowShare` sees it. */
export interface LoneFlow {
  readonly linkId: string;
  readonly registry: string;
  readonly bytesPerSecondMax: number;
}

/**
 * Returns the max-min fair rate of each flow, whole bytes per second, the deliberately slow way: flow by flow, without
 * groups, every pipe looked at again after each one that is full (progressive filling, Bertsekas and Gallager).
 */
export function slowShare(flows: readonly LoneFlow[], capacities: Capacities): readonly number[] {
  const rates: (number | undefined)[] = flows.map(() => undefined);
  const pipes = flows.flatMap(({ linkId, registry, bytesPerSecondMax }, place) => [
    { kind: 0, capacity: bytesPerSecondMax, on: (_: LoneFlow, other: number) => other === place },
    { kind: 0, capacity: capacityOf(capacities.perResponse, registry), on: (_: LoneFlow, other: number) => other === place },
    {
      kind: 1,
      capacity: capacityOf(capacities.perClient, registry),
      on: (other: LoneFlow) => other.linkId === linkId && other.registry === registry,
    },
    { kind: 2, capacity: capacityOf(capacities.links, linkId), on: (other: LoneFlow) => other.linkId === linkId },
    { kind: 3, capacity: capacityOf(capacities.egress, registry), on: (other: LoneFlow) => other.registry === registry },
  ]);
  for (;;) {
    const levels = pipes.map(({ capacity, on }) => {
      const own = flows.map((flow, place) => (on(flow, place) ? place : -1)).filter((place) => place >= 0);
      const rising = own.filter((place) => rates[place] === undefined);
      if (rising.length === 0 || capacity === Infinity) return { level: Infinity, rising };
      const settled = own.reduce((sum, place) => sum + (rates[place] ?? 0), 0);
      return { level: capacity > 0 ? Math.max(1, Math.floor((capacity - settled) / rising.length)) : 0, rising };
    });
    const lowest = Math.min(Infinity, ...levels.map(({ level }) => level));
    const kind = Math.min(...pipes.map((pipe, place) => (levels[place]?.level === lowest ? pipe.kind : Infinity)));
    if (lowest === Infinity) return rates.map((rate) => rate ?? Infinity);
    // Pipes of one kind have no flow in common.
    levels.forEach(({ level, rising }, place) => {
      if (level === lowest && pipes[place]?.kind === kind) for (const flow of rising) rates[flow] = lowest;
    });
  }
}
