/** What a path of the API asks for; undefined where it is none of the API's. */
export type RegistryRoute =
  | { readonly kind: 'base' }
  | { readonly kind: 'token' }
  | { readonly kind: 'tags'; readonly repository: string }
  /** `reference`: a tag or a digest. */
  | { readonly kind: 'manifest'; readonly repository: string; readonly reference: string }
  | { readonly kind: 'blob'; readonly repository: string; readonly reference: string };

/** More than names of repositories have (255) and a digest. */
const pathLengthMax = 1_000;
const namePattern = /^[a-z\d]+(?:[._-]+[a-z\d]+)*(?::\d{1,5})?(?:\/[a-z\d]+(?:[._-]+[a-z\d]+)*)*$/;
const referencePattern = /^(?:\w[\w.-]{0,127}|sha256:[a-f\d]{64})$/;

/**
 * Returns the route of a request's path, without its query (specification of the distribution API 1.1, "Endpoints").
 * The first part of a repository's name may be a host with a port. A path is compared and never opened.
 */
export function registryRoute(path: string): RegistryRoute | undefined {
  if (path.length > pathLengthMax) return undefined;
  const decoded = decodedPath(path);
  if (decoded === '/v2' || decoded === '/v2/') return { kind: 'base' };
  if (decoded === '/token') return { kind: 'token' };
  const [, repository = '', kind, reference = ''] =
    /^\/v2\/(.+)\/(manifests|blobs|tags)\/([^/]+)$/.exec(decoded) ?? [];
  if (!namePattern.test(repository) || !referencePattern.test(reference)) return undefined;
  if (kind === 'tags') return reference === 'list' ? { kind: 'tags', repository } : undefined;
  return { kind: kind === 'blobs' ? 'blob' : 'manifest', repository, reference };
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
