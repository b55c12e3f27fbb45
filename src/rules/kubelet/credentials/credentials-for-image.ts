import { parseImageReference } from '../images/image-reference.ts';
import type { PodCredentials, PullCredential } from './pull-credential.ts';
import { matchesImages, matchesRegistryKey, normalizedKey, parseRegistryKey } from './registry-key.ts';

/** The name of Docker Hub in docker configs of the old style. */
const defaultRegistryHost = 'index.docker.io';

/**
 * Returns the credentials of one keyring that may open a repository (`docker.io/library/root`), in the order
 * in which they are tried: the most specific key first, those of one key as they were added. Mirrors
 * `BasicDockerKeyring.Lookup` in pkg/credentialprovider/keyring.go (1.36).
 */
export function lookUpCredentials(
  added: readonly PullCredential[],
  repository: string,
): readonly PullCredential[] {
  if (added.length === 0) return [];
  const byKey = new Map<string, PullCredential[]>();
  for (const credential of added) {
    const { matchImages } = credential;
    if (matchImages !== undefined && !matchesImages(matchImages, repository)) continue;
    const key = normalizedKey(credential.registryKey);
    if (key === undefined) continue;
    const sameKeyCredentials = byKey.get(key);
    if (sameKeyCredentials === undefined) byKey.set(key, [credential]);
    else sameKeyCredentials.push(credential);
  }
  const wantedKey = parseRegistryKey(repository);
  const matchingCredentials = [...byKey]
    .filter(([key]) => matchesRegistryKey(parseRegistryKey(key), wantedKey))
    // In reverse, so that a longer path comes before what it begins with.
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .flatMap(([, credentials]) => credentials);
  if (matchingCredentials.length > 0 || !isDefaultRegistry(repository)) return matchingCredentials;
  return byKey.get(defaultRegistryHost) ?? [];
}

// isDefaultRegistryMatch
function isDefaultRegistry(repository: string): boolean {
  const [first = '', ...rest] = repository.split('/');
  if (first === '') return false;
  return rest.length === 0 || first === 'docker.io' || first === defaultRegistryHost || !/[.:]/.test(first);
}

/**
 * The credentials for one image in the order in which they are tried, or the error with which they cannot be
 * read.
 */
export type CredentialsForImage =
  | { readonly credentials: readonly PullCredential[] }
  | { readonly error: string };

/**
 * Returns what a pod may try for an image (its name after the default tag): its pull secrets, what the node
 * has, what its service account gets, each from the most specific key on. Secrets that cannot be read spoil
 * all of it. Mirrors `makeLookupPullCredentialsFunc` in pkg/kubelet/images/image_manager.go and
 * `MakeDockerKeyring` in pkg/credentialprovider/secrets (v1.36.3; in v1.31.14 `PullImage` of
 * kuberuntime_image.go does the same later).
 */
export function credentialsForImage(
  image: string,
  pod: PodCredentials | undefined,
  node: readonly PullCredential[],
): CredentialsForImage {
  if (pod?.secretsError !== undefined) return { error: pod.secretsError };
  if (pod === undefined && node.length === 0) return { credentials: [] };
  const reference = parseImageReference(image);
  if ('error' in reference) return { credentials: [] };
  const repository = `${reference.domain}/${reference.path}`;
  const keyrings = [pod?.secrets ?? [], node, pod?.serviceAccount ?? []];
  return { credentials: keyrings.flatMap((keyring) => lookUpCredentials(keyring, repository)) };
}
