/** How a report is written: columns at most (40 or more), with terminal colours or without, and the moment it is about. */
export interface TextOptions {
  readonly width: number;
  readonly colour: boolean;
  /** Virtual ms; absent: the end of the trace. */
  readonly atMs?: number;
}
