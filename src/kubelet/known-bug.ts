/** A defect of released kubelets. A run that meets it says so; it is never mended silently. */
export interface KnownBug {
  /** A stable name for tables and messages: `striped-locks`. */
  readonly id: string;
  readonly area: 'image pull' | 'image volume' | 'startup SLI' | 'retry' | 'event' | 'PLEG' | 'image GC' | 'credentials' | 'kubeadm';
  /** The releases that have it, first and last as far as known, as `major.minor`. */
  readonly since: string;
  readonly until: string;
  /** The effect that people see, in one sentence. */
  readonly effect: string;
  /** The source file, and the issue if there is one. */
  readonly source: string;
  /** The release in which it is mended, as far as known. */
  readonly fixed?: string;
  /** How a node can avoid it. */
  readonly avoid?: string;
}
