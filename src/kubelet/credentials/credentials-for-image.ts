import { parseImageReference } from '../images/image-reference.ts';
import { lookUpCredentials } from './keyring.ts';
import type { PodCredentials } from './pod-credentials.ts';
import type { PullCredential } from './pull-credential.ts';

/** The credentials for one image in the order in which they are tried, or why they cannot be had. */
export type CredentialsForImage = { readonly credentials: readonly PullCredential[] } | { readonly error: string };

/**
 * Returns what a pod may try for an image (its name after the default tag): its pull secrets, what the node has, what
 * its service account gets, each from the most specific key on. Secrets that cannot be read spoil all of it.
 * Mirrors `makeLookupPullCredentialsFunc` in pkg/kubelet/images/image_manager.go and `MakeDockerKeyring` in
 * pkg/credentialprovider/secrets (1.36; to 1.31 `PullImage` of kuberuntime_image.go does the same later).
 */
export function credentialsForImage(image: string, pod: PodCredentials | undefined, node: readonly PullCredential[]): CredentialsForImage {
  if (pod?.secretsError !== undefined) return { error: pod.secretsError };
  if (pod === undefined && node.length === 0) return { credentials: [] };
  const reference = parseImageReference(image);
  if ('error' in reference) return { credentials: [] };
  const repository = `${reference.domain}/${reference.path}`;
  const keyrings = [pod?.secrets ?? [], node, pod?.serviceAccount ?? []];
  return { credentials: keyrings.flatMap((keyring) => lookUpCredentials(keyring, repository)) };
}
