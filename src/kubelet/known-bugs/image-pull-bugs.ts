import type { KnownBug } from '../known-bug.ts';

/** Known defects of the pulls in pkg/kubelet/images. */
export const imagePullBugs = {
  stripedLocks: {
    id: 'striped-locks',
    area: 'image pull',
    since: '1.33',
    until: '1.36',
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
    until: '1.37',
    effect: 'the message of a failed inspection names no image: Failed to inspect image "": …',
    source: 'pkg/kubelet/images/image_manager.go (v1.36.3), which prints the reference it has not got',
  },
  presentButPulled: {
    id: 'present-but-pulled',
    area: 'image pull',
    since: '1.33',
    until: '1.37',
    effect:
      'while one pod pulls an image that is already on the node, another with IfNotPresent pulls it too, and one with Never fails as though it were not there',
    source: 'pkg/kubelet/images/pullmanager/image_pull_manager.go (v1.36.3), which takes a pull under way for the origin of the image',
    avoid: 'the gate KubeletEnsureSecretPulledImages off, or the policy NeverVerify',
  },
} as const satisfies Readonly<Record<string, KnownBug>>;
