import type { KnownBug } from '../known-bug.ts';

/** Known defects of image volumes: each sync asks for the image of each of them again. */
export const imageVolumeBugs = {
  eventStorm: {
    id: 'image-volume-event-storm',
    area: 'image volume',
    since: '1.31',
    until: '1.36',
    gate: 'ImageVolume',
    effect:
      'each sync of a pod sends a Pulled event for each of its image volumes that is there already, until the spam filter hides the events of the pod',
    source: 'pkg/kubelet/kuberuntime/kuberuntime_manager.go (v1.36.3), kubernetes#138644',
    fixed: 'in 1.37 a sync asks for the images only where it starts a container (kubernetes#138655)',
  },
  alwaysPulledAgain: {
    id: 'image-volume-pulled-again',
    area: 'image volume',
    since: '1.31',
    until: '1.36',
    gate: 'ImageVolume',
    effect:
      'an image volume with the policy Always is pulled again at each sync of its pod, at least every 60 to 90 s, also while all containers run',
    source: 'pkg/kubelet/kuberuntime/kuberuntime_manager.go (v1.36.3), kubernetes#138644',
    fixed: 'in 1.37 a sync asks for the images only where it starts a container (kubernetes#138655)',
    avoid: 'pullPolicy IfNotPresent, with a digest where the content matters',
  },
  failureUnseen: {
    id: 'image-volume-failure-unseen',
    area: 'image volume',
    since: '1.31',
    until: '1.36',
    gate: 'ImageVolume',
    effect:
      'a failed pull of an image volume whose containers all run is not an error of the sync: the next try comes after 60 to 90 s, not after 10 to 15 s',
    source: 'pkg/kubelet/kuberuntime/kuberuntime_manager.go (v1.36.3)',
    fixed: 'in 1.37 such a sync does not ask',
  },
  removedBeforeMount: {
    id: 'image-volume-removed-before-mount',
    area: 'image volume',
    since: '1.31',
    until: '1.38',
    gate: 'ImageVolume',
    effect:
      'image GC may remove the image of a volume while the pod pulls the image of its container, since no container uses it yet: the container is not created (CreateContainerError), and the next sync pulls again; where that pull brings the disk pressure, this goes round for ever',
    source:
      'pkg/kubelet/images/image_gc_manager.go, which spares the images of containers that exist, and SyncPod of pkg/kubelet/kuberuntime/kuberuntime_manager.go (v1.37.2), which ensures the volumes before the containers',
    avoid:
      'a disk with room for the images of the volumes and of the containers together, or imageMinimumGCAge above the time of the pulls',
  },
} as const satisfies Readonly<Record<string, KnownBug>>;
