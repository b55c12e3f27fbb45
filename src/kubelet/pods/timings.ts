/** How long the node's own work takes; each is a line of docs/defaults.md. */
export interface NodeTimings {
  /** SyncPod before its first call (measured, kubelet-runs A: 6 ms). */
  readonly podSyncMicros: number;
  /** The poll that waits for volumes in a pod's first sync; 0 for pods without any. */
  readonly volumeMountMicros: number;
  readonly sandboxMicros: number;
  /** Stopping a pod's sandbox. */
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
  /** How long the kubelet has been up at the start of the run: what image GC goes by. */
  readonly kubeletUptimeMicros: number;
  /** What one round of image GC takes that finds nothing to do; its loops wait for 5 minutes after it. */
  readonly imageGcRoundMicros: number;
  /** RemoveImage of the CRI: unlinking the image and freeing its content. */
  readonly removeImageMicros: number;
  /** Unpacked bytes per second of gzip that compresses, on a node with nothing else to do; null: as the runtime's profile has it. */
  readonly unpackBytesPerSecond: number | null;
}
