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
  /** By image reference: the names it was pulled under, without tag and digest. An image that vanishes keeps its record. */
  readonly pulled: ReadonlyMap<string, ReadonlyMap<string, PullCredentials>>;
}

export const noPullRecords: PullRecords = { intents: new Map(), pulled: new Map() };

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
  return { intents: withoutOne(records.intents, image), pulled: new Map(records.pulled).set(imageRef, names) };
}

/** Drops one intent of a pull that failed or was refused. Mirrors `PullManager.RecordImagePullFailed` (1.36). */
export function recordImagePullFailed(records: PullRecords, image: string): PullRecords {
  return { ...records, intents: withoutOne(records.intents, image) };
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
  const pulledByKubelet = record !== undefined || (records.intents.get(image) ?? 0) > 0;
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

function withoutOne(intents: ReadonlyMap<string, number>, image: string): ReadonlyMap<string, number> {
  const left = new Map(intents);
  const count = (intents.get(image) ?? 0) - 1;
  if (count > 0) {
    left.set(image, count);
  } else {
    left.delete(image);
  }
  return left;
}
