/** Some flows that go at the same rate, and how high that may rise as far as other things than the pipe allow. */
export interface Demand {
  readonly flows: number;
  /** Whole bytes per second of each flow; Infinity: any. */
  readonly ceiling: number;
}

/**
 * Returns the level to which the rates of all flows through one pipe may rise: the highest whole number of bytes per second
 * at which the pipe still carries them, those counted no higher than their ceilings. Infinity where it carries them all
 * at their ceilings. A flow through a pipe that carries anything at all never stands still, however many share it.
 */
export function fairLevel(capacity: number, demands: readonly Demand[]): number {
  if (capacity === Infinity) return Infinity;
  const rising = demands.length > 1 ? [...demands].sort((one, other) => one.ceiling - other.ceiling) : demands;
  let flows = rising.reduce((sum, demand) => sum + demand.flows, 0);
  let left = capacity;
  for (const demand of rising) {
    if (!(demand.ceiling * flows <= left)) return levelOf(capacity, left, flows);
    left -= demand.ceiling * demand.flows;
    flows -= demand.flows;
  }
  return Infinity;
}

/** Returns what each of so many flows gets of what is left of a pipe. */
export function levelOf(capacity: number, left: number, flows: number): number {
  return capacity > 0 ? Math.max(1, Math.floor(left / flows)) : 0;
}

/** Returns a limit as a rate of flows: whole, and not nothing unless it is nothing. */
export function wholeRate(bytesPerSecond: number): number {
  if (bytesPerSecond === Infinity) return Infinity;
  return bytesPerSecond > 0 ? Math.max(1, Math.floor(bytesPerSecond)) : 0;
}
