/** How far a run has come while it is being made. */
export interface RunProgress {
  readonly atMs: number;
  /** The latest possible end; most runs settle long before. */
  readonly horizonMs: number;
  readonly pods: number;
  /** How many of them run or have ended. */
  readonly podsDone: number;
}

/**
 * Returns the finished share of the run, 0 to 1: of its pods, or of its time if pods never run. It never
 * falls.
 */
export function doneShare({ atMs, horizonMs, pods, podsDone }: RunProgress): number {
  return Math.min(1, Math.max(podsDone / Math.max(pods, 1), atMs / Math.max(horizonMs, 1)));
}
