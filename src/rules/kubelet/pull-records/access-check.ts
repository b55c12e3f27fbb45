import { get } from '../../collections/sorted-map.ts';
import { type ImageAllowlist, matchesImageAllowlist } from '../configuration/image-allowlist.ts';
import type { CredentialsForImage } from '../credentials/credentials-for-image.ts';
import type { Reason } from '../upstream/reason.ts';
import { accessReasons } from './access-reason.ts';
import { type PullRecords, readIntent, readPulled, writePulled } from './pull-records.ts';
import {
  haveEqualCoordinates,
  type RecordedCredentials,
  type RecordedSecret,
  recordedSecret,
} from './recorded-credentials.ts';
import { type RecordedNames, recordedName } from './recorded-name.ts';

/** The fields of KubeletConfiguration that decide which images are verified. */
export interface VerificationPolicy {
  /** imagePullCredentialsVerificationPolicy; empty: the default. */
  readonly policy: string;
  /** preloadedImagesVerificationAllowlist, which one of the policies uses. */
  readonly allowlist?: ImageAllowlist;
  /** How the release names images; absent: as written. */
  readonly names?: RecordedNames;
}

/**
 * Whether a pod must show credentials for an image that is present. Throws on a policy that does not exist.
 * Mirrors `NewImagePullCredentialVerificationPolicy` and `RequireCredentialVerificationForImage` in
 * pkg/kubelet/images/pullmanager/image_pull_policies.go (v1.36.3, v1.35.4).
 */
export function requiresVerification(
  { policy, allowlist = [], names = 'asWritten' }: VerificationPolicy,
  image: string,
  pulledByKubelet: boolean,
): boolean {
  switch (policy) {
    case 'NeverVerify':
      return false;
    case '':
    case 'NeverVerifyPreloadedImages':
      return pulledByKubelet;
    case 'NeverVerifyAllowlistedImages':
      return !matchesImageAllowlist(allowlist, image, names);
    case 'AlwaysVerify':
      return true;
    default:
      throw new Error(`unknown image pull credential verification policy: ${policy}`);
  }
}

/** The label `result` of kubelet_imagemanager_image_mustpull_checks_total. */
export type CredentialCheck =
  | 'credentialPolicyAllowed'
  | 'credentialRecordFound'
  | 'mustAuthenticate'
  | 'error';

/** Whether a pod may use an image that is present, and what decided so. */
export type AccessVerdict = (
  | { readonly kind: 'granted' }
  /** The image must be pulled, to find out whether the pod may use it. */
  | { readonly kind: 'refused' }
  /** The pod's pull secrets cannot be read, and the call ends with this error. */
  | { readonly kind: 'failed'; readonly error: string }
) & { readonly check: CredentialCheck; readonly reason: Reason };

function refusedBy(reason: Reason, check: CredentialCheck = 'mustAuthenticate'): AccessVerdict {
  return { kind: 'refused', check, reason };
}

interface AccessQuestion {
  /** The image as written in the pod. */
  readonly image: string;
  /** The reference of the image that is present; never empty. */
  readonly imageRef: string;
  /** The credentials that the pod may try for the image. */
  readonly credentials: CredentialsForImage;
}

/**
 * Up to how many secrets a record grows by matching; pulls add to it without limit
 * (writeRecordWhileMatchingLimit).
 */
const secretsWhileMatchingMax = 100;

/**
 * Decides whether an image that is present must be pulled nevertheless. The records may learn from it.
 * Throws on a policy that does not exist.
 * Mirrors `PullManager.MustAttemptImagePull` in pkg/kubelet/images/pullmanager/image_pull_manager.go (1.36).
 */
