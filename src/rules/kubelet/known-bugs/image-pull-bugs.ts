import type { KnownBug } from '../known-bug.ts';

/** Known defects of the pulls in pkg/kubelet/images. */
export const imagePullBugs = {
  stripedLocks: {
    id: 'striped-locks',
    area: 'image pull',
    since: '1.33',
    until: '1.36',
    gate: 'KubeletEnsureSecretPulledImages',
    effect:
      'with the gate KubeletEnsureSecretPulledImages on and maxParallelImagePulls above 31 the kubelet panics for some images, always the same ones',
    source: 'pkg/kubelet/images/pullmanager/locks.go (v1.36.3), kubernetes#138935',
    fixed: 'in 1.37 (kubernetes#138937)',
    avoid: 'maxParallelImagePulls of at most 31, or the gate off',
  },
  inspectErrorWithoutImage: {
    id: 'inspect-error-without-image',
    area: 'image pull',
    since: '1.32',
    until: '1.38',
    effect: 'the message of a failed inspection names no image: Failed to inspect image "": …',
    source: 'pkg/kubelet/images/image_manager.go (v1.36.3), which prints the reference it has not got',
  },
  presentButPulled: {
    id: 'present-but-pulled',
    area: 'image pull',
    since: '1.33',
    until: '1.38',
    gate: 'KubeletEnsureSecretPulledImages',
    effect:
      'while one pod pulls an image that is already on the node, another with IfNotPresent pulls it too, and one with Never fails as though it were not there',
    source:
      'pkg/kubelet/images/pullmanager/image_pull_manager.go (v1.36.3), which takes a pull under way for the origin of the image',
    avoid: 'the gate KubeletEnsureSecretPulledImages off, or the policy NeverVerify',
  },
  pullErrorsAreKept: {
    id: 'pull-errors-are-kept',
    area: 'image pull',
    since: '1.32',
    until: '1.38',
    effect:
      'the last pull error of each image of a pod stays in the memory of the kubelet when the pod is deleted, until the kubelet restarts: only a later pull for the same pod removes it',
    source: 'pkg/kubelet/images/image_manager.go (v1.37.2): prevPullErrMsg has no sweep',
  },
  backOffsWaitForSuccess: {
    id: 'back-offs-wait-for-a-success',
    area: 'image pull',
    since: '1.14',
    until: '1.38',
    effect:
      'the back-offs of deleted pods stay in the memory of the kubelet until a pull on the node succeeds: while every pull fails, they only grow in number',
    source:
      'pkg/kubelet/images/image_manager.go (v1.37.2), which calls backOff.GC() only after a successful pull',
  },
} as const satisfies Readonly<Record<string, KnownBug>>;
