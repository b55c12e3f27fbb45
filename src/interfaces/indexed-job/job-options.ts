/** What `sweep --indexed-job` takes, as commander gives it. */
export interface IndexedJobOptions {
  readonly indexedJob?: true;
  readonly completions?: number;
  readonly parallelism?: number;
  readonly image?: string;
  readonly results?: string;
}

/** Those that mean nothing without a Job. */
export const jobOptions = ['completions', 'parallelism', 'image', 'results'] as const;

/** A Job of Kubernetes with more completions has fewer failures to spare. */
export const completionsMax = 10_000;
