import { because } from '../reason.ts';

/** Why an image pull goes on as it does, by what decides. */
export const imagePullReasons = {
  invalidName: because('the name of the image cannot be parsed, so nothing else is tried', 'invalidName'),
  inspectsFirst: because('the runtime is asked first whether the image is present', 'inspects'),
  pullsUnseen: because('this policy pulls without asking whether the image is present', 'pullsUnseen'),
  inspectFailed: because('the runtime failed to say whether the image is present', 'inspectFailed'),
  needsVerification: because(
    'the image is present, and the credentials gate is on, so the pull records decide',
    'asksRecords',
  ),
  isUsable: because('the image is present, and the policy allows to use it', 'usesPresent'),
  neverAbsent: because('the policy is never to pull, and the image is absent', 'neverAbsent'),
  neverInaccessible: because(
    'the policy is never to pull, so the pod cannot authenticate, and the image counts as absent',
    'neverInaccessible',
  ),
  pullsAbsent: because('the image is absent, or the policy pulls it all the same', 'pullNeeded'),
  pullFailed: because(
    'the pull failed with its last credential, so its window of back-off begins now',
    'pullFailed',
  ),
  asksSize: because('the pull gave a reference, so the size of the image is asked', 'asksSize'),
  pulledUnsized: because('the size is not asked: the release does not, or there is no reference', 'pulled'),
} as const;
