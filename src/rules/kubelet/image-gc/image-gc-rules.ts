import {
  attemptedToFree,
  type InsufficientFacts,
  insufficientFreeDiskSpace,
  wantedToFree,
} from './image-gc-messages.ts';

/** What differs between releases in image GC. */
export interface ImageGcRules {
  /** Whether the disk is looked at first, and images are detected only if it is too full. */
  readonly measuresFirst: boolean;
  /**
   * Whether the first detection of a kubelet gives images Go's zero time, so that they are as old as can be.
   */
  readonly firstDetectionIsTimeless: boolean;
  /** Whether the sandbox image is spared by its tag. */
  readonly sparesSandboxImage: boolean;
  /** Whether images that the runtime pins are spared. */
  readonly sparesPinned: boolean;
  /** Whether the release knows `imageMaximumGCAge`. Its gate may still be off. */
  readonly knowsMaxAge: boolean;
  /** Whether images are only removed for their age when the kubelet has been up for that long. */
  readonly waitsForMaxAge: boolean;
  /** Whether the pull records are pruned after GC. */
  readonly prunesPullRecords: boolean;
  /** How kubelet_image_garbage_collected_total counts; `no`: the release has not got it. */
  readonly countsRemovals: 'no' | 'all' | 'byReason';
  readonly insufficient: (facts: InsufficientFacts) => string;
}

export const imageGcRules1_14: ImageGcRules = {
  measuresFirst: true,
  firstDetectionIsTimeless: true,
  sparesSandboxImage: true,
  sparesPinned: false,
  knowsMaxAge: false,
  waitsForMaxAge: true,
  prunesPullRecords: false,
  countsRemovals: 'no',
  insufficient: wantedToFree,
};

export const imageGcRules1_27: ImageGcRules = {
  ...imageGcRules1_14,
  sparesPinned: true,
  insufficient: attemptedToFree,
};

export const imageGcRules1_29: ImageGcRules = {
  ...imageGcRules1_27,
  measuresFirst: false,
  firstDetectionIsTimeless: false,
  sparesSandboxImage: false,
  knowsMaxAge: true,
  waitsForMaxAge: false,
  countsRemovals: 'all',
};

export const imageGcRules1_30: ImageGcRules = {
  ...imageGcRules1_29,
  waitsForMaxAge: true,
  countsRemovals: 'byReason',
};

export const imageGcRules1_33: ImageGcRules = { ...imageGcRules1_30, prunesPullRecords: true };

export const imageGcRules1_35: ImageGcRules = {
  ...imageGcRules1_33,
  insufficient: insufficientFreeDiskSpace,
};
