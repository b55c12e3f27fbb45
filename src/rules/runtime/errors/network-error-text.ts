import type { ImageLocation } from '../images/image-location.ts';
import { type PullError, requestUrl } from './pull-error.ts';

type NetworkError = Extract<PullError, { kind: 'refused' | 'noSuchHost' | 'reset' }>;

/**
 * Returns the words of Go's net package for a connection that could not be made, or broke. `scheme`: what the
 * URL begins with, where not by its host.
 */
export function networkErrorText(
  error: NetworkError,
  location: ImageLocation,
  scheme?: 'http' | 'https',
): string {
  const broken = brokenConnection(requestUrl(location, error.at));
  if (error.kind === 'reset' && error.inBody) return broken;
  const url = withScheme(requestUrl(location, error.at), scheme);
  const why =
    error.kind === 'reset'
      ? broken
      : error.kind === 'refused'
        ? `dial tcp ${serverAddress(url)}: connect: connection refused`
        : `dial tcp: ${lookupError(new URL(url).hostname)}`;
  return `${requestVerb(error.at.method)} "${url}": ${why}`;
}

/** Go asks no name server for what cannot be a name (`isDomainName` of net/dnsclient.go). */
function lookupError(hostname: string): string {
  const server = /^[\w.-]+$/.test(hostname) ? ' on NAMESERVER:53' : '';
  return `lookup ${hostname}${server}: no such host`;
}

/** Returns the verb with which Go's net/http begins the error of a request: `Head` or `Get`. */
export function requestVerb(method: 'HEAD' | 'GET'): string {
  return method === 'HEAD' ? 'Head' : 'Get';
}

function withScheme(url: string, scheme: 'http' | 'https' | undefined): string {
  return scheme === undefined ? url : url.replace(/^https?:/, `${scheme}:`);
}

/** The client's address and port are made up, since they do not follow from the node's name. */
function brokenConnection(url: string): string {
  const { hostname } = new URL(url);
  const client = /^127\./.test(hostname) || hostname === 'localhost' ? '127.0.0.1' : 'NODE';
  return `read tcp ${client}:PORT->${serverAddress(url)}: read: connection reset by peer`;
}

/** Go prints the server's IP address, which is not known here, and always its port. */
function serverAddress(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === '' ? (protocol === 'http:' ? '80' : '443') : port}`;
}
