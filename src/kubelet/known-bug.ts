/** A defect of released kubelets: told to people as such where a run meets it, never mended silently. */
export interface KnownBug {
  /** Stable, for tables and messages: `striped-locks`. */
  readonly id: string;
  readonly area: 'image pull' | 'image volume' | 'startup SLI' | 'retry' | 'event' | 'PLEG' | 'image GC' | 'credentials' | 'kubeadm';
  /** The releases that have it, first and last as far as known, as `major.minor`. */
  readonly since: string;
  readonly until: string;
  /** What people see, in one sentence. */
  readonly effect: string;
  /** File, and the issue where there is one. */
  readonly source: string;
  /** Where it is mended, as far as known. */
  readonly fixed?: string;
  /** What keeps a node from meeting it. */
  readonly avoid?: string;
}
