/** Some flows that have the same rate, and the highest rate that other limits than this pipe allow them. */
interface Demand {
  readonly flows: number;
  /** Whole bytes per second for each flow; Infinity means no limit. */
  readonly ceiling: number;
}

/**
 * Returns the highest rate to which all flows through one pipe may rise: the highest whole number of bytes
 * per second at which the pipe still carries them all, where no flow counts for more than its ceiling.
 * Infinity if the pipe carries all flows at their ceilings. As long as a pipe carries anything at all, each
 * of its flows moves, however many share it.
 */
export function fairLevel(capacity: number, demands: readonly Demand[]): number {
  if (capacity === Infinity) return Infinity;
  const rising =
    demands.length > 1 ? [...demands].sort((one, other) => one.ceiling - other.ceiling) : demands;
  let flows = rising.reduce((sum, demand) => sum + demand.flows, 0);
  let remainingBytesPerSecond = capacity;
  for (const demand of rising) {
    if (!(demand.ceiling * flows <= remainingBytesPerSecond))
      return evenLevel(capacity, remainingBytesPerSecond, flows);
    remainingBytesPerSecond -= demand.ceiling * demand.flows;
    flows -= demand.flows;
  }
  return Infinity;
}

/** Returns the rate of each of so many flows that share what is left of a pipe. */
export function evenLevel(capacity: number, remainingBytesPerSecond: number, flows: number): number {
  return capacity > 0 ? Math.max(1, Math.floor(remainingBytesPerSecond / flows)) : 0;
}

/** Returns a limit as a rate of flows: a whole number, and 0 only if the limit is 0. */
export function wholeRate(bytesPerSecond: number): number {
  if (bytesPerSecond === Infinity) return Infinity;
  return bytesPerSecond > 0 ? Math.max(1, Math.floor(bytesPerSecond)) : 0;
}
