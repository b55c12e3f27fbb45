import { type ImageLocation, imageLocation } from '../images/image-location.ts';
import { networkErrorText } from './network-error-text.ts';
import { type PullError, type RequestPoint, requestUrl, serverMessage, statusLine } from './pull-error.ts';

/**
 * Returns the error of CRI-O as the kubelet prints it: the words of its library, containers/image (copy/,
 * docker/ and storage/ of v5.36), as they are in its source. They have not been recorded from a node.
 */
export function errorTextCriO(error: PullError, image: string, isIndex = false): string {
  const code =
    error.kind === 'progressTimeout'
      ? 'rpc error: code = Canceled desc = '
      : error.kind === 'rejected'
        ? 'SignatureValidationFailed: '
        : '';
  const list = isIndex && isOfCopy(error) ? 'copying system image from manifest list: ' : '';
  return `${code}${list}${textOf(error, image)}`;
}

/** Whether it comes when an instance of the index has been chosen: its config and layers are copied. */
function isOfCopy(error: PullError): boolean {
  switch (error.kind) {
    case 'shortRead':
    case 'wrongDigest':
    case 'progressTimeout':
    case 'rejected':
    case 'diskFullDownload':
    case 'diskFullUnpack':
      return true;
    default:
      return 'at' in error && (error.at?.kind === 'config' || error.at?.kind === 'layer');
  }
}

function textOf(error: PullError, image: string): string {
  const location = imageLocation(image);
  const initializing = `initializing source docker://${familiarName(location)}: `;
  switch (error.kind) {
    case 'scripted':
      return error.text;
    case 'badReference':
      return `invalid reference format${error.reason === 'uppercase' ? ': repository name must be lowercase' : ''}`;
    case 'status':
      return atPlace(error.at, location, statusWords(error, location));
    case 'noBasicCredentials':
      return atPlace(error.at, location, 'authentication required');
    case 'tokenRefused': {
      if (error.status === 401)
        return `${initializing}unable to retrieve auth token: invalid username/password: ${wrongPassword}`;
      const refusalText =
        error.status === 429
          ? tooManyRequests
          : `received unexpected HTTP status: ${statusLine(error.status)}`;
      return `${initializing}Requesting bearer token: ${refusalText}`;
    }
    case 'insufficientScope':
      return atPlace(error.at, location, accessDenied);
    case 'refused':
    case 'noSuchHost':
    case 'reset':
      return networkText(error, location, initializing);
    case 'webPage':
      return `${initializing}invalid character '<' looking for beginning of value`;
    case 'everyHost': {
      const words = (one: PullError) => textOf(one, image).replace(initializing, '');
      const mirrors = error.mirrors.map((one) => `[${referenceAt(one, location)}: ${words(one)}]`);
      const own = `${referenceAt(error.last, location)}: ${words(error.last)}`;
      return `${initializing}(Mirrors also failed: ${mirrors.join('\n')}): ${own}`;
    }
    case 'rejected':
      return `Source image rejected: Running image docker://${familiarName(location)} is rejected by policy.`;
    case 'blocked':
      return `${initializing}registry ${error.prefix} is blocked in ${registriesConf} or ${registriesConf}.d`;
    case 'shortRead':
      return `${storing}happened during read: unexpected EOF`;
    case 'wrongDigest':
      return `${storing}happened during read: Digest did not match, expected ${error.at.digest}, got ${error.actual}`;
    case 'progressTimeout':
      // A commit goes on to its end; only then does the copy find that it is cancelled.
      return error.unpacking === undefined
        ? `${storing}happened during read: context canceled`
        : 'copying config: context canceled';
    case 'noPlatform': {
      const [os, architecture, variant = ''] = error.platform.split('/');
      const source = `choosing an image from manifest list docker://${familiarName(location)}: `;
      return `${source}no image found in image index for architecture ${architecture}, variant "${variant}", OS ${os}`;
    }
    case 'diskFullDownload':
      return `${storing}write ${blobFile}: no space left on device`;
    case 'diskFullUnpack': {
      const layer = `adding layer with blob "${error.digest}"`;
      return `writing blob: ${layer}: unpacking failed (error: exit status 1; output: write /file: no space left on device)`;
    }
  }
}

/** CRI-O pings the registry before any request, so that is where a connection fails. */
function networkText(
  error: Extract<PullError, { kind: 'refused' | 'noSuchHost' | 'reset' }>,
  location: ImageLocation,
  initializing: string,
): string {
  if (error.kind === 'reset' && error.inBody)
    return `${storing}happened during read: ${networkErrorText(error, location)}`;
  const text = networkErrorText({ ...error, at: { ...error.at, method: 'GET' } }, location);
  if (error.at.kind !== 'tag') return atPlace(error.at, location, text);
  const { origin, host } = new URL(requestUrl(location, error.at));
  return `${initializing}pinging container registry ${host}: ${text.replace(/^Get "[^"]*"/, `Get "${origin}/v2/"`)}`;
}

function atPlace(at: RequestPoint, location: ImageLocation, words: string): string {
  const { version } = location;
  switch (at.kind) {
    case 'layer':
      return `reading blob ${at.digest}: fetching blob: ${words}`;
    case 'config':
      return `parsing image configuration: fetching blob: ${words}`;
    default: {
      const reference = at.kind === 'tag' ? version : at.digest;
      return `initializing source docker://${familiarName(location)}: reading manifest ${reference} in ${nameAt(at, location)}: ${words}`;
    }
  }
}

/** The repository that was asked, which is a mirror's if that was asked. */
function nameAt(at: RequestPoint, location: ImageLocation): string {
  const { host = location.registry, repository = location.repository } = at;
  return `${host}/${repository}`;
}

/** The image at the host that has failed, as `reference.Named` prints it. */
function referenceAt(error: PullError, location: ImageLocation): string {
  const { reference, registry, repository } = location;
  const version = reference.slice(`${registry}/${repository}`.length);
  const name =
    'at' in error && error.at !== undefined ? nameAt(error.at, location) : `${registry}/${repository}`;
  return `${name}${version}`;
}

/** Returns the words for a registry's answer: the registry's own if it sends any, else the usual ones. */
function statusWords(error: Extract<PullError, { kind: 'status' }>, { registry }: ImageLocation): string {
  const { status, at, identity } = error;
  if (error.message !== undefined && error.message !== '') return error.message;
  switch (status) {
    case 401:
      return 'authentication required';
    case 403:
      return serverMessage(status, registry, identity) || accessDenied;
    case 404:
      return at.kind === 'layer' || at.kind === 'config' ? 'blob unknown to registry' : 'manifest unknown';
    case 429:
      return serverMessage(status, registry, identity) || tooManyRequests;
    default:
      return `received unexpected HTTP status: ${statusLine(status)}`;
  }
}

/** `redis:7` for docker.io/library/redis:7, as reference.FamiliarString of distribution/reference. */
function familiarName({ reference }: ImageLocation): string {
  return reference.replace(/^docker\.io\/(?:library\/(?=[^/]*$))?/, '');
}

const accessDenied = 'requested access to the resource is denied';
const wrongPassword = 'unauthorized: incorrect username or password';
const tooManyRequests = 'too many requests to registry';
const registriesConf = '/etc/containers/registries.conf';
/** The real file name has random numbers in it. */
const blobFile = '/var/tmp/container_images_storage0/1';
const storing = `writing blob: storing blob to file "${blobFile}": `;
