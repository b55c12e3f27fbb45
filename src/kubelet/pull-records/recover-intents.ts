import { type PullRecords, withoutIntent, writePulled } from './pull-records.ts';
import { listRecords } from './record-files.ts';

/** An image of the runtime, as far as recovery needs it. */
export interface RecoverableImage {
  readonly id: string;
  readonly repoTags: readonly string[];
  readonly repoDigests: readonly string[];
}

/** Returns the names that a kubelet was pulling when it died. */
export function leftIntents({ disk }: PullRecords): readonly string[] {
  return listRecords(disk.pulling).records.map(({ image }) => image);
}

/**
 * Makes records of the intents that the last kubelet left, where the runtime has such an image by now. Nobody knows which
 * credentials opened the registry, so every pod must show its own; and names are compared to the letter, so that an intent
 * for `app` never finds `app:latest`, and stays.
 * Mirrors `PullManager.initialize` and `searchForExistingTagDigest` in image_pull_manager.go (1.36).
 */
export function recoverIntents(records: PullRecords, images: readonly RecoverableImage[], nowMicros: number): PullRecords {
  const left = new Set(leftIntents(records));
  let recovered = records;
  for (const { id, repoTags, repoDigests } of images) {
    const names = new Set([...repoDigests, ...repoTags].filter((name) => left.has(name)));
    for (const name of names) recovered = withoutIntent(writePulled(recovered, name, id, undefined, nowMicros), name);
  }
  return recovered;
}
