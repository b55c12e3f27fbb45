import { expect, it } from 'vitest';
import { missingPullSecrets } from '../../../../src/rules/kubelet/credentials/pull-credential.ts';
import { v1_27, v1_36, v1_37 } from '../../../../src/rules/kubelet/profiles/profiles.ts';

const without = (...missingSecrets: readonly string[]) => ({
  secrets: [],
  serviceAccount: [],
  missingSecrets,
});
const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };

// getPullSecretsForPod of pkg/kubelet/kubelet_pods.go, v1.36.3.
it('are named in one warning on the pod', () => {
  expect(missingPullSecrets({ ...pod, credentials: without('one', 'two') }, v1_36, 'eachSync')).toEqual([
    {
      type: 'event',
      eventType: 'Warning',
      reason: 'FailedToRetrieveImagePullSecret',
      message:
        'Unable to retrieve some image pull secrets (one, two); attempting to pull the image may not succeed.',
      pod,
    },
  ]);
});

it('are not reported where none is missing, nor before 1.28', () => {
  expect(missingPullSecrets(pod, v1_36, 'eachSync')).toEqual([]);
  expect(missingPullSecrets({ ...pod, credentials: without() }, v1_36, 'eachSync')).toEqual([]);
  expect(missingPullSecrets({ ...pod, credentials: without('one') }, v1_27, 'eachSync')).toEqual([]);
});

it('are reported at each sync to 1.36, and from 1.37 on after a pull that has failed', () => {
  const moments = ['eachSync', 'afterFailedPull'] as const;
  const toldIn = (profile: Parameters<typeof missingPullSecrets>[1]) =>
    moments.map(
      (moment) => missingPullSecrets({ ...pod, credentials: without('one') }, profile, moment).length,
    );
  expect(toldIn(v1_36)).toEqual([1, 0]);
  expect(toldIn(v1_37)).toEqual([0, 1]);
});
