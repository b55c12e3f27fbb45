import type { CredentialObservation, Observation, PodRef } from '../../../trace/observation.ts';
import type { Profile } from '../profile.ts';

/** Namespace, name and UID of the object that a credential came from. */
export interface CredentialCoordinates {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/**
 * Where a credential comes from: a pull secret, a credential provider that speaks for the pod's service
 * account, or the node itself (its docker config), which any pod of the node may use.
 */
export type CredentialSource =
  | ({ readonly kind: 'secret' } & CredentialCoordinates)
  | ({ readonly kind: 'serviceAccount' } & CredentialCoordinates)
  | { readonly kind: 'node' };

/**
 * A user and password for a registry, without either: all that is known is which credentials are equal.
 * Mirrors `TrackedAuthConfig` in pkg/credentialprovider/keyring.go (1.36).
 */
export interface PullCredential {
  /** An opaque text. Equal user and password give equal identities (`AuthConfigHash`). */
  readonly identity: string;
  /**
   * The registry as the docker config names it: `https://registry.example/v1/`, `*.registry.example/team`.
   */
  readonly registryKey: string;
  readonly source: CredentialSource;
  /** The credential provider that gives it, where its runs take time or fail. */
  readonly provider?: string;
  /** The images that the provider is asked for (`matchImages`); absent: those of `registryKey`. */
  readonly matchImages?: readonly string[];
}

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
 * The event of a sync whose pod names pull secrets that are not there, where the profile reports it at this
 * moment. The pulls go on without them. Mirrors `getPullSecretsForPod` in pkg/kubelet/kubelet_pods.go
 * (v1.36.3) and the end of `SyncPod` in pkg/kubelet/kubelet.go (v1.37.2).
 */
export function missingPullSecrets(
  pod: PodRef & { readonly credentials?: PodCredentials },
  profile: Profile,
  moment: Profile['tellsMissingSecrets'],
): readonly Observation[] {
  const missing = pod.credentials?.missingSecrets ?? [];
  if (missing.length === 0 || profile.tellsMissingSecrets !== moment) return [];
  const { namespace, name, uid } = pod;
  const message = `Unable to retrieve some image pull secrets (${missing.join(', ')}); attempting to pull the image may not succeed.`;
  return [
    {
      type: 'event',
      eventType: 'Warning',
      reason: 'FailedToRetrieveImagePullSecret',
      message,
      pod: { namespace, name, uid },
    },
  ];
}

/** Returns the credential as it is recorded. */
export function credentialObservation({ identity, source }: PullCredential): CredentialObservation {
  if (source.kind === 'node') return { source: 'node', identity };
  const { kind, namespace, name, uid } = source;
  return { source: kind, identity, namespace, name, uid };
}
