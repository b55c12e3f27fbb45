import { type ImageLocation, isLoopback } from '../images/image-location.ts';
import { expiredTokenIdentity } from '../registry/registry-access.ts';

/**
 * Why a pull failed: what happened, and during which request. Texts are made of it at the very end, per
 * release.
 */
export type PullError =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly at: RequestPoint;
      /** The identity of the credential in the request; absent: the request was anonymous. */
      readonly identity?: string | undefined;
      /** The message in the body of the answer; absent: the usual message of that registry. */
      readonly message?: string;
    }
  /** A 401, and the pull has no credentials of the kind that the registry demands. */
  | { readonly kind: 'noBasicCredentials'; readonly at: RequestPoint }
  /** The token server has refused. `anonymous`: it was asked without credentials. */
  | {
      readonly kind: 'tokenRefused';
      readonly status: number;
      readonly anonymous: boolean;
      readonly at: RequestPoint;
    }
  /** The registry has answered 401 although the request had a token. */
  | { readonly kind: 'insufficientScope'; readonly at: RequestPoint }
  | { readonly kind: 'refused'; readonly at: RequestPoint }
  /** The connection was reset (RST) before the answer, or, with `inBody`, in the middle of its body. */
  | { readonly kind: 'reset'; readonly at: RequestPoint; readonly inBody: boolean }
  /** The body has ended too early, and too many responses in a row have brought no byte. */
  | {
      readonly kind: 'shortRead';
      readonly at: RequestPoint;
      readonly bytes: number;
      readonly received: number;
    }
  /** `actual` is the digest of the content that arrived. */
  | { readonly kind: 'wrongDigest'; readonly at: RequestPoint; readonly actual: string }
  | { readonly kind: 'badReference'; readonly reason: 'uppercase' | 'invalid' }
  /**
   * The progress timeout has elapsed. `unpacking` is the digest of a layer that was being unpacked, `at` a
   * request that was not answered.
   */
  | ({
      readonly kind: 'progressTimeout';
      readonly unpacking: string | undefined;
      readonly at?: RequestPoint;
    } & UnpackPlace)
  /** The image's index has no manifest for the node's platform. */
  | { readonly kind: 'noPlatform'; readonly platform: string }
  | { readonly kind: 'noSuchHost'; readonly at: RequestPoint }
  /** The runtime's configuration forbids images with this prefix. */
  | { readonly kind: 'blocked'; readonly prefix: string }
  /** The runtime's policy lets no image of this registry run. */
  | { readonly kind: 'rejected' }
  /** A web site has answered with a page, which the runtime took for the image. */
  | { readonly kind: 'webPage'; readonly at: RequestPoint }
  | { readonly kind: 'diskFullDownload'; readonly digest: string }
  | ({ readonly kind: 'diskFullUnpack'; readonly digest: string } & UnpackPlace)
  /** Mirrors and, at last, the registry itself have failed, and the runtime reports them all. */
  | { readonly kind: 'everyHost'; readonly mirrors: readonly PullError[]; readonly last: PullError }
  /** The text is the scenario's. */
  | { readonly kind: 'scripted'; readonly text: string };

/** Where a layer was being unpacked. */
export interface UnpackPlace {
  /**
   * Present if its snapshot was mounted for that (`isMounted` of unpack-work.ts); otherwise it was written to
   * directly.
   */
  readonly isMounted?: true;
}

export interface RequestPoint {
  readonly method: 'HEAD' | 'GET';
  readonly kind: 'tag' | 'index' | 'manifest' | 'config' | 'layer' | 'token';
  /** The digest of what was asked for; empty for a tag. */
  readonly digest: string;
  /** The mirror that was asked; absent: the registry in the image's name. */
  readonly host?: string;
  /** The address under which the host was asked; absent: `https://HOST/v2`. */
  readonly apiRoot?: string;
  /** The repository's name there; absent: the image's own. */
  readonly repository?: string;
}

/**
 * Returns the URL that error texts show; a mirror gets the name of the registry that it stands in for (`ns`),
 * as containerd does.
 */
export function requestUrl(location: ImageLocation, at: RequestPoint): string {
  const { host = location.registry, apiRoot, repository = location.repository } = at;
  const isMirror = host !== location.registry;
  const usualRoot = `${isLoopback(host) ? 'http' : 'https'}://${host}/v2`;
  const base = isMirror || apiRoot !== undefined ? `${apiRoot ?? usualRoot}/${repository}` : location.baseUrl;
  // containerd compares the hosts of the addresses (`isProxy` of remotes/docker/registry.go).
  const isProxy = apiRoot === undefined ? isMirror : !isSameHost(new URL(apiRoot).host, location.registry);
  const query = isProxy ? `?ns=${location.registry}` : '';
  if (at.kind === 'tag') return `${base}/manifests/${location.version}${query}`;
  return `${base}/${at.kind === 'index' || at.kind === 'manifest' ? 'manifests' : 'blobs'}/${at.digest}${query}`;
}

function isSameHost(host: string, registry: string): boolean {
  return host === registry || (registry === 'docker.io' && host === 'registry-1.docker.io');
}

/** Returns `429 Too Many Requests`, as Go's net/http words a status line. */
export function statusLine(status: number): string {
  const word = statusWords[status];
  return word === undefined ? `${status}` : `${status} ${word}`;
}

/**
 * Returns what a registry writes into the body of an error as far as runtimes show it; HEAD has no body. Known
 * are Docker Hub's words, recorded without credentials, published with them (`identity`; the real one names user
 * and token), and those of ECR for an old token (portainer/portainer#6764; status 403 in
 * awslabs/soci-snapshotter#1148).
 */
export function serverMessage(status: number, registry: string, identity?: string): string {
  if (status === 403 && identity === expiredTokenIdentity && /\.dkr\.ecr\./.test(registry))
    return 'denied: Your authorization token has expired. Reauthenticate and try again.';
  if (status !== 429 || registry !== 'docker.io') return '';
  const upgrade = 'https://www.docker.com/increase-rate-limit';
  return identity === undefined
    ? `toomanyrequests: You have reached your unauthenticated pull rate limit. ${upgrade}`
    : `toomanyrequests: You have reached your pull rate limit as '${identity}': dckr_jti_…. You may increase the limit by upgrading. ${upgrade}`;
}

/** Returns the media type that containerd names for what a request asked for. */
export function mediaType(kind: RequestPoint['kind']): string {
  switch (kind) {
    case 'tag':
    case 'token':
    case 'index':
      return 'application/vnd.oci.image.index.v1+json';
    case 'manifest':
      return 'application/vnd.oci.image.manifest.v1+json';
    case 'config':
      return 'application/vnd.oci.image.config.v1+json';
    case 'layer':
      return 'application/vnd.oci.image.layer.v1.tar+gzip';
  }
}

/** The digest of the page of a web site. The real one is that of the page of the day. */
export const webPageDigest = 'sha256:4d0f3a1c0a9b52be5f6a7d54a8f1f8d6be6cf8c7f6f0e65b7a9d1f5e20c4b3a7';

const statusWords: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/**
 * Returns where a token for pulling this repository is asked for; Docker Hub has a server of its own for
 * that, GitHub a path of its own.
 */
export function tokenUrl({ registry, repository, baseUrl }: ImageLocation): string {
  const scope = encodeURIComponent(`repository:${repository}:pull`);
  if (registry === 'docker.io')
    return `https://auth.docker.io/token?scope=${scope}&service=registry.docker.io`;
  const path = registry === 'ghcr.io' ? '/token' : '/v2/token';
  return `${new URL(baseUrl).origin}${path}?scope=${scope}&service=${registry}`;
}
