/** How long the node's own work takes; each is a line of docs/defaults.md. */
export interface NodeTimings {
  /** SyncPod before its first call (measured, kubelet-runs A: 6 ms). */
  readonly podSyncMicros: number;
  /** The poll that waits for volumes in a pod's first sync; 0 for pods without any. */
  readonly volumeMountMicros: number;
  readonly sandboxMicros: number;
  /** How long StopPodSandbox takes. */
  readonly sandboxStopMicros: number;
  readonly createContainerMicros: number;
  readonly startContainerMicros: number;
  readonly imageStatusMicros: number;
  /** GetImageSize after a pull, with the slot held (measured, kubelet-runs C and D). */
  readonly imageSizeMicros: number;
  readonly relistPeriodMicros: number;
  readonly relistMicros: number;
  /** From the end of one kubelet to the start of the next, on a restart. */
  readonly kubeletStartMicros: number;
  readonly rebootMicros: number;
  /** How long the kubelet has been up at the start of the run. Image GC depends on it. */
  readonly kubeletUptimeMicros: number;
  /** How long a round of image GC takes that finds nothing to do. Its loops wait for 5 minutes after it. */
  readonly imageGcRoundMicros: number;
  /** RemoveImage of the CRI: unlinking the image and freeing its content. */
  readonly removeImageMicros: number;
  /**
   * The unpacked bytes per second of gzip-compressed layers on an idle node; null: the rate of the runtime's
   * profile.
   */
  readonly unpackBytesPerSecond: number | null;
}
