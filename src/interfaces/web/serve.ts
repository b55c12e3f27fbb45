import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ContentNeeds, servedPolicy } from './content-policy.ts';
import type { PageAssets } from './page-assets.ts';

export interface ServeOptions {
  /** Scripts and style sheets by name. */
  readonly assets: PageAssets;
  /** Pages by name: `''` is the one at the address itself, `replay.html` one beside it. */
  readonly pages: ReadonlyMap<string, ServedPage>;
  /** Absent or 0 for a free port. */
  readonly port?: number;
  /** Called when a page is given for the first time. */
  readonly onFirstPage?: () => void;
}

export interface ServedPage extends ContentNeeds {
  readonly html: string;
}

export interface PageServer {
  /** The address with its token, `http://127.0.0.1:49152/3q2-…/`. Without the token nothing is answered. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface Answer {
  readonly type: string;
  readonly policy: string;
  /** Cross-Origin-Embedder-Policy would refuse frames of other origins. */
  readonly isolated: boolean;
  readonly body: Uint8Array;
}

const host = '127.0.0.1';

/**
 * Serves these texts and nothing else to this machine: on the loopback address, below a path that cannot be
 * guessed, to requests that no other site's page has sent. No file is read. Rejects if the port is taken.
 */
export async function serve({ assets, pages, port = 0, onFirstPage }: ServeOptions): Promise<PageServer> {
  const token = randomBytes(24).toString('base64url');
  const answers = answersOf(assets, pages);
  let isGiven = false;
  const onPage = (name: string): void => {
    if (isGiven || !pages.has(name)) return;
    isGiven = true;
    onFirstPage?.();
  };
  const server = createServer((request, response) => {
    const refusal = refusalOf(request, (server.address() as AddressInfo).port);
    if (refusal !== undefined)
      send(
        request,
        response,
        refusal.status,
        { ...refusal.headers, 'Content-Type': 'text/plain; charset=utf-8' },
        Buffer.from(refusal.text),
      );
    else answer(request, response, { token, answers, onPage });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => resolve());
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${chosen}/${token}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answering {
  readonly token: string;
  readonly answers: ReadonlyMap<string, Answer>;
  readonly onPage: (name: string) => void;
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { token, answers, onPage }: Answering,
): void {
  const [path = ''] = (request.url ?? '').split('?');
  const [, first = '', ...rest] = path.split('/');
  if (!sameSecret(first, token)) send(request, response, 404);
  // Relative addresses in the page need the slash.
  else if (rest.length === 0) send(request, response, 308, { Location: `/${token}/` });
  else {
    const name = rest.join('/');
    const found = answers.get(name);
    if (found === undefined) send(request, response, 404);
    else {
      send(request, response, 200, headersOf(found), found.body);
      if (request.method === 'GET') onPage(name);
    }
  }
}

function answersOf(assets: PageAssets, pages: ServeOptions['pages']): Map<string, Answer> {
  const answers = new Map<string, Answer>();
  for (const [name, text] of assets) {
    const type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
    // A worker obeys the policy of its own script, not of the page.
    answers.set(name, { type, policy: servedPolicy(), isolated: true, body: Buffer.from(text) });
  }
  for (const [name, page] of pages) {
    const isolated = (page.frames ?? []).every((source) => source === "'self'");
    answers.set(name, {
      type: 'text/html; charset=utf-8',
      policy: servedPolicy(page),
      isolated,
      body: Buffer.from(page.html),
    });
  }
  return answers;
}

function headersOf({ type, policy, isolated, body }: Answer): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Length': String(body.byteLength),
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(isolated ? { 'Cross-Origin-Embedder-Policy': 'require-corp' } : {}),
  };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
  body?: Uint8Array,
): void {
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'SAMEORIGIN',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Whether the texts are equal, in a time that does not show how much of them is. */
function sameSecret(given: string, secret: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(secret)];
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}

interface Refusal {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Advice for a person who sees it. It contains nothing of the request and nothing secret. */
  readonly text: string;
}

/** The names that always mean the machine itself. The port may be that of a tunnel (`ssh -L`). */
const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/**
 * Returns why a request is not answered; undefined if it comes from this page or from the person. A name that
 * somebody points at 127.0.0.1 (DNS rebinding) shows in `Host`, a page of another site in `Origin` or
 * `Sec-Fetch-Site`.
 *
 * @param port the server's own port, for the text
 */
function refusalOf(request: IncomingMessage, port: number): Refusal | undefined {
  const { host, origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (host === undefined || !loopbackHost.test(host))
    return { status: 421, headers: {}, text: otherName(port) };
  if (origin !== undefined && origin !== `http://${host}`)
    return { status: 403, headers: {}, text: otherPage };
  if (site !== undefined && site !== 'none' && site !== 'same-origin')
    return { status: 403, headers: {}, text: otherPage };
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return {
      status: 405,
      headers: { Allow: 'GET, HEAD' },
      text: 'This server only gives its page: ask with GET or HEAD.\n',
    };
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
