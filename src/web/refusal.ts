import type { IncomingMessage } from 'node:http';

export interface Refusal {
  readonly status: number;
  readonly headers: Record<string, string>;
}

/**
 * Why a request is not answered at all; undefined: it comes from this page or from the person. A name that somebody points
 * at 127.0.0.1 (DNS rebinding) shows in `Host`, a page of another site in `Origin` or `Sec-Fetch-Site`.
 */
export function refusalOf(request: IncomingMessage, port: number): Refusal | undefined {
  const { host, origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (host === undefined || !hosts.includes(host)) return { status: 421, headers: {} };
  if (origin !== undefined && !hosts.some((own) => origin === `http://${own}`)) return { status: 403, headers: {} };
  if (site !== undefined && site !== 'none' && site !== 'same-origin') return { status: 403, headers: {} };
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, headers: { Allow: 'GET, HEAD' } };
  return undefined;
}
