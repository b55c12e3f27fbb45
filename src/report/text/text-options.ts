/**
 * How a report is written: its greatest width in columns (40 or more), with or without terminal colours, for which moment, and about which
 * pods and nodes.
 */
export interface TextOptions {
  readonly width: number;
  readonly colour: boolean;
  /** Virtual ms; absent for the end of the trace. */
  readonly atMs?: number;
  /** Whether rows that are alike are shown one by one, however many there are. */
  readonly all?: boolean;
  /** Whether known bugs are told in full. */
  readonly verbose?: boolean;
  /** Only pods whose name matches (`namespace/name` or `name`, with `*` and `?` for other characters); absent for all. */
  readonly pod?: string;
  /** Only nodes whose name matches; in a description, nodes instead of pods. */
  readonly node?: string;
}
