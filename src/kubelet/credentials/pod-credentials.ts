import type { PullCredential } from './pull-credential.ts';

/** What a pod's pull secrets and its service account give it, secret values left out. */
export interface PodCredentials {
  /** Of its pull secrets, in the order in which the pod and then each docker config name them. */
  readonly secrets: readonly PullCredential[];
  /** What a credential provider gives for the pod's service account. */
  readonly serviceAccount: readonly PullCredential[];
  /** Names of pull secrets that are not there, in the pod's order. */
  readonly missingSecrets: readonly string[];
  /** Why the pull secrets cannot be read, as the kubelet words it; every pull of the pod then fails. */
  readonly secretsError?: string;
}

/** A pod without pull secrets, or whose pull secrets are of no use. */
export const noPodCredentials: PodCredentials = { secrets: [], serviceAccount: [], missingSecrets: [] };
