/**
 * The host that runtimes ask for what other nodes of the cluster have; no name of an image can mean it, as it
 * has neither dot nor port.
 */
export const peersHost = 'peers';

/**
 * What nodes give to each other: layers that they have whole (Spegel), or pieces while they still download
 * (Kraken, Dragonfly).
 */
export const peerShares = ['layers', 'pieces'] as const;
export type PeerShare = (typeof peerShares)[number];

/**
 * Returns the name by which bytes that one node sends to others go over the wires: each such node is a source
 * of its own.
 */
export function peerSource(node: string): string {
  return `${peersHost}/${node}`;
}

/** Whether bytes from this source come from nodes of the cluster. */
export function isPeerSource(source: string): boolean {
  return source === peersHost || source.startsWith(`${peersHost}/`);
}
