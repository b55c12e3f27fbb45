import { type ImageLocation, imageLocation } from '../images/image-location.ts';
import { networkErrorText, requestVerb } from './network-error-text.ts';
import {
  mediaType,
  type PullError,
  type RequestPoint,
  requestUrl,
  statusLine,
  tokenUrl,
  type UnpackPlace,
  webPageDigest,
} from './pull-error.ts';

/** What the errors of one containerd about one image have in common. */
export interface ContainerdWords {
  readonly image: string;
  readonly location: ImageLocation;
  /** How errors of a pull begin, and of its first step. */
  readonly pull: string;
  readonly resolve: string;
  /** Whether repositories and the requests for tokens are named. */
  readonly namesPlaces: boolean;
  /** The scheme in the URL of a registry that cannot be reached; absent: that of the image's location. */
  readonly scheme?: 'https';
}

/** Returns the words for an image. `resolves` is what `failed to resolve` names; absent: the reference. */
export function containerdWords(
  image: string,
  { resolves, ...more }: Pick<ContainerdWords, 'namesPlaces' | 'scheme'> & { readonly resolves?: string },
): ContainerdWords {
  const location = imageLocation(image);
  const pull = `failed to pull and unpack image "${location.reference}": `;
  return {
    image,
    location,
    pull,
    resolve: `${pull}failed to resolve ${resolves ?? `reference "${location.reference}"`}: `,
    ...more,
  };
}

/** What each containerd words in its own way. */
type OwnError = { readonly kind: 'status' | 'webPage' | 'shortRead' | 'diskFullUnpack' };

/**
 * Returns an error that every containerd words alike. It begins with gRPC's code as the kubelet prints it,
 * which leaves out Unknown.
 */
export function sharedContainerdText(error: Exclude<PullError, OwnError>, words: ContainerdWords): string {
  const { image, location, pull, namesPlaces, scheme } = words;
  switch (error.kind) {
    case 'scripted':
      return error.text;
    case 'badReference': {
      const which = namesPlaces ? ` (${location.repository})` : '';
      const reason = error.reason === 'uppercase' ? `: repository name${which} must be lowercase` : '';
      return `failed to parse image reference "${image}": invalid reference format${reason}`;
    }
    case 'noBasicCredentials':
      return `${requestFailed(error.at, words)}${noAccess}authorization failed: no basic auth credentials`;
    case 'tokenRefused': {
      const how = error.anonymous ? 'anonymous' : 'oauth';
      const request = namesPlaces ? ` from GET request to ${tokenUrl(location)}` : '';
      const answer = `unexpected status${request}: ${statusLine(error.status)}`;
      return `${requestFailed(error.at, words)}failed to authorize: failed to fetch ${how} token: ${answer}`;
    }
    case 'insufficientScope':
      return `${requestFailed(error.at, words)}${noAccess}server message: insufficient_scope: authorization failed`;
    case 'refused':
    case 'noSuchHost':
    case 'reset': {
      const isWritten = error.at.apiRoot !== undefined;
      const text = networkErrorText(
        error,
        location,
        error.kind === 'reset' || isWritten ? undefined : scheme,
      );
      if (error.kind === 'reset' && error.inBody) return `${pull}failed to copy: ${text}`;
      return `${requestFailed(error.at, words)}failed to do request: ${text}`;
    }
    case 'wrongDigest': {
      const { at, actual } = error;
      const digests = `unexpected commit digest ${actual}, expected ${at.digest}`;
      return `${code('FailedPrecondition')}${pull}failed commit on ref "${at.kind}-${at.digest}": ${digests}: failed precondition`;
    }
    case 'progressTimeout': {
      const { at } = error;
      if (at === undefined) return `${code('Canceled')}${pull}context canceled`;
      const request = `failed to do request: ${requestVerb(at.method)} "${requestUrl(location, at)}": context canceled`;
      return `${code('Canceled')}${requestFailed(at, words)}${request}`;
    }
    case 'blocked':
      throw new Error(`containerd blocks no registries: ${error.prefix}`);
    case 'everyHost':
      throw new Error(`containerd reports one error, not those of ${error.mirrors.length + 1} hosts`);
    case 'rejected':
      throw new Error('containerd has no policy for images');
    case 'noPlatform':
      return `${code('NotFound')}${pull}no match for platform in manifest: not found`;
    case 'diskFullDownload':
      return `${pull}failed to copy: write ${ingestPath(error.digest)}: no space left on device`;
  }
}

/** The error of `images.Manifest` about a page (images/image.go of 1.7.20, core/images/image.go of 2.2.0). */
export const unexpectedPage = `unexpected media type text/html for ${webPageDigest}: not found`;

/** Returns the error of a client that wants to unpack a page (`Pull` of pull.go, client/pull.go). */
export function unpackedPage(pull: string, snapshotter: string): string {
  return `${code('NotFound')}${pull}failed to unpack image on snapshotter ${snapshotter}: ${unexpectedPage}`;
}

/** Returns the error of a 404, which all word alike. */
export function notFoundText(at: RequestPoint, words: ContainerdWords): string {
  const { location, resolve } = words;
  if (at.kind === 'tag') return `${code('NotFound')}${resolve}${location.reference}: not found`;
  const descriptor = `could not fetch content descriptor ${at.digest} (${mediaType(at.kind)}) from remote: not found`;
  return `${code('NotFound')}${requestFailed(at, words)}${descriptor}`;
}

/** Returns how the error of a request begins: a tag is resolved, anything else is opened. */
export function requestFailed(at: RequestPoint, { pull, resolve }: ContainerdWords): string {
  return at.kind === 'tag' ? resolve : `${pull}failed to copy: httpReadSeeker: failed open: `;
}

/** Returns gRPC's code as the kubelet prints it. */
export function code(name: 'NotFound' | 'FailedPrecondition' | 'Canceled'): string {
  return `rpc error: code = ${name} desc = `;
}

const noAccess = 'pull access denied, repository does not exist or may require authorization: ';

/**
 * Returns the file in which containerd writes a layer while it is fetched. The real path has a hash where
 * this one has the digest.
 */
function ingestPath(digest: string): string {
  return `${root}/io.containerd.content.v1.content/ingest/${digest.replace('sha256:', '')}/data`;
}

/**
 * Returns the error of a write that did not fit into a snapshot. The real one names the file, but simulated
 * layers have no files. Read in apply_linux.go (diff/apply of 1.x, core/diff/apply of 2.x) and mount/temp.go.
 */
export function unpackDiskFull(place: UnpackPlace, snapshotter: string): string {
  const folder = place.isMounted
    ? mountPath
    : `${root}/io.containerd.snapshotter.v1.${snapshotter}/snapshots/1/fs`;
  return `${callbackFailed(place)}write ${folder}/file: no space left on device`;
}

/**
 * Returns how an error begins of a layer that was unpacked into a mounted snapshot; empty if it was not
 * mounted.
 */
export function callbackFailed({ isMounted }: UnpackPlace): string {
  return isMounted ? `mount callback failed on ${mountPath}: ` : '';
}

const root = '/var/lib/containerd';

/** The path at which containerd mounts a snapshot to unpack into. The real one has a random number. */
const mountPath = `${root}/tmpmounts/containerd-mount0`;
