import { type Fault, faultKinds } from '../fault.ts';
import { peersHost } from '../peers/peer-source.ts';

/** A fault in force at a registry. */
export interface RegistryFault {
  readonly id: string;
  readonly fault: Fault;
  readonly sinceMicros: number;
  /** For a rateLimit: the number of the current window since the fault began, and the requests in it. */
  readonly window: number;
  /** How many requests a fault of single requests has met. */
  readonly requests: number;
}

/** Returns a fault as it begins. */
export function beginningFault(id: string, fault: Fault, nowMicros: number): RegistryFault {
  return { id, fault, sinceMicros: nowMicros, window: 0, requests: 0 };
}

/**
 * Whether this fault is one that a registry of this host has to know of. What befalls all registries does not
 * befall, once more, the blob stores to which they send their clients, nor nodes that give to each other.
 */
export function concernsRegistry(fault: Fault, host: string, isBlobStore = false): boolean {
  const faultRegistry = 'registry' in fault ? fault.registry : undefined;
  return (
    faultKinds[fault.kind].actorKind === 'registry' &&
    (faultRegistry === undefined ? !isBlobStore && host !== peersHost : faultRegistry === host)
  );
}

/**
 * Returns the faults with this request counted in every rate limit. Windows follow one another without gap
 * from the fault's begin: the first of them is [since, since + windowMicros). Every request that reaches the
 * registry counts, also those that get a 429; a pull limit (pull-limit.ts) counts pulls, and by client.
 */
export function countRequest(faults: readonly RegistryFault[], nowMicros: number): readonly RegistryFault[] {
  return faults.map((entry) => {
    if (entry.fault.kind !== 'rateLimit') return entry;
    const window = Math.floor((nowMicros - entry.sinceMicros) / entry.fault.windowMicros);
    return { ...entry, window, requests: window === entry.window ? entry.requests + 1 : 1 };
  });
}

/** Returns the faults with one more request met by that one. */
export function countMet(faults: readonly RegistryFault[], id: string): readonly RegistryFault[] {
  return faults.map((entry) => (entry.id === id ? { ...entry, requests: entry.requests + 1 } : entry));
}
