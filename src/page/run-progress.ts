/** How far a run has come while it is made. */
export interface RunProgress {
  readonly atMs: number;
  /** It ends here at the latest; most runs settle long before. */
  readonly horizonMs: number;
  readonly pods: number;
  /** Of them, those that run or have come to their end. */
  readonly podsDone: number;
}

/** The share of the run that is made, 0 to 1: of its pods, or of its time where pods never come to run. Never falls. */
export function doneShare({ atMs, horizonMs, pods, podsDone }: RunProgress): number {
  return Math.min(1, Math.max(podsDone / Math.max(pods, 1), atMs / Math.max(horizonMs, 1)));
}
