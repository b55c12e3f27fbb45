import { wholeRate } from './fair-level.ts';

/** The limits of flows in bytes per second, by link id and by registry. Infinity means no limit, 0 means that nothing moves. */
export interface Capacities {
  readonly links: Readonly<Record<string, number>>;
  readonly egress: Readonly<Record<string, number>>;
  readonly perResponse: Readonly<Record<string, number>>;
  /** The limit of all flows from the registry over one link together. */
  readonly perClient: Readonly<Record<string, number>>;
}

/** Returns the highest rate of a flow from this registry if it were alone. */
export function ownCeiling(bytesPerSecondMax: number, capacities: Capacities, registry: string): number {
  return wholeRate(Math.min(bytesPerSecondMax, capacityOf(capacities.perResponse, registry)));
}

/** Returns the capacity of a link or registry. Throws if it was not declared, which is an error in the wiring. */
export function capacityOf(capacities: Readonly<Record<string, number>>, name: string): number {
  const capacity = capacities[name];
  if (capacity === undefined) throw new Error(`network: no capacity is known of "${name}"`);
  return capacity;
}
