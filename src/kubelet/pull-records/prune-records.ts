import { type PullRecords, withoutPulled, withPulledListed } from './pull-records.ts';
import { listRecords } from './record-files.ts';

/**
 * Drops the records that were last written before a garbage collection began (`sinceMicros`) and whose image is not among
 * `remaining`. In 1.36 that list names only what the collection considered and kept, not the images in use.
 * Mirrors `PullManager.PruneUnknownRecords` in pkg/kubelet/images/pullmanager/image_pull_manager.go (1.36).
 */
export function pruneRecords(records: PullRecords, remaining: readonly string[], sinceMicros: number): PullRecords {
  const kept = new Set(remaining);
  return listRecords(records.disk.pulled)
    .records.filter(({ imageRef, lastUpdatedMicros }) => lastUpdatedMicros < sinceMicros && !kept.has(imageRef))
    .reduce((left, { imageRef }) => withoutPulled(left, imageRef), withPulledListed(records));
}
