/** How a kubelet release measures the start of a pod. */
export interface StartupRules {
  /**
   * What counts as pulling: `sessions` adds up the stretches in which a pull was open; `firstToLast` takes everything from the
   * first start of a pull to the last end of one.
   */
  readonly pulls: 'sessions' | 'firstToLast';
  /** Whether the run time of ordinary init containers is subtracted. */
  readonly leavesOutInit: boolean;
  /** Whether a pod with a volume that holds state (an image counts as one) is in the total only. */
  readonly leavesOutStateful: boolean;
}
