import { get, remove, type SortedMap, set } from '../../collections/sorted-map.ts';
import { withChanges } from '../../values/with-changes.ts';
import type { PullCredential } from '../credentials/pull-credential.ts';
import {
  emptyLruCache,
  fullPercent,
  type LruCache,
  peekCached,
  put,
  refreshed,
  used,
  without,
} from './lru-cache.ts';
import {
  emptyRecordDirectory,
  listRecords,
  type PulledRecord,
  type PullIntent,
  type RecordDirectory,
  type RecordFile,
  withFile,
  withoutFile,
} from './record-files.ts';
import type { RecordedCredentials } from './recorded-credentials.ts';
import { mergeCredentials, recordedCredentials } from './recorded-credentials.ts';
import { type RecordedNames, recordedName } from './recorded-name.ts';

/**
 * Gauges of the records, each as it was at the last write of its kind. Mirrors `meteringRecordsAccessor`
 * (1.36).
 */
export interface RecordFigures {
  readonly onDiskIntents: number;
  readonly onDiskRecords: number;
  readonly inMemoryIntentsPercent: number;
  readonly inMemoryRecordsPercent: number;
}

/** The kubelet's records of its own pulls: files, a cache of them, and counters of pulls under way. */
export interface PullRecords {
  /** The files, which survive the kubelet. */
  readonly disk: RecordDirectory;
  /** The number of pulls under way, by the name as written. */
  readonly underWay: SortedMap<number>;
  readonly intents: LruCache<PullIntent>;
  readonly pulled: LruCache<PulledRecord>;
  readonly figures: RecordFigures;
  /** The name of the file for an image or a reference. */
  readonly fileName: (name: string) => string;
  readonly names: RecordedNames;
}

/** The figures that decide how many records are kept in memory. */
export interface RecordCacheSizes {
  readonly maxPods?: number;
  readonly maxParallelImagePulls?: number | null;
}

const intentsCachedMax = 1024;
const pulledCachedMax = 2000;
const maxPodsByDefault = 110;

/** The records of a node on which no kubelet has run. */
export function noPullRecords(fileName: (name: string) => string = (name) => name): PullRecords {
  return openPullRecords(emptyRecordDirectory, {}, fileName);
}

/**
 * Returns the records as a kubelet that starts finds them: everything is read into the caches, as far as it
 * fits. Mirrors `NewCachedPullRecordsAccessor` in pkg/kubelet/images/pullmanager/mem_pullrecords.go and the
 * sizes of `NewKubeGenericRuntimeManager` (1.36).
 */
export function openPullRecords(
  disk: RecordDirectory,
  {
    maxPods = maxPodsByDefault,
    maxParallelImagePulls,
    names = 'asWritten',
  }: RecordCacheSizes & { readonly names?: RecordedNames },
  fileName: (name: string) => string,
): PullRecords {
  const intents = emptyLruCache<PullIntent>(
    Math.min(Math.max(2 * maxPods, 2 * (maxParallelImagePulls ?? 0), 1), intentsCachedMax),
  );
  const pulled = emptyLruCache<PulledRecord>(Math.min(Math.max(5 * maxPods, 1), pulledCachedMax));
  const figures = {
    onDiskIntents: 0,
    onDiskRecords: 0,
    inMemoryIntentsPercent: 0,
    inMemoryRecordsPercent: 0,
  };
  return readAll({ disk, underWay: undefined, intents, pulled, figures, fileName, names });
}

function readAll(records: PullRecords): PullRecords {
  const intents = listRecords(records.disk.pulling);
  const intentsByImage = intents.records.map((intent) => [intent.image, intent] as const);
  return withPulledListed(
    withChanges(records, { intents: refreshed(records.intents, intentsByImage, intents.hasErrors) }),
  );
}

/** Returns the records after all pulled records have been read from the disk. */
function withPulledListed(records: PullRecords): PullRecords {
  const pulledRecords = listRecords(records.disk.pulled);
  const byRef = pulledRecords.records.map((record) => [record.imageRef, record] as const);
  return withChanges(records, { pulled: refreshed(records.pulled, byRef, pulledRecords.hasErrors) });
}

/**
 * Notes that a pull is about to begin (also one that back-off then refuses).
 * Mirrors `PullManager.RecordPullIntent` in pkg/kubelet/images/pullmanager/image_pull_manager.go (1.36).
 */
