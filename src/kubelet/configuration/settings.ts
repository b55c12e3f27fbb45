/** The fields of KubeletConfiguration (v1beta1) that the simulator reads, defaults filled in. */
export interface KubeletSettings {
  readonly serializeImagePulls: boolean;
  readonly maxParallelImagePulls: number | null;
  readonly registryPullQPS: number;
  readonly registryBurst: number;
  readonly imagePullCredentialsVerificationPolicy: string;
  /** Absent: empty. */
  readonly preloadedImagesVerificationAllowlist?: readonly string[];
  readonly syncFrequencyMicros: number;
  readonly maxPods: number;
  readonly featureGates: Readonly<Record<string, boolean>>;
  /** crashLoopBackOff.maxContainerRestartPeriod; null where the gate KubeletCrashLoopBackOffMax is off. */
  readonly maxContainerRestartPeriodMicros: number | null;
  readonly imageMinimumGCAgeMicros: number;
  readonly imageMaximumGCAgeMicros: number;
  readonly imageGCHighThresholdPercent: number;
  readonly imageGCLowThresholdPercent: number;
  /** By signal, as written; absent: the kubelet's own (`defaultEvictionHard`). Only the disk's signals are obeyed. */
  readonly evictionHard?: Readonly<Record<string, string>>;
  /** Absent: 5 minutes. */
  readonly evictionPressureTransitionPeriodMicros?: number;
}
