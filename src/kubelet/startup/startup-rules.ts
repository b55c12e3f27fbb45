/** How a kubelet release measures the start of a pod. */
export interface StartupRules {
  /**
   * What counts as pulling: `sessions` adds up the stretches in which a pull was open; `firstToLast` takes everything from the
   * first start of a pull to the last end of one.
   */
  readonly pulls: 'sessions' | 'firstToLast';
  /** The run time of (ordinary) init containers is taken off. */
  readonly leavesOutInit: boolean;
  /** A pod with a volume that holds state (an image counts as such) is in the total only. */
  readonly leavesOutStateful: boolean;
}