export function recordPullIntent(records: PullRecords, image: string): PullRecords {
  const pulling = withFile(records.disk.pulling, records.fileName(image), { record: { image } });
  const intents = put(records.intents, image, { image });
  const underWay = set(records.underWay, image, (get(records.underWay, image) ?? 0) + 1);
  return withIntentFigures(
    withChanges(records, { disk: withChanges(records.disk, { pulling }), intents, underWay }),
  );
}

/**
 * Drops one intent of a pull that failed or was refused. Mirrors `PullManager.RecordImagePullFailed` (1.36).
 */
export function recordImagePullFailed(records: PullRecords, image: string): PullRecords {
  const count = get(records.underWay, image) ?? 0;
  if (count > 1) return withChanges(records, { underWay: set(records.underWay, image, count - 1) });
  return { ...withoutIntent(records, image), underWay: remove(records.underWay, image) };
}

/** Deletes the intent's file, even if another pull of the image is under way. */
function withoutIntent(records: PullRecords, image: string): PullRecords {
  const pulling = withoutFile(records.disk.pulling, records.fileName(image));
  return withIntentFigures(
    withChanges(records, {
      disk: withChanges(records.disk, { pulling }),
      intents: without(records.intents, image),
    }),
  );
}

/**
 * Notes a pull that succeeded, with the credential that opened the registry, and drops one intent. A name
 * that cannot be read keeps its intent. Mirrors `PullManager.RecordImagePulled` (1.36).
 */
export function recordImagePulled(
  records: PullRecords,
  pull: { readonly image: string; readonly imageRef: string; readonly credential?: PullCredential },
  nowMicros: number,
): PullRecords {
  const { image, imageRef, credential } = pull;
  if ('error' in recordedName(records.names, image)) return records;
  return recordImagePullFailed(
    writePulled(records, image, imageRef, recordedCredentials(credential), nowMicros),
    image,
  );
}

/**
 * Writes that an image was pulled under a name and who may use it (undefined: unknown) where that says
 * anything new. Mirrors `writePulledRecordIfChanged` (1.36).
 */
export function writePulled(
  records: PullRecords,
  image: string,
  imageRef: string,
  added: RecordedCredentials | undefined,
  nowMicros: number,
): PullRecords {
  const trimmed = recordedName(records.names, image);
  if ('error' in trimmed) return records;
  const pulledReading = readPulled(records, imageRef);
  const pulledRecord = 'record' in pulledReading ? pulledReading.record : undefined;
  if (pulledRecord !== undefined && added === undefined) return pulledReading.records;
  const mine = get(pulledRecord?.credentials, trimmed.name);
  const credentials = mine === undefined || added === undefined ? added : mergeCredentials(mine, added);
  if (pulledRecord !== undefined && credentials === mine) return pulledReading.records;
  const byName =
    credentials === undefined
      ? pulledRecord?.credentials
      : set(pulledRecord?.credentials, trimmed.name, credentials);
  return withPulledWritten(pulledReading.records, {
    imageRef,
    lastUpdatedMicros: nowMicros,
    credentials: byName,
  });
}

/** Deletes the record of an image. */
function withoutPulled(records: PullRecords, imageRef: string): PullRecords {
  const pulled = withoutFile(records.disk.pulled, records.fileName(imageRef));
  return withPulledFigures(
    withChanges(records, {
      disk: withChanges(records.disk, { pulled }),
      pulled: without(records.pulled, imageRef),
    }),
  );
}

type PulledAnswer =
  | { readonly records: PullRecords; readonly record: PulledRecord | undefined }
  /** The file of the record cannot be decoded. */
  | { readonly records: PullRecords; readonly isUnreadable: true };

/**
 * Reads the record of an image, from memory where that knows; reading is using, and may fill the cache.
 * Mirrors `GetImagePulledRecord` in mem_pullrecords.go and fs_pullrecords.go (1.36).
 */
export function readPulled(records: PullRecords, imageRef: string): PulledAnswer {
  const cached = peekCached(records.pulled, imageRef);
  if (cached !== undefined)
    return { records: withChanges(records, { pulled: used(records.pulled, imageRef) }), record: cached };
  if (records.pulled.isAuthoritative) return { records, record: undefined };
  const file = get(records.disk.pulled.files, records.fileName(imageRef));
  if (file === undefined) return { records, record: undefined };
  if (file.record === undefined) return { records, isUnreadable: true };
  if (file.record.imageRef !== imageRef) return { records, record: undefined };
  return {
    records: withChanges(records, { pulled: put(records.pulled, imageRef, file.record) }),
    record: file.record,
  };
}

