/** A defect of released kubelets. A run that meets it says so; it is never mended silently. */
export interface KnownBug {
  /** A stable name: `striped-locks`. */
  readonly id: string;
  readonly area: BugArea;
  /** The first release that has it, as far as known, as `major.minor`. */
  readonly since: string;
  /** The last release that has it. */
  readonly until: string;
  /** The feature gate that must be on for it to be met. */
  readonly gate?: string;
  /** The field of KubeletConfiguration that must be set for it to be met. */
  readonly setting?: 'imageMaximumGCAge';
  /** What people see of it, in one sentence. */
  readonly effect: string;
  /** The source file, and the issue if there is one. */
  readonly source: string;
  /** The release in which it is fixed, as far as known. */
  readonly fixed?: string;
  /** How a node can avoid it. */
  readonly avoid?: string;
}

export type BugArea = (typeof bugAreas)[number];

/** What the known bugs are about. */
export const bugAreas = [
  'image pull',
  'image volume',
  'startup SLI',
  'retry',
  'event',
  'PLEG',
  'image GC',
  'credentials',
  'kubeadm',
] as const;
