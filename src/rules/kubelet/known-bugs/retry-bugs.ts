import type { KnownBug } from '../known-bug.ts';

/** Known defects of the time at which a pod is synced again. */
export const retryBugs = {
  backOffIsAnError: {
    id: 'back-off-is-an-error',
    area: 'retry',
    since: '1.14',
    until: '1.32',
    effect:
      'a sync in which containers only wait out their back-off fails all the same, as the check that should let it pass never does: the pod is synced every 10 to 15 s',
    source: 'pkg/kubelet/kubelet.go (v1.31.14), kubernetes#123602',
    fixed:
      'the check went in 1.33; since 1.35 the end of a crash loop back-off sets the next sync (kubernetes#133066)',
  },
  crashLoopSlowsPulls: {
    id: 'crash-loop-slows-pulls',
    area: 'retry',
    since: '1.35',
    until: '1.38',
    effect:
      'a pod with one container in CrashLoopBackOff and another in ImagePullBackOff is synced when the crash loop allows, up to every 60 to 90 s: the pull is tried again that much later',
    source: 'pkg/kubelet/pod_workers.go (v1.36.3), kubernetes#133066',
  },
  deletedPodPulls: {
    id: 'deleted-pod-still-pulls',
    area: 'retry',
    since: '1.14',
    until: '1.38',
    effect:
      'a deleted pod goes on waiting for its turn and pulling: it holds its pull slot until the pull ends, starts its container, and only then is stopped',
    source:
      'pkg/kubelet/images/puller.go and image_manager.go (v1.37.2): no pull is cancelled with its pod (context.WithoutCancel), kubernetes#113606',
    avoid: 'maxParallelImagePulls with room for pulls that are no longer needed',
  },
} as const satisfies Readonly<Record<string, KnownBug>>;
