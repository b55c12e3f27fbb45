import type { Observation, PodRef } from '../../trace/observation.ts';
import type { Profile } from '../profile.ts';
import type { PodCredentials } from './pod-credentials.ts';

/**
 * The event of a sync whose pod names pull secrets that are not there, where the profile tells them. The pulls go on without them.
 * Mirrors `getPullSecretsForPod` in pkg/kubelet/kubelet_pods.go (1.36).
 */
export function missingPullSecrets(pod: PodRef & { readonly credentials?: PodCredentials }, profile: Profile): readonly Observation[] {
  const missing = pod.credentials?.missingSecrets ?? [];
  if (missing.length === 0 || !profile.tellsMissingSecrets) return [];
  const { namespace, name, uid } = pod;
  const message = `Unable to retrieve some image pull secrets (${missing.join(', ')}); attempting to pull the image may not succeed.`;
  return [{ type: 'event', eventType: 'Warning', reason: 'FailedToRetrieveImagePullSecret', message, pod: { namespace, name, uid } }];
}
