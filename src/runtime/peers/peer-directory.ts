import { get, remove, type SortedMap, set } from '../../collections/sorted-map.ts';
import type { Holdings } from './peer-holdings.ts';

/** Which nodes have what, in the order in which they came to have it. */
export type PeerDirectory = SortedMap<readonly string[]>;

/** Returns the nodes that have it. */
export function holdersOf(directory: PeerDirectory, name: string): readonly string[] {
  return get(directory, name) ?? [];
}

/** Returns the directory after a node has come to have something, or lost it; costs the holders of each such thing. */
export function withHoldings(directory: PeerDirectory, node: string, { held, lost }: Holdings): PeerDirectory {
  const without = lost.reduce((left, name) => {
    const others = holdersOf(left, name).filter((holder) => holder !== node);
    return others.length === 0 ? remove(left, name) : set(left, name, others);
  }, directory);
  return held.reduce((known, name) => {
    const holders = holdersOf(known, name);
    return holders.includes(node) ? known : set(known, name, [...holders, node]);
  }, without);
}
