import { type ImageLocation, imageLocation } from '../images/image-location.ts';
import { ingestPath, mountPath, snapshotPath } from '../profiles/containerd-paths.ts';
import type { RuntimeOptions } from '../profiles/runtime-options.ts';
import { tokenUrl } from '../registry/token-url.ts';
import { containerdErrorWords } from './containerd-error-words.ts';
import { networkErrorText, requestVerb } from './network-error-text.ts';
import { mediaType, type PullError, requestUrl, serverMessage, statusLine } from './pull-error.ts';

/**
 * Returns the error of containerd 2.4's CRI plugin as the kubelet prints it: recorded with 2.4.2 by its transfer service.
 * The local path says `failed to resolve reference "…"` instead of `failed to resolve image` (client/pull.go, not
 * recorded). gRPC's code stands before it unless it is Unknown.
 */
export function errorTextContainerd24(error: PullError, image: string, options: Pick<RuntimeOptions, 'path' | 'snapshotter'>): string {
  const location = imageLocation(image);
  const { reference, repository } = location;
  const pull = `failed to pull and unpack image "${reference}": `;
  const resolve = `${pull}failed to resolve ${options.path === 'local' ? `reference "${reference}"` : 'image'}: `;
  switch (error.kind) {
    case 'scripted':
      return error.text;
    case 'badReference': {
      const reason = error.reason === 'uppercase' ? `: repository name (${repository}) must be lowercase` : '';
      return `failed to parse image reference "${image}": invalid reference format${reason}`;
    }
    case 'status':
      return statusText(error, location, pull, resolve);
    case 'noBasicCredentials':
      return `${error.at.kind === 'tag' ? resolve : `${pull}${open}`}${noAccess}authorization failed: no basic auth credentials`;
    case 'tokenRefused': {
      const how = error.anonymous ? 'anonymous' : 'oauth';
      const place = error.at.kind === 'tag' ? resolve : `${pull}${open}`;
      const answer = `unexpected status from GET request to ${tokenUrl(location)}: ${statusLine(error.status)}`;
      return `${place}failed to authorize: failed to fetch ${how} token: ${answer}`;
    }
    case 'insufficientScope':
      return `${error.at.kind === 'tag' ? resolve : `${pull}${open}`}${noAccess}server message: insufficient_scope: authorization failed`;
    case 'refused':
    case 'noSuchHost':
    case 'reset': {
      // The measured runtime asked the loopback over HTTPS where it could not connect at all.
      const text = networkErrorText(error, location, error.kind === 'reset' ? undefined : 'https');
      if (error.kind === 'reset' && error.inBody) return `${pull}failed to copy: ${text}`;
      return `${error.at.kind === 'tag' ? resolve : `${pull}${open}`}failed to do request: ${text}`;
    }
    case 'shortRead':
      return `${pull}short read: expected ${error.bytes} bytes but got ${error.received}: unexpected EOF`;
    case 'wrongDigest':
      return `${failedPrecondition}${pull}${wrongDigest(error)}`;
    case 'progressTimeout': {
      const { unpacking, at } = error;
      if (unpacking !== undefined) {
        return `${canceled}${pull}${extracting(unpacking, options.snapshotter)}mount callback failed on ${mountPath}: context canceled`;
      }
      if (at === undefined) return `${canceled}${pull}context canceled`;
      const request = `failed to do request: ${requestVerb(at.method)} "${requestUrl(location, at)}": context canceled`;
      return `${canceled}${at.kind === 'tag' ? resolve : `${pull}${open}`}${request}`;
    }
    case 'diskFullDownload':
      return `${pull}failed to copy: write ${ingestPath(error.digest)}: no space left on device`;
    case 'diskFullUnpack': {
      const path = snapshotPath(options.snapshotter);
      return `${pull}${extracting(error.digest, options.snapshotter)}write ${path}: no space left on device`;
    }
  }
}

function statusText(error: Extract<PullError, { kind: 'status' }>, location: ImageLocation, pull: string, resolve: string): string {
  const { status, at, identity } = error;
  if (status === 404 && at.kind === 'tag') return `${notFound}${resolve}${location.reference}: not found`;
  const unexpected = `unexpected status from ${at.method} request to ${requestUrl(location, at)}: ${statusLine(status)}`;
  // The answer to a HEAD has no body, so after a 403 the runtime asks once more with GET to get the reason.
  if (at.kind === 'tag') return `${resolve}${unexpected}${status === 403 ? `\n${error.message ?? 'denied'}` : ''}`;
  if (status === 404) {
    return `${notFound}${pull}${open}could not fetch content descriptor ${at.digest} (${mediaType(at.kind)}) from remote: not found`;
  }
  const message = error.message ?? serverMessage(status, location.registry, identity);
  return `${pull}${open}${unexpected}${message === '' ? '' : `\n${message}`}`;
}

/** The real key has the chain id of the snapshot and random letters. Here it has the layer's digest. */
function extracting(digest: string, snapshotter: string): string {
  return `failed to extract layer (${mediaType('layer')} ${digest}) to ${snapshotter} as "extract-0-0000 ${digest}": `;
}

const { notFound, failedPrecondition, canceled, open, noAccess, wrongDigest } = containerdErrorWords;
