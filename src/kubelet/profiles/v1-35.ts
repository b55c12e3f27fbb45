import { imageGcRules1_35 } from '../image-gc/image-gc-rules.ts';
import type { Profile } from '../profile.ts';
import { v1_34 } from './v1-34.ts';

/**
 * Kubernetes 1.35, measured on 1.35.4: the gate KubeletEnsureSecretPulledImages is on, pull secrets are read
 * when needed, and a present image ends the measuring of a pull (images/image_manager.go); retries at a crash loop's end
 * (`completeWork` of pod_workers.go); short texts of started containers (kuberuntime/kuberuntime_container.go); a longer
 * one of a disk that stays full (images/image_gc_manager.go).
 */
export const v1_35: Profile = {
  ...v1_34,
  release: '1.35',
  version: '1.35.4',
  evidence: 'traces',
  messages: { ...v1_34.messages, created: () => 'Container created', started: () => 'Container started' },
  finishesPullingWhenPresent: true,
  readsSecrets: 'whenNeeded',
  retry: { ...v1_34.retry, capsAtSyncFrequency: true },
  imageGc: imageGcRules1_35,
};
