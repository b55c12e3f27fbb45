import { type ImageLocation, isLoopback } from '../images/image-location.ts';

/** Why a pull failed: what happened, and during which request. Texts are made of it at the very end, per release. */
export type PullError =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly at: RequestPoint;
      /** Of the credential that the request came with; absent: it was anonymous. */
      readonly identity?: string | undefined;
      /** What the body of the answer says; absent: what that registry is known to say. */
      readonly message?: string;
    }
  /** A 401 for which no credentials, or none of the kind that is asked for, are there. */
  | { readonly kind: 'noBasicCredentials'; readonly at: RequestPoint }
  /** The token server refuses; `anonymous`: it was asked without credentials. */
  | { readonly kind: 'tokenRefused'; readonly status: number; readonly anonymous: boolean; readonly at: RequestPoint }
  /** Still 401 with the token. */
  | { readonly kind: 'insufficientScope'; readonly at: RequestPoint }
  | { readonly kind: 'refused'; readonly at: RequestPoint }
  /** RST instead of an answer (`inBody`: in the middle of one). */
  | { readonly kind: 'reset'; readonly at: RequestPoint; readonly inBody: boolean }
  /** The body ended early as often as the runtime bears it without a byte. */
  | { readonly kind: 'shortRead'; readonly at: RequestPoint; readonly bytes: number; readonly received: number }
  /** `actual`: the digest of what came instead. */
  | { readonly kind: 'wrongDigest'; readonly at: RequestPoint; readonly actual: string }
  | { readonly kind: 'badReference'; readonly reason: 'uppercase' | 'invalid' }
  /** The progress timeout; `unpacking`: the digest of the layer that was being unpacked; `at`: a request without an answer. */
  | { readonly kind: 'progressTimeout'; readonly unpacking: string | undefined; readonly at?: RequestPoint }
  | { readonly kind: 'noSuchHost'; readonly at: RequestPoint }
  | { readonly kind: 'diskFullDownload'; readonly digest: string }
  | { readonly kind: 'diskFullUnpack'; readonly digest: string }
  /** The scenario wrote the text. */
  | { readonly kind: 'scripted'; readonly text: string };

export interface RequestPoint {
  readonly method: 'HEAD' | 'GET';
  readonly kind: 'tag' | 'index' | 'manifest' | 'config' | 'layer' | 'token';
  /** Of what was asked for; empty for a tag. */
  readonly digest: string;
  /** The mirror that was asked; absent: the registry that the image's name says. */
  readonly host?: string;
}

/** Returns the URL that error texts show; a mirror is told which registry it stands in for (`ns`), as containerd does. */
export function requestUrl(location: ImageLocation, at: RequestPoint): string {
  const { host } = at;
  const isMirror = host !== undefined && host !== location.registry;
  const base = isMirror ? `${isLoopback(host) ? 'http' : 'https'}://${host}/v2/${location.repository}` : location.baseUrl;
  const query = isMirror ? `?ns=${location.registry}` : '';
  if (at.kind === 'tag') return `${base}/manifests/${location.version}${query}`;
  return `${base}/${at.kind === 'index' || at.kind === 'manifest' ? 'manifests' : 'blobs'}/${at.digest}${query}`;
}

/** Returns `429 Too Many Requests`, as Go's net/http words a status line. */
export function statusLine(status: number): string {
  const word = statusWords[status];
  return word === undefined ? `${status}` : `${status} ${word}`;
}

/**
 * Returns what a registry writes into the body of an error as far as runtimes show it; HEAD has no body. Only Docker Hub's
 * words are known: recorded without credentials, published with them (`identity`; the real one names user and token).
 */
export function serverMessage(status: number, registry: string, identity?: string): string {
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
