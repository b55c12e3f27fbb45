/** The fields of KubeletConfiguration (v1beta1) that the simulator reads, defaults filled in. */
export interface KubeletSettings {
  readonly serializeImagePulls: boolean;
  readonly maxParallelImagePulls: number | null;
  readonly registryPullQPS: number;
  readonly registryBurst: number;
  readonly imagePullCredentialsVerificationPolicy: string;
  readonly syncFrequencyMicros: number;
  readonly maxPods: number;
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly imageMinimumGCAgeMicros: number;
  readonly imageMaximumGCAgeMicros: number;
  readonly imageGCHighThresholdPercent: number;
  readonly imageGCLowThresholdPercent: number;
}
