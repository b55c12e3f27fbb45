import type { RuntimeProfile } from '../profiles/runtime-profile.ts';
import { wholeRate } from './fair-level.ts';

/**
 * The limits of flows in bytes per second, by link id and by registry. Infinity means no limit, 0 means that
 * nothing moves.
 */
export interface Capacities {
  readonly links: Readonly<Record<string, number>>;
  readonly egress: Readonly<Record<string, number>>;
  readonly perResponse: Readonly<Record<string, number>>;
  /** The limit of all flows from the registry over one link together. */
  readonly perClient: Readonly<Record<string, number>>;
  /** What the processors get done behind each link, by its id; absent where there are enough of them. */
  readonly processors?: Readonly<Record<string, ProcessorCapacity>>;
}

/** The processors of a node, which the bodies that it receives share with its unpacking. */
export interface ProcessorCapacity {
  /** The bytes per second that they receive if they do nothing else. */
  readonly bytesPerSecond: number;
  /**
   * How many bytes they would receive with what one unpacking takes of them in a microsecond if nothing else
   * runs.
   */
  readonly bytesPerUnpackMicro: number;
}

/**
 * What stands in the place of a registry for the unpacking of layers. It is a flow that needs processors and
 * no wire; its bytes are microseconds of the time that it takes if nothing else runs. No host has this name.
 */
export const unpackingSource = 'node/unpacking';

/** No unpacking goes faster than it would alone. */
export const unpackMicrosPerSecond = 1e6;

/** Returns the highest rate of a flow from this registry if it were alone. */
export function ownCeiling(bytesPerSecondMax: number, capacities: Capacities, registry: string): number {
  return wholeRate(Math.min(bytesPerSecondMax, getCapacity(capacities.perResponse, registry)));
}

/**
 * Returns the capacity of a link or registry. Throws if it was not declared, which is an error in the wiring.
 */
export function getCapacity(capacities: Readonly<Record<string, number>>, name: string): number {
  const capacity = capacities[name];
  if (capacity === undefined) throw new Error(`network: no capacity is known of "${name}"`);
  return capacity;
}

/**
 * Returns what so many processors get done with this runtime. `bytesPerSecond` is what they receive, if that
 * is known; otherwise the profile's figure counts. Measured on two processors: e2, e5, e7.
 */
export function processorCapacity(
  { intakeBytesPerCpuSecond, unpackRates }: Pick<RuntimeProfile, 'intakeBytesPerCpuSecond' | 'unpackRates'>,
  cpus: number,
  bytesPerSecond = cpus * intakeBytesPerCpuSecond,
): ProcessorCapacity {
  return {
    bytesPerSecond,
    bytesPerUnpackMicro: (unpackRates.processors * (bytesPerSecond / cpus)) / unpackMicrosPerSecond,
  };
}