type IntentAnswer = { readonly records: PullRecords; readonly exists: boolean | 'unreadable' };

/** Returns whether there is an intent for the image. Mirrors `ImagePullIntentExists` (1.36). */
export function readIntent(records: PullRecords, image: string): IntentAnswer {
  if (peekCached(records.intents, image) !== undefined) {
    return { records: withChanges(records, { intents: used(records.intents, image) }), exists: true };
  }
  if (records.intents.isAuthoritative) return { records, exists: false };
  const file: RecordFile<PullIntent> | undefined = get(records.disk.pulling.files, records.fileName(image));
  if (file === undefined) return { records, exists: false };
  if (file.record === undefined) return { records, exists: 'unreadable' };
  if (file.record.image !== image) return { records, exists: false };
  return { records: withChanges(records, { intents: put(records.intents, image, { image }) }), exists: true };
}

function withPulledWritten(records: PullRecords, record: PulledRecord): PullRecords {
  const onDisk = withChanges(record, {
    lastUpdatedMicros: Math.floor(record.lastUpdatedMicros / 1_000_000) * 1_000_000,
  });
  const pulled = withFile(records.disk.pulled, records.fileName(record.imageRef), { record: onDisk });
  return withPulledFigures(
    withChanges(records, {
      disk: withChanges(records.disk, { pulled }),
      pulled: put(records.pulled, record.imageRef, record),
    }),
  );
}

function withIntentFigures(records: PullRecords): PullRecords {
  const onDiskIntents = records.disk.pulling.count;
  return withChanges(records, {
    figures: withChanges(records.figures, {
      onDiskIntents,
      inMemoryIntentsPercent: fullPercent(records.intents),
    }),
  });
}

function withPulledFigures(records: PullRecords): PullRecords {
  const onDiskRecords = records.disk.pulled.count;
  return withChanges(records, {
    figures: withChanges(records.figures, {
      onDiskRecords,
      inMemoryRecordsPercent: fullPercent(records.pulled),
    }),
  });
}

/**
 * Drops the records that were last written before a garbage collection began (`sinceMicros`) and whose image
 * is not among `remaining`. In 1.36 that list names only what the collection considered and kept, not the
 * images in use. Mirrors `PullManager.PruneUnknownRecords` in
 * pkg/kubelet/images/pullmanager/image_pull_manager.go (1.36).
 */
export function pruneRecords(
  records: PullRecords,
  remaining: readonly string[],
  sinceMicros: number,
): PullRecords {
  const remainingRefs = new Set(remaining);
  return listRecords(records.disk.pulled)
    .records.filter(
      ({ imageRef, lastUpdatedMicros }) => lastUpdatedMicros < sinceMicros && !remainingRefs.has(imageRef),
    )
    .reduce((left, { imageRef }) => withoutPulled(left, imageRef), withPulledListed(records));
}

/** An image of the runtime, as far as recovery needs it. */
interface RecoverableImage {
  readonly id: string;
  readonly repoTags: readonly string[];
  readonly repoDigests: readonly string[];
}

/** Returns the names that a kubelet was pulling when it died. */
export function leftIntents({ disk }: PullRecords): readonly string[] {
  return listRecords(disk.pulling).records.map(({ image }) => image);
}

/**
 * Makes records of the intents that the last kubelet left, where the runtime has such an image by now. Nobody
 * knows which credentials opened the registry, so every pod must show its own; and names are compared to the
 * letter, so that an intent for `app` never finds `app:latest`, and stays. Mirrors `PullManager.initialize`
 * and `searchForExistingTagDigest` in image_pull_manager.go (1.36).
 */
export function recoverIntents(
  records: PullRecords,
  images: readonly RecoverableImage[],
  nowMicros: number,
): PullRecords {
  const openIntents = new Set(leftIntents(records));
  let recovered = records;
  for (const { id, repoTags, repoDigests } of images) {
    const names = new Set([...repoDigests, ...repoTags].filter((name) => openIntents.has(name)));
    for (const name of names)
      recovered = withoutIntent(writePulled(recovered, name, id, undefined, nowMicros), name);
  }
  return recovered;
}
