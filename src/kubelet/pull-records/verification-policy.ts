import { type ImageAllowlist, matchesImageAllowlist } from '../configuration/image-allowlist.ts';
import type { RecordedNames } from './recorded-name.ts';

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
