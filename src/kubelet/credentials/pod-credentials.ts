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
