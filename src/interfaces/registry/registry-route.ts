/** What a path of the API asks for; undefined where it is none of the API's. */
export type RegistryRoute =
  | { readonly kind: 'base' }
  | { readonly kind: 'token' }
  | { readonly kind: 'tags'; readonly repository: string }
  /** `reference`: a tag or a digest. */
  | { readonly kind: 'manifest'; readonly repository: string; readonly reference: string }
  | { readonly kind: 'blob'; readonly repository: string; readonly reference: string }
  | StoredRoute;

/** A route to a manifest or a blob. */
export type ContentRoute = Extract<RegistryRoute, { kind: 'manifest' | 'blob' }>;

/** A blob in the store to which a registry redirects. */
export interface StoredRoute {
  readonly kind: 'stored';
  /** The host of the store. */
  readonly store: string;
  /** The registry in the names of the images that have the blob. */
  readonly imageHost: string;
  readonly repository: string;
  /** A digest. */
  readonly reference: string;
}

/** More than names of repositories have (255) and a digest. */
const pathLengthMax = 1_000;
const namePattern = /^[a-z\d]+(?:[._-]+[a-z\d]+)*(?::\d{1,5})?(?:\/[a-z\d]+(?:[._-]+[a-z\d]+)*)*$/;
const hostPattern = /^[a-z\d](?:[a-z\d.-]{0,253}[a-z\d])?(?::\d{1,5})?$/;
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
  const stored = /^\/blobs\/([^/]+)\/([^/]+)\/(.+)\/(sha256:[a-f\d]{64})$/.exec(decoded);
  if (stored !== null) return storedRoute(stored);
  const [, repository = '', kind, reference = ''] =
    /^\/v2\/(.+)\/(manifests|blobs|tags)\/([^/]+)$/.exec(decoded) ?? [];
  if (!namePattern.test(repository) || !referencePattern.test(reference)) return undefined;
  if (kind === 'tags') return reference === 'list' ? { kind: 'tags', repository } : undefined;
  return { kind: kind === 'blobs' ? 'blob' : 'manifest', repository, reference };
}

/** Returns the path of a blob in its store, which `registryRoute` reads. */
export function storedPath({ store, imageHost, repository, reference }: Omit<StoredRoute, 'kind'>): string {
  return `/blobs/${store}/${imageHost}/${repository}/${reference}`;
}

function storedRoute([, store = '', imageHost = '', repository = '', reference = '']: readonly string[]):
  | StoredRoute
  | undefined {
  const isRoute = hostPattern.test(store) && hostPattern.test(imageHost) && namePattern.test(repository);
  return isRoute ? { kind: 'stored', store, imageHost, repository, reference } : undefined;
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
