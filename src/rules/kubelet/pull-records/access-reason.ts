import type { Reason } from '../upstream/reason.ts';

/** The reasons of `MustAttemptImagePull`. */
export const accessReasons = {
  preloaded: {
    because:
      'no record and no open intent says that the kubelet pulled the image, and the policy trusts such images',
    upstream: 'policyAllows',
  },
  policyAllows: {
    because: 'the verification policy asks for no credentials for this image',
    upstream: 'policyAllows',
  },
  unreadable: {
    because: 'a pull record cannot be read, so the pod must authenticate',
    upstream: 'recordUnreadable',
  },
  intentOpen: {
    because:
      'a pull intent is open for the name, and no record of a pull exists, so the pod must authenticate',
    upstream: 'intentOpen',
  },
  neverPulled: {
    because:
      'no record of a pull exists, and the policy verifies images that the kubelet did not pull, so the pod must authenticate',
    upstream: 'noRecord',
  },
  otherName: {
    because: 'the image was pulled, but never by this name, so the pod must authenticate',
    upstream: 'otherName',
  },
  withoutSecret: {
    because: 'the image was pulled by this name without a secret, so every pod may use it',
    upstream: 'withoutSecret',
  },
  noCredential: {
    because: 'the record has no credential that the pod has, so the pod must authenticate',
    upstream: 'noCredential',
  },
  secretsUnreadable: {
    because: 'the record must be compared with the pull secrets of the pod, which cannot be read',
    upstream: 'podCredentials',
  },
  credentialMatches: {
    because: 'the record has a credential that the pod has',
    upstream: 'credentialMatches',
  },
} as const satisfies Readonly<Record<string, Reason>>;
