import { type ImageAllowlist, matchesImageAllowlist } from './image-allowlist.ts';
import { trimImageTagDigest } from './trim-image-tag-digest.ts';

/** With which credentials a name was pulled. Only pulls without secrets exist so far, so every pod of the node may use it. */
export interface PullCredentials {
  readonly nodePodsAccessible: boolean;
}

/** What the kubelet remembers about its own pulls. A table without behaviour; 1.36 keeps it in files. */
export interface PullRecords {
  /** Pulls under way, counted by the name as written. */
  readonly intents: ReadonlyMap<string, number>;
  /** Intents on disk from before a restart of the kubelet: nobody pulls for them any more. */
  readonly leftIntents: ReadonlySet<string>;
  /** By image reference: the names it was pulled under, without tag and digest. An image that vanishes keeps its record. */
  readonly pulled: ReadonlyMap<string, ReadonlyMap<string, PullCredentials>>;
}

export const noPullRecords: PullRecords = { intents: new Map(), leftIntents: new Set(), pulled: new Map() };

/**
 * Notes that a pull is about to begin (also one that back-off then refuses).
 * Mirrors `PullManager.RecordPullIntent` in pkg/kubelet/images/pullmanager (1.36).
 */
export function recordPullIntent(records: PullRecords, image: string): PullRecords {
  return { ...records, intents: new Map(records.intents).set(image, (records.intents.get(image) ?? 0) + 1) };
}

/**
 * Notes a pull that succeeded without secrets, and drops one intent. A name that cannot be read keeps its intent, as upstream.
 * Mirrors `PullManager.RecordImagePulled` and `pulledRecordMergeNewCreds` (1.36).
 */
export function recordImagePulled(records: PullRecords, image: string, imageRef: string): PullRecords {
  const trimmed = trimImageTagDigest(image);
  if ('error' in trimmed) {
    return records;
  }
  const names = new Map(records.pulled.get(imageRef)).set(trimmed.name, { nodePodsAccessible: true });
  return { ...withoutIntent(records, image), pulled: new Map(records.pulled).set(imageRef, names) };
}

/** Drops one intent of a pull that failed or was refused. Mirrors `PullManager.RecordImagePullFailed` (1.36). */
export function recordImagePullFailed(records: PullRecords, image: string): PullRecords {
  return withoutIntent(records, image);
}

/** What the disk keeps when the kubelet ends: pulls under way are over, their intents are not. */
export function leaveIntents(records: PullRecords): PullRecords {
  return { ...records, intents: new Map(), leftIntents: new Set([...records.leftIntents, ...records.intents.keys()]) };
}

/**
 * Whether an image that is present must be pulled nevertheless, to see whether the pod may have it.
 * `policy` is imagePullCredentialsVerificationPolicy, empty for the default; `allowlist` serves one of them.
 * Throws on a policy that does not exist. Mirrors `PullManager.MustAttemptImagePull` (1.36).
 */
export function mustAttemptImagePull(
  records: PullRecords,
  policy: string,
  image: string,
  imageRef: string,
  allowlist: ImageAllowlist = [],
): boolean {
  if (imageRef === '') {
    return true;
  }
  const record = records.pulled.get(imageRef);
  const pulledByKubelet = record !== undefined || (records.intents.get(image) ?? 0) > 0 || records.leftIntents.has(image);
  if (!requiresVerification(policy, image, pulledByKubelet, allowlist)) {
    return false;
  }
  const trimmed = trimImageTagDigest(image);
  if (record === undefined || 'error' in trimmed) {
    return true;
  }
  return record.get(trimmed.name)?.nodePodsAccessible !== true;
}

// NewImagePullCredentialVerificationPolicy
function requiresVerification(policy: string, image: string, pulledByKubelet: boolean, allowlist: ImageAllowlist): boolean {
  switch (policy) {
    case 'NeverVerify':
      return false;
    case '':
    case 'NeverVerifyPreloadedImages':
      return pulledByKubelet;
    case 'NeverVerifyAllowlistedImages':
      return !matchesImageAllowlist(allowlist, image);
    case 'AlwaysVerify':
      return true;
    default:
      throw new Error(`unknown image pull credential verification policy: ${policy}`);
  }
}

/** The last pull of a name deletes its intent, one left on disk included (decrementImagePullIntent). */
function withoutIntent(records: PullRecords, image: string): PullRecords {
  const count = (records.intents.get(image) ?? 0) - 1;
  const intents = new Map(records.intents);
  if (count > 0) return { ...records, intents: intents.set(image, count) };
  intents.delete(image);
  return { ...records, intents, leftIntents: new Set([...records.leftIntents].filter((left) => left !== image)) };
}
