import type { ImageLocation } from '../images/image-location.ts';
import { type PullError, type RequestPoint, requestUrl, serverMessage, statusLine } from './pull-error.ts';
import {
  type ContainerdWords,
  containerdWords,
  notFoundText,
  requestFailed,
  sharedContainerdText,
  unpackDiskFull,
  unpackedPage,
} from './shared-containerd-text.ts';

/**
 * Returns the error of containerd 1.6's CRI plugin as the kubelet prints it, recorded with 1.6.20; or that of
 * 1.7 and 2.0, which word some otherwise (remotes/docker/resolver.go and remotes/errors of 1.7.27, not
 * recorded).
 */
export function errorTextContainerd16(
  error: PullError,
  image: string,
  { wording, snapshotter }: { readonly wording: '1.6' | '1.7'; readonly snapshotter: string },
): string {
  const words = containerdWords(image, { namesPlaces: wording !== '1.6' });
  const { location, pull, resolve } = words;
  switch (error.kind) {
    case 'status':
      return statusText(error, words, wording);
    case 'noBasicCredentials':
      if (error.at.kind === 'tag' && wording === '1.6')
        return `${resolve}${pulling(location, 401, error.at)}`;
      return sharedContainerdText(error, words);
    case 'webPage':
      return unpackedPage(pull, snapshotter);
    case 'shortRead':
      return `${pull}failed to read expected number of bytes: unexpected EOF`;
    case 'diskFullUnpack':
      return `${pull}failed to extract layer ${error.digest}: ${unpackDiskFull(error, snapshotter)}: unknown`;
    default:
      return sharedContainerdText(error, words);
  }
}

function statusText(
  error: Extract<PullError, { kind: 'status' }>,
  words: ContainerdWords,
  wording: '1.6' | '1.7',
): string {
  const { status, at, identity } = error;
  const { location, resolve } = words;
  if (status === 404) return notFoundText(at, words);
  if (at.kind === 'tag') {
    if (wording === '1.6') return `${resolve}${pulling(location, status, at)}`;
    return `${resolve}unexpected status from ${at.method} request to ${requestUrl(location, at)}: ${statusLine(status)}`;
  }
  const message = error.message ?? serverMessage(status, location.registry, identity);
  const serverText = message === '' ? '' : ` - Server message: ${message}`;
  return `${requestFailed(at, words)}unexpected status code ${requestUrl(location, at)}: ${statusLine(status)}${serverText}`;
}

function pulling(location: ImageLocation, status: number, at: RequestPoint): string {
  const { version } = location;
  return `pulling from host ${new URL(requestUrl(location, at)).host} failed with status code [manifests ${version}]: ${statusLine(status)}`;
}
