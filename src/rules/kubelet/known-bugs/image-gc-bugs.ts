import type { KnownBug } from '../known-bug.ts';

/**
 * Known defects of pkg/kubelet/images/image_gc_manager.go; names in quotes are scripts of the conformance
 * data.
 */
export const imageGcBugs = {
  recordsInUseDropped: {
    id: 'gc-drops-records-in-use',
    area: 'image GC',
    since: '1.33',
    until: '1.38',
    gate: 'KubeletEnsureSecretPulledImages',
    effect:
      'image GC drops the pull records of images that are in use: pods without credentials may then use a secretly pulled image, even with Never, and under AlwaysVerify the rightful owner pulls again',
    source: 'pkg/kubelet/images/image_gc_manager.go (v1.36.3, v1.33.13), "gc-in-use-image-loses-its-record"',
  },
  neverUsedIsOld: {
    id: 'age-gc-deletes-unused-at-once',
    area: 'image GC',
    since: '1.29',
    until: '1.38',
    setting: 'imageMaximumGCAge',
    effect:
      'with imageMaximumGCAge set and the kubelet up for that long, an image that no container has used yet is deleted at the next GC, however new it is; imageMinimumGCAge is not asked',
    source:
      'pkg/kubelet/images/image_gc_manager.go (v1.36.3), kubernetes#132372, "maxage-never-used-ignores-minage"',
    fixed: 'kubernetes#135603 is meant to',
    avoid: 'imageMaximumGCAge 0 where images are pulled before they are used, or pinned images',
  },
  errorsHideFullDisk: {
    id: 'age-gc-errors-hide-full-disk',
    area: 'image GC',
    since: '1.29',
    until: '1.38',
    setting: 'imageMaximumGCAge',
    effect:
      'where an image that is too old cannot be deleted, the round ends there: a full disk is not looked at',
    source: 'pkg/kubelet/images/image_gc_manager.go (v1.36.3), "maxage-errors-hide-full-disk"',
  },
  recordsKeptAfterAgeGc: {
    id: 'age-gc-keeps-records',
    area: 'image GC',
    since: '1.33',
    until: '1.38',
    gate: 'KubeletEnsureSecretPulledImages',
    setting: 'imageMaximumGCAge',
    effect:
      'pull records of images that went for their age stay until a round that is over the high threshold',
    source: 'pkg/kubelet/images/image_gc_manager.go (v1.36.3, v1.33.13)',
  },
  minimumAgeLost: {
    id: 'gc-minimum-age-lost',
    area: 'image GC',
    since: '1.14',
    until: '1.28',
    effect:
      'after a start of the kubelet the images that are there count as seen long ago: imageMinimumGCAge does not spare them',
    source:
      'pkg/kubelet/images/image_gc_manager.go (v1.28.15), kubernetes#119642, kubernetes#119711, "loop-restart-with-images"',
    fixed: '1.29 takes the time of the start',
  },
  agesForgotten: {
    id: 'gc-forgets-last-use',
    area: 'image GC',
    since: '1.14',
    until: '1.38',
    effect:
      'last uses are kept in memory only: after a restart of the kubelet every unused image counts as never used, and goes before all others',
    source: 'pkg/kubelet/images/image_gc_manager.go (v1.36.3)',
  },
  sizeIsNotSpace: {
    id: 'gc-counts-size-not-space',
    area: 'image GC',
    since: '1.14',
    until: '1.38',
    effect:
      'GC believes to have freed the reported size of an image, where layers shared with others free nothing: it stops too early and comes again',
    source: 'pkg/kubelet/images/image_gc_manager.go (v1.36.3), kubernetes#71869',
  },
  usageRoundedUp: {
    id: 'gc-usage-rounded-up',
    area: 'image GC',
    since: '1.14',
    until: '1.38',
    effect:
      'usage is 100 less the whole percent that are free: 15.9 % free is 85 % used, and one image goes although nothing need be freed',
    source: 'pkg/kubelet/images/image_gc_manager.go (v1.36.3), "threshold-floor-makes-it-high"',
  },
  errorFailsEnough: {
    id: 'gc-fails-though-enough-was-freed',
    area: 'image GC',
    since: '1.14',
    until: '1.38',
    effect: 'one image that cannot be deleted fails a round that has freed enough',
    source: 'pkg/kubelet/images/image_gc_manager.go (v1.36.3), "remove-error-does-not-stop-at-enough"',
  },
  raceWithPulls: {
    id: 'gc-races-with-pulls',
    area: 'image GC',
    since: '1.14',
    until: '1.38',
    effect:
      'between the list of images and a deletion nothing is locked: an image may go that a container is about to use',
    source: 'pkg/kubelet/images/image_gc_manager.go (v1.36.3), kubernetes#18140, kubernetes#123631',
  },
} as const satisfies Readonly<Record<string, KnownBug>>;