export function checkAccess(
  records: PullRecords,
  policy: VerificationPolicy,
  question: AccessQuestion,
  nowMicros: number,
): { readonly records: PullRecords; readonly verdict: AccessVerdict } {
  const { image, imageRef } = question;
  const pulledReading = readPulled(records, imageRef);
  if ('isUnreadable' in pulledReading)
    return { records: pulledReading.records, verdict: refusedBy(accessReasons.unreadable, 'error') };
  const origin = pulledByKubelet(pulledReading.records, image, pulledReading.record !== undefined);
  if (origin.answer === 'unreadable')
    return { records: origin.records, verdict: refusedBy(accessReasons.unreadable, 'error') };
  if (!requiresVerification(policy, image, origin.answer)) {
    const reason = origin.answer ? accessReasons.policyAllows : accessReasons.preloaded;
    return {
      records: origin.records,
      verdict: { kind: 'granted', check: 'credentialPolicyAllowed', reason },
    };
  }
  if (pulledReading.record === undefined) {
    const reason = origin.answer ? accessReasons.intentOpen : accessReasons.neverPulled;
    return { records: origin.records, verdict: refusedBy(reason) };
  }
  const trimmed = recordedName(records.names, image);
  if ('error' in trimmed)
    return { records: origin.records, verdict: refusedBy(accessReasons.unreadable, 'error') };
  return matchCredentials(
    origin.records,
    get(pulledReading.record.credentials, trimmed.name),
    question,
    nowMicros,
  );
}

function pulledByKubelet(
  records: PullRecords,
  image: string,
  hasRecord: boolean,
): { readonly records: PullRecords; readonly answer: boolean | 'unreadable' } {
  if (hasRecord || (get(records.underWay, image) ?? 0) > 0) return { records, answer: true };
  const { records: recordsAfterRead, exists } = readIntent(records, image);
  return { records: recordsAfterRead, answer: exists };
}

function matchCredentials(
  records: PullRecords,
  recorded: RecordedCredentials | undefined,
  { image, imageRef, credentials: own }: AccessQuestion,
  nowMicros: number,
): { readonly records: PullRecords; readonly verdict: AccessVerdict } {
  const granted = (reason: Reason) =>
    ({ records, verdict: { kind: 'granted', check: 'credentialRecordFound', reason } }) as const;
  if (recorded === undefined) return { records, verdict: refusedBy(accessReasons.otherName) };
  if (recorded.nodePodsAccessible) return granted(accessReasons.withoutSecret);
  if (recorded.secrets.length === 0 && recorded.serviceAccounts.length === 0)
    return { records, verdict: refusedBy(accessReasons.noCredential) };
  if ('error' in own) {
    const reason = accessReasons.secretsUnreadable;
    return { records, verdict: { kind: 'failed', check: 'error', error: own.error, reason } };
  }
  const grantedByRecord = granted(accessReasons.credentialMatches);
  const secret = own.credentials.map(recordedSecret).filter((one) => one !== undefined);
  const match = matchSecrets(secret, recorded.secrets);
  if (match !== undefined) {
    if (!match.isNews) return grantedByRecord;
    const learnt = { nodePodsAccessible: false, secrets: [match.secret], serviceAccounts: [] };
    return { ...grantedByRecord, records: writePulled(records, image, imageRef, learnt, nowMicros) };
  }
  // A pod has one service account: that of the first credential for one.
  const account = own.credentials.find(({ source }) => source.kind === 'serviceAccount')?.source;
  const isKnown =
    account?.kind === 'serviceAccount' &&
    recorded.serviceAccounts.some((one) => haveEqualCoordinates(one, account));
  return isKnown ? grantedByRecord : { records, verdict: refusedBy(accessReasons.noCredential) };
}

/**
 * Returns the first of the pod's secrets that matches a recorded one, and whether the record does not have it
 * yet.
 */
function matchSecrets(
  own: readonly RecordedSecret[],
  recorded: readonly RecordedSecret[],
): { readonly secret: RecordedSecret; readonly isNews: boolean } | undefined {
  const mayWrite = recorded.length < secretsWhileMatchingMax;
  for (const secret of own) {
    for (const recordedSecret of recorded) {
      const isSameObject = haveEqualCoordinates(secret, recordedSecret);
      if (secret.credentialHash === recordedSecret.credentialHash)
        return { secret, isNews: !isSameObject && mayWrite };
      // The same object with new content matches only if the new content can be recorded.
      if (isSameObject && mayWrite) return { secret, isNews: true };
    }
  }
  return undefined;
}
