import {
  type Capacities,
  getCapacity,
  unpackingSource,
} from '../../../src/rules/runtime/network/capacities.ts';

/** One flow, as `slowShare` sees it. */
export interface LoneFlow {
  readonly linkId: string;
  readonly registry: string;
  readonly bytesPerSecondMax: number;
}

/** A pipe, in bytes received: an unpacking counts for what could be received in its stead. */
interface Pipe {
  /** Of pipes that are full at the same level, those of the lowest kind are looked at first. */
  readonly kind: number;
  readonly capacity: number;
  readonly on: (other: LoneFlow, place: number) => boolean;
}

/**
 * Returns the max-min fair rate of each flow, whole bytes per second, the deliberately slow way: flow by
 * flow, without groups, every pipe looked at again after each one that is full (progressive filling,
 * Bertsekas and Gallager).
 */
export function slowShare(flows: readonly LoneFlow[], capacities: Capacities): readonly number[] {
  const rates: (number | undefined)[] = flows.map(() => undefined);
  const weights = flows.map(({ linkId, registry }) =>
    registry === unpackingSource ? (capacities.processors?.[linkId]?.bytesPerUnpackMicro ?? 1) : 1,
  );
  const isBody = ({ registry }: LoneFlow) => registry !== unpackingSource;
  const pipes = flows.flatMap((flow, place): Pipe[] => {
    const { linkId, registry, bytesPerSecondMax } = flow;
    const own = Math.min(bytesPerSecondMax, getCapacity(capacities.perResponse, registry));
    const processors = capacities.processors?.[linkId]?.bytesPerSecond ?? Infinity;
    return [
      { kind: 0, capacity: own * (weights[place] ?? 1), on: (_, other) => other === place },
      {
        kind: 1,
        capacity: getCapacity(capacities.perClient, registry),
        on: (other) => other.linkId === linkId && other.registry === registry,
      },
      ...(isBody(flow)
        ? [
            {
              kind: 2,
              capacity: getCapacity(capacities.links, linkId),
              on: (other: LoneFlow) => other.linkId === linkId && isBody(other),
            },
          ]
        : []),
      { kind: 3, capacity: processors, on: (other) => other.linkId === linkId },
      {
        kind: 4,
        capacity: getCapacity(capacities.egress, registry),
        on: (other) => other.registry === registry,
      },
    ];
  });
  for (;;) {
    const levels = pipes.map(({ kind, capacity, on }) => {
      const own = flows.map((flow, place) => (on(flow, place) ? place : -1)).filter((place) => place >= 0);
      const rising = own.filter((place) => rates[place] === undefined);
      if (rising.length === 0 || capacity === Infinity) return { level: Infinity, rising };
      if (kind === 0) return { level: capacity, rising };
      const settled = own.reduce((sum, place) => sum + (rates[place] ?? 0) * (weights[place] ?? 1), 0);
      return {
        level: capacity > 0 ? Math.max(1, Math.floor((capacity - settled) / rising.length)) : 0,
        rising,
      };
    });
    const lowest = Math.min(Infinity, ...levels.map(({ level }) => level));
    const kind = Math.min(
      ...pipes.map((pipe, place) => (levels[place]?.level === lowest ? pipe.kind : Infinity)),
    );
    if (lowest === Infinity) return rates.map((rate) => rate ?? Infinity);
    // Pipes of one kind have no flow in common.
    levels.forEach(({ level, rising }, place) => {
      if (level !== lowest || pipes[place]?.kind !== kind) return;
      for (const flow of rising) {
        const rate = lowest / (weights[flow] ?? 1);
        rates[flow] = lowest === 0 ? 0 : Math.max(1, Math.floor(rate));
      }
    });
  }
}
