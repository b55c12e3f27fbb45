/** What imagePullCredentialsVerificationPolicy may say, in the order of the kubelet's message. */
export const verificationPolicyNames = [
  'NeverVerify',
  'NeverVerifyPreloadedImages',
  'NeverVerifyAllowlistedImages',
  'AlwaysVerify',
] as const;
