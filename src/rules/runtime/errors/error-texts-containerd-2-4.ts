import type { RuntimeOptions } from '../profiles/runtime-options.ts';
import { mediaType, type PullError, requestUrl, serverMessage, statusLine } from './pull-error.ts';
import {
  type ContainerdWords,
  callbackFailed,
  code,
  containerdWords,
  notFoundText,
  requestFailed,
  sharedContainerdText,
  unexpectedPage,
  unpackDiskFull,
  unpackedPage,
} from './shared-containerd-text.ts';

/**
 * Returns the error of containerd 2.4's CRI plugin as the kubelet prints it, recorded with 2.4.2 by its
 * transfer service; or that of 2.1 and 2.2, recorded with 2.1.9. The local path says `failed to resolve reference "…"` instead of
 * `failed to resolve image` (client/pull.go, not recorded). gRPC's code stands before it unless it is
 * Unknown.
 */
export function errorTextContainerd24(
  error: PullError,
  image: string,
  options: Pick<RuntimeOptions, 'path' | 'snapshotter'> & { readonly wording: '2.1' | '2.4' },
): string {
  const resolves = options.path === 'local' ? {} : { resolves: 'image' };
  // The measured runtime asked the loopback over HTTPS where it could not connect at all.
  const words = containerdWords(image, { namesPlaces: true, scheme: 'https', ...resolves });
  const { pull } = words;
  switch (error.kind) {
    case 'status':
      return statusText(error, words, options.wording);
    case 'webPage':
      // The transfer service does not look at what it has unpacked (core/transfer/local/pull.go).
      return options.path === 'local'
        ? unpackedPage(pull, options.snapshotter)
        : `${code('NotFound')}get image config descriptor: ${unexpectedPage}`;
    case 'shortRead':
      return `${pull}short read: expected ${error.bytes} bytes but got ${error.received}: unexpected EOF`;
    case 'progressTimeout': {
      const { unpacking } = error;
      if (unpacking === undefined) return sharedContainerdText(error, words);
      return `${code('Canceled')}${pull}${extracting(unpacking, options.snapshotter)}${callbackFailed(error)}context canceled`;
    }
    case 'diskFullUnpack':
      return `${pull}${extracting(error.digest, options.snapshotter)}${unpackDiskFull(error, options.snapshotter)}`;
    default:
      return sharedContainerdText(error, words);
  }
}

function statusText(
  error: Extract<PullError, { kind: 'status' }>,
  words: ContainerdWords,
  wording: '2.1' | '2.4',
): string {
  const { status, at, identity } = error;
  const { location } = words;
  if (status === 404) return notFoundText(at, words);
  const unexpected = `${requestFailed(at, words)}unexpected status from ${at.method} request to ${requestUrl(location, at)}: ${statusLine(status)}`;
  // The answer to a HEAD has no body, so after a 403 the newer runtime asks once more with GET to get the reason.
  const message = error.message ?? serverMessage(status, location.registry, identity);
  if (at.kind === 'tag') {
    const hasReason = status === 403 && wording === '2.4';
    return `${unexpected}${hasReason ? `\n${message || 'denied'}` : ''}`;
  }
  return `${unexpected}${message === '' ? '' : `\n${message}`}`;
}

/** The real key has the chain id of the snapshot and random letters. Here it has the layer's digest. */
function extracting(digest: string, snapshotter: string): string {
  return `failed to extract layer (${mediaType('layer')} ${digest}) to ${snapshotter} as "extract-0-0000 ${digest}": `;
}
