import type { IncomingMessage } from 'node:http';

export interface Refusal {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Advice for a person who sees it. It contains nothing of the request and nothing secret. */
  readonly text: string;
}

/** The names that always mean the machine itself. The port may be that of a tunnel (`ssh -L`). */
const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/**
 * Returns why a request is not answered; undefined if it comes from this page or from the person. A name that somebody points at 127.0.0.1
 * (DNS rebinding) shows in `Host`, a page of another site in `Origin` or `Sec-Fetch-Site`.
 *
 * @param port the server's own port, for the text
 */
export function refusalOf(request: IncomingMessage, port: number): Refusal | undefined {
  const { host, origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (host === undefined || !loopbackHost.test(host)) return { status: 421, headers: {}, text: otherName(port) };
  if (origin !== undefined && origin !== `http://${host}`) return { status: 403, headers: {}, text: otherPage };
  if (site !== undefined && site !== 'none' && site !== 'same-origin') return { status: 403, headers: {}, text: otherPage };
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { status: 405, headers: { Allow: 'GET, HEAD' }, text: 'This server only gives its page: ask with GET or HEAD.\n' };
  return undefined;
}

const otherPage =
  'Only the page itself and you may ask here, no page of another site. Type or paste the whole address that windlass ui printed.\n';

function otherName(port: number): string {
  return [
    'This page is for this machine only, and was asked for under another name.',
    `Here: open the address that windlass ui printed, with 127.0.0.1 or localhost in it (port ${port}).`,
    `From another machine: ssh -L 8080:127.0.0.1:${port} THIS-MACHINE, and open the same address there with localhost:8080 in place of 127.0.0.1:${port}.`,
    '',
  ].join('\n');
}
