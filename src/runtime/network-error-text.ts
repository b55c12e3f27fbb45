import type { ImageLocation } from './image-location.ts';
import { type PullError, requestUrl } from './pull-error.ts';

export type NetworkError = Extract<PullError, { kind: 'refused' | 'noSuchHost' | 'reset' }>;

/** Returns the words of Go's net package for a connection that could not be made, or broke. `scheme`: what the URL begins with, where not by its host. */
export function networkErrorText(error: NetworkError, location: ImageLocation, scheme?: 'http' | 'https'): string {
  const broken = brokenConnection(requestUrl(location, error.at));
  if (error.kind === 'reset' && error.inBody) return broken;
  const url = withScheme(requestUrl(location, error.at), scheme);
  const { host, hostname } = new URL(url);
  const why =
    error.kind === 'reset'
      ? broken
      : error.kind === 'refused'
        ? `dial tcp ${host}: connect: connection refused`
        : `dial tcp: lookup ${hostname} on NAMESERVER:53: no such host`;
  return `${requestVerb(error.at.method)} "${url}": ${why}`;
}

/** `Head` or `Get`, as Go's net/http begins an error of a request. */
export function requestVerb(method: 'HEAD' | 'GET'): string {
  return method === 'HEAD' ? 'Head' : 'Get';
}

function withScheme(url: string, scheme: 'http' | 'https' | undefined): string {
  return scheme === undefined ? url : url.replace(/^https?:/, `${scheme}:`);
}

/** Which ports they are nobody knows; the address of a node is not in its name. */
function brokenConnection(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  const server = `${hostname}:${port === '' ? (protocol === 'http:' ? '80' : '443') : port}`;
  const client = /^127\./.test(hostname) || hostname === 'localhost' ? '127.0.0.1' : 'NODE';
  return `read tcp ${client}:PORT->${server}: read: connection reset by peer`;
}
