/** The sync loop stops handing out work because the runtime is not healthy, or goes on. */
export interface SyncLoopObservation {
  readonly type: 'syncLoop';
  readonly state: 'skipping' | 'syncing';
  /** skipping: the error of `Skipping pod synchronization`. */
  readonly error?: string;
}
