/** How a report is written: columns at most (40 or more), with terminal colours or without, the moment it is about, and of whom. */
export interface TextOptions {
  readonly width: number;
  readonly colour: boolean;
  /** Virtual ms; absent: the end of the trace. */
  readonly atMs?: number;
  /** Only pods whose name this fits (`namespace/name` or `name`, `*` and `?` stand for others); absent: all. */
  readonly pod?: string;
  /** Only nodes whose name this fits; in a description, nodes instead of pods. */
  readonly node?: string;
}
