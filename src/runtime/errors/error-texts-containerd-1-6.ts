import { type ImageLocation, imageLocation } from '../images/image-location.ts';
import { ingestPath, snapshotPath } from '../profiles/containerd-paths.ts';
import { tokenUrl } from '../registry/token-url.ts';
import { containerdErrorWords } from './containerd-error-words.ts';
import { networkErrorText, requestVerb } from './network-error-text.ts';
import { mediaType, type PullError, requestUrl, serverMessage, statusLine } from './pull-error.ts';

/**
 * Returns the error of containerd 1.6's CRI plugin as the kubelet prints it, recorded with 1.6.20; or that of 1.7 and 2.0,
 * which word some otherwise (remotes/docker/resolver.go and remotes/errors of 1.7.27, not recorded).
 */
export function errorTextContainerd16(
  error: PullError,
  image: string,
  { wording, snapshotter }: { readonly wording: '1.6' | '1.7'; readonly snapshotter: string },
): string {
  const location = imageLocation(image);
  const { reference } = location;
  const pull = `failed to pull and unpack image "${reference}": `;
  const resolve = `${pull}failed to resolve reference "${reference}": `;
  switch (error.kind) {
    case 'scripted':
      return error.text;
    case 'badReference': {
      const which = wording === '1.6' ? '' : ` (${location.repository})`;
      const reason = error.reason === 'uppercase' ? `: repository name${which} must be lowercase` : '';
      return `failed to parse image reference "${image}": invalid reference format${reason}`;
    }
    case 'status':
      return statusText(error, location, pull, resolve, wording);
    case 'noBasicCredentials':
      if (error.at.kind === 'tag' && wording === '1.6') return `${resolve}${pulling(location, 401, error.at.host)}`;
      return `${error.at.kind === 'tag' ? resolve : `${pull}${open}`}${noAccess}authorization failed: no basic auth credentials`;
    case 'tokenRefused': {
      const how = error.anonymous ? 'anonymous' : 'oauth';
      const place = error.at.kind === 'tag' ? resolve : `${pull}${open}`;
      const request = wording === '1.6' ? '' : ` from GET request to ${tokenUrl(location)}`;
      return `${place}failed to authorize: failed to fetch ${how} token: unexpected status${request}: ${statusLine(error.status)}`;
    }
    case 'insufficientScope':
      return `${error.at.kind === 'tag' ? resolve : `${pull}${open}`}${noAccess}server message: insufficient_scope: authorization failed`;
    case 'refused':
    case 'noSuchHost':
    case 'reset': {
      const text = networkErrorText(error, location);
      if (error.kind === 'reset' && error.inBody) return `${pull}failed to copy: ${text}`;
      return `${error.at.kind === 'tag' ? resolve : `${pull}${open}`}failed to do request: ${text}`;
    }
    case 'shortRead':
      return `${pull}failed to read expected number of bytes: unexpected EOF`;
    case 'wrongDigest':
      return `${failedPrecondition}${pull}${wrongDigest(error)}`;
    case 'progressTimeout': {
      const { at } = error;
      if (at === undefined) return `${canceled}${pull}context canceled`;
      const request = `failed to do request: ${requestVerb(at.method)} "${requestUrl(location, at)}": context canceled`;
      return `${canceled}${at.kind === 'tag' ? resolve : `${pull}${open}`}${request}`;
    }
    case 'diskFullDownload':
      return `${pull}failed to copy: write ${ingestPath(error.digest)}: no space left on device`;
    case 'diskFullUnpack':
      return `${pull}failed to extract layer ${error.digest}: write ${snapshotPath(snapshotter)}: no space left on device: unknown`;
  }
}

function statusText(
  error: Extract<PullError, { kind: 'status' }>,
  location: ImageLocation,
  pull: string,
  resolve: string,
  wording: '1.6' | '1.7',
): string {
  const { status, at, identity } = error;
  if (at.kind === 'tag') {
    if (status === 404) return `${notFound}${resolve}${location.reference}: not found`;
    if (wording === '1.6') return `${resolve}${pulling(location, status, at.host)}`;
    return `${resolve}unexpected status from ${at.method} request to ${requestUrl(location, at)}: ${statusLine(status)}`;
  }
  if (status === 404) {
    return `${notFound}${pull}${open}could not fetch content descriptor ${at.digest} (${mediaType(at.kind)}) from remote: not found`;
  }
  const message = error.message ?? serverMessage(status, location.registry, identity);
  const told = message === '' ? '' : ` - Server message: ${message}`;
  return `${pull}${open}unexpected status code ${requestUrl(location, at)}: ${statusLine(status)}${told}`;
}

function pulling({ baseUrl, version }: ImageLocation, status: number, mirror?: string): string {
  return `pulling from host ${mirror ?? new URL(baseUrl).host} failed with status code [manifests ${version}]: ${statusLine(status)}`;
}

const { notFound, failedPrecondition, canceled, open, noAccess, wrongDigest } = containerdErrorWords;
