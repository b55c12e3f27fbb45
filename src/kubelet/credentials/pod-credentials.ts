import type { Observation, PodRef } from '../../trace/observation.ts';
import type { Profile } from '../profile.ts';
import type { PullCredential } from './pull-credential.ts';

/** The credentials of a pod, from its pull secrets and its service account, without their secret values. */
export interface PodCredentials {
  /** The credentials of its pull secrets, in the order of the pod and then of each docker config. */
  readonly secrets: readonly PullCredential[];
  /** The credentials that a credential provider returns for the pod's service account. */
  readonly serviceAccount: readonly PullCredential[];
  /** The names of pull secrets that do not exist, in the pod's order. */
  readonly missingSecrets: readonly string[];
  /** Why the pull secrets cannot be read, as the kubelet words it; every pull of the pod then fails. */
  readonly secretsError?: string;
}

/** The credentials of a pod without pull secrets, or with useless ones. */
export const noPodCredentials: PodCredentials = { secrets: [], serviceAccount: [], missingSecrets: [] };

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
