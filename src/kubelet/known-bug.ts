/** A defect of released kubelets that a run can meet: told to people as such, never mended silently. */
export interface KnownBug {
  /** Stable, for tables and messages: `striped-locks`. */
  readonly id: string;
  /** The releases that have it, first and last, as `major.minor`. */
  readonly since: string;
  readonly until: string;
  /** What people see, in one sentence. */
  readonly effect: string;
  /** File, and the issue where there is one. */
  readonly source: string;
}
