/** The first release known to have a field of KubeletConfiguration v1beta1; fields that are not listed are not read. */
export const kubeletConfigurationFields: Readonly<Record<string, string>> = {
  crashLoopBackOff: '1.32',
  evictionHard: '1.14',
  evictionPressureTransitionPeriod: '1.14',
  featureGates: '1.14',
  imageGCHighThresholdPercent: '1.14',
  imageGCLowThresholdPercent: '1.14',
  imageMaximumGCAge: '1.29',
  imageMinimumGCAge: '1.14',
  imagePullCredentialsVerificationPolicy: '1.33',
  maxParallelImagePulls: '1.27',
  maxPods: '1.14',
  // a flag only in 1.14; the release that made it a field lies between the profiles
  nodeStatusMaxImages: '1.27',
  preloadedImagesVerificationAllowlist: '1.33',
  registryBurst: '1.14',
  registryPullQPS: '1.14',
  serializeImagePulls: '1.14',
  syncFrequency: '1.14',
};
