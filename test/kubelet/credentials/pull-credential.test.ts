import { expect, it } from 'vitest';
import { missingPullSecrets } from '../../../src/kubelet/credentials/pull-credential.ts';
import { v1_27, v1_36 } from '../../../src/kubelet/profiles/profiles.ts';

const without = (...missingSecrets: readonly string[]) => ({ secrets: [], serviceAccount: [], missingSecrets });
const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };

// getPullSecretsForPod of pkg/kubelet/kubelet_pods.go, v1.36.3.
it('are named in one warning on the pod', () => {
  expect(missingPullSecrets({ ...pod, credentials: without('one', 'two') }, v1_36)).toEqual([
    {
      type: 'event',
      eventType: 'Warning',
      reason: 'FailedToRetrieveImagePullSecret',
      message: 'Unable to retrieve some image pull secrets (one, two); attempting to pull the image may not succeed.',
      pod,
    },
  ]);
});

it('are not told where none is missing, nor before 1.28', () => {
  expect(missingPullSecrets(pod, v1_36)).toEqual([]);
  expect(missingPullSecrets({ ...pod, credentials: without() }, v1_36)).toEqual([]);
  expect(missingPullSecrets({ ...pod, credentials: without('one') }, v1_27)).toEqual([]);
});
