/** What fields and gates do, for someone who does not know them; a line each. */
export const fieldHints: Readonly<Record<string, string>> = {
  serializeImagePulls: 'one pull at a time, in the order in which they were asked for',
  maxParallelImagePulls: 'how many pulls at once; empty: no limit. Needs serializeImagePulls=false',
  registryPullQPS: 'pulls a second; a pull above that fails at once and backs off. 0: no limit',
  registryBurst: 'how many pulls may come at once before the QPS counts',
  imagePullCredentialsVerificationPolicy: 'when a pod must show that it may use an image that is there already',
  imageGCHighThresholdPercent: 'share of the disk in use from which images are removed; 100: never',
  imageGCLowThresholdPercent: 'share of the disk in use down to which images are removed',
  imageMinimumGCAge: 'an unused image younger than this is spared',
  imageMaximumGCAge: 'an image unused for longer than this is removed; 0s: never',
  'evictionHard.imagefs.available':
    'with less room for images (a share, or bytes such as 5Gi) unused ones go, and no pod is admitted. Set alone, nodefs.available has no threshold',
  'evictionHard.nodefs.available':
    'the same for the disk of all else, which is one with that of images here. Set alone, imagefs.available has no threshold',
  evictionPressureTransitionPeriod: 'how long a node still says DiskPressure after there is room again',
  maxPods: 'how many pods the node admits',
  syncFrequency: 'from one sync of a pod to the next where nothing happens; from 1.35 also the longest wait after an error',
  'crashLoopBackOff.maxContainerRestartPeriod': 'the longest wait between restarts of a container that crashes',
  EphemeralContainers: 'kubectl debug adds containers to running pods',
  EventedPLEG: 'the runtime tells of changes by events, instead of being asked each second',
  ImageMaximumGCAge: 'imageMaximumGCAge has effect',
  ImageVolume: 'an image can be mounted as a volume',
  KubeletCrashLoopBackOffMax: 'crashLoopBackOff.maxContainerRestartPeriod has effect',
  KubeletEnsureSecretPulledImages: 'pods need credentials for images that others have pulled',
  PLEGOnDemandRelist: 'a sync that did something has its pod looked at without delay',
  ReduceDefaultCrashLoopBackOffDecay: 'restarts of a container that crashes begin at 1s and end at 1m',
  SidecarContainers: 'init containers that keep running beside the others',
};
