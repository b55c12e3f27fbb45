import { imageGcRules1_33 } from '../image-gc/image-gc-rules.ts';
import type { Profile } from '../profile.ts';
import { v1_32 } from './v1-32.ts';

/**
 * Kubernetes 1.33, read from the source of 1.33.13: pull records behind a gate that is off (images/pullmanager, pruned by
 * images/image_gc_manager.go), and pull secrets that are read for each image, also for one that is there
 * (`EnsureImageExists` of images/image_manager.go).
 */
export const v1_33: Profile = {
  ...v1_32,
  release: '1.33',
  version: '1.33.13',
  readsSecrets: 'afterInspection',
  imageGc: imageGcRules1_33,
};
