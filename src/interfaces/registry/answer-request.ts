import type { IncomingMessage, ServerResponse } from 'node:http';
import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { Image } from '../../rules/runtime/images/image.ts';
import type { JudgedRequest } from '../../rules/runtime/registry/registry-verdict.ts';
import type { BodyFault } from '../../rules/runtime/registry/request-fault.ts';
import type { AccessTokens, Requester } from './access-tokens.ts';
import { type ApiError, apiError, errorBody, notThere } from './api-error.ts';
import { SharedRate } from './bandwidth.ts';
import { byteRange } from './byte-range.ts';
import type { StoredContent } from './content/stored-content.ts';
import type { ImageShelf } from './image-shelf.ts';
import type { Location, RegistryLocator } from './registry-locator.ts';
import { type RegistryRoute, registryRoute } from './registry-route.ts';
import { sendBody } from './send-body.ts';
import type { ServedRegistry, SettledVerdict } from './served-registry.ts';
import type { ServerClock } from './server-clock.ts';

/** What all requests of a server share. */
export interface ServerParts {
  readonly clock: ServerClock;
  readonly shelf: ImageShelf;
  readonly locator: RegistryLocator;
  readonly tokens: AccessTokens;
  /** The limits of all bodies of a registry together, by its host. */
  readonly egress: ReadonlyMap<string, SharedRate>;
  /** The limits of all bodies of a registry to one client, by both. */
  readonly ofClients: Map<string, SharedRate>;
}

/** One request, and what it is answered with. */
export interface Exchange extends ServerParts {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  /** For the log: the registry that was meant, and the fault that the request met. */
  readonly notes: { registry?: string; fault?: string };
}

type ContentRoute = Extract<RegistryRoute, { kind: 'manifest' | 'blob' }>;

/** Answers a request; resolves when the answer is over, or as good as: a body that stalls has no end. */
export async function answerRequest(exchange: Exchange): Promise<void> {
  const { request, locator } = exchange;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return fail(exchange, apiError(405), { Allow: 'GET, HEAD' });
  const [path = '', query = ''] = splitOnce(request.url ?? '', '?');
  const route = registryRoute(path);
  if (route === undefined) return fail(exchange, notThere('repository'));
  const parameters = new URLSearchParams(query);
  if (route.kind === 'token') return await answerToken(exchange, parameters);
  const hint = { host: request.headers.host, namespace: parameters.get('ns') };
  if (route.kind === 'base') return await answerBase(exchange, locator.hinted(hint));
  const location = locator.locate(hint, route.repository);
  if (location === undefined) return fail(exchange, notThere('repository'));
  exchange.notes.registry = location.registry.rules.host;
  if (route.kind === 'tags') return await answerTags(exchange, location, route.repository);
  await answerContent(exchange, location, route);
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Answers `GET /v2/`, by which clients learn whether they need a token. */
async function answerBase(exchange: Exchange, hinted: ServedRegistry | undefined): Promise<void> {
  const { locator, tokens, request } = exchange;
  const registries = hinted === undefined ? locator.withImages : [hinted];
  // Nobody knows yet which of several is meant: a token is good for those that ask for none, too.
  const registry = registries.find(({ rules }) => rules.authentication !== undefined) ?? registries[0];
  if (hinted !== undefined) exchange.notes.registry = hinted.rules.host;
  const authentication = registry?.rules.authentication;
  const { authorization } = tokens.requester(request.headers.authorization);
  if (registry !== undefined) await exchange.clock.wait(registry.rules.roundTripMicros, exchange.signal);
  if (registry === undefined || authentication === undefined || authorization === authentication)
    return send(exchange, 200, { 'Content-Type': 'application/json' }, Buffer.from('{}\n'));
  fail(exchange, apiError(401), challenge(exchange, registry, authentication));
}

/** Answers a token server's request: everyone gets a token but those with wrong credentials. */
async function answerToken(exchange: Exchange, parameters: URLSearchParams): Promise<void> {
  const { locator, tokens, request } = exchange;
  const [, path = 'none'] = /^repository:([^:]+(?::\d+[^:]*)?):/.exec(parameters.get('scope') ?? '') ?? [];
  const service = locator.named(parameters.get('service') ?? '') ?? locator.withImages[0];
  const { registry, repository } = locator.prefixed(path) ?? { registry: service, repository: path };
  const requester = tokens.requester(request.headers.authorization);
  if (registry === undefined) return fail(exchange, notThere('repository'));
  exchange.notes.registry = registry.rules.host;
  if (requester.isUnknown) return fail(exchange, apiError(401));
  const image = `${registry.rules.host}/${repository}:latest`;
  const judged = {
    ...judgedBy(exchange, requester),
    kind: 'token',
    image,
    exists: true,
    repository,
  } as const;
  if (!(await isLetIn(exchange, registry, judged))) return;
  const token = tokens.give(requester.identity);
  const answer = { token, access_token: token, expires_in: 300 };
  send(exchange, 200, { 'Content-Type': 'application/json' }, Buffer.from(`${JSON.stringify(answer)}\n`));
}

async function answerTags(exchange: Exchange, { imageHost, repository, registry }: Location, name: string) {
  const { shelf, tokens, request } = exchange;
  const tags = shelf.tags(imageHost, repository);
  const requester = tokens.requester(request.headers.authorization);
  const judged = {
    ...judgedBy(exchange, requester),
    // No kind of request that is counted as a pull.
    method: 'HEAD',
    kind: 'tag',
    image: `${imageHost}/${repository}:${tags?.[0] ?? 'latest'}`,
    exists: tags !== undefined,
    repository,
  } as const;
  if (!(await isLetIn(exchange, registry, judged))) return;
  const body = Buffer.from(`${JSON.stringify({ name, tags })}\n`);
  send(exchange, 200, { 'Content-Type': 'application/json' }, body);
}

/** What a verdict depends on whatever is asked for. */
function judgedBy({ request }: Exchange, { identity, authorization }: Requester) {
  return {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    client: request.socket.remoteAddress ?? '',
    ...(identity === undefined ? {} : { identity }),
    ...(authorization === undefined ? {} : { authorization }),
  } as const;
}

interface Found {
  readonly image: Image | undefined;
  readonly content: StoredContent | undefined;
  readonly judged: JudgedRequest;
}

/** Answers a request for a manifest or a blob. */
async function answerContent(exchange: Exchange, location: Location, route: ContentRoute): Promise<void> {
  const { registry } = location;
  const found = await findContent(exchange, location, route);
  const verdict = await isLetIn(exchange, registry, found.judged, route);
  if (!verdict) return;
  const { image } = found;
  const content = found.content ?? (image && (await exchange.shelf.root(image)).root);
  if (content === undefined) return fail(exchange, notThere(route.kind));
  if (content.kind === 'manifest') registry.countPull(found.judged, exchange.clock.nowMicros());
  await sendContent(exchange, location, content, { judged: found.judged, bodyFault: verdict.bodyFault });
}

/** Returns what is asked for. Of a tag only the image is sought: its content is made when nothing refuses the request. */
async function findContent(
  exchange: Exchange,
  { imageHost, repository }: Location,
  { kind, reference }: ContentRoute,
): Promise<Found> {
  const { shelf, tokens, request } = exchange;
  const by = { ...judgedBy(exchange, tokens.requester(request.headers.authorization)), repository };
  const isDigest = reference.startsWith('sha256:');
  if (!isDigest) {
    const image = kind === 'manifest' ? shelf.image(imageHost, repository, reference) : undefined;
    const name = `${imageHost}/${repository}:${reference}`;
    const judged = { ...by, kind: 'tag', image: name, exists: image !== undefined } as const;
    return { image, content: undefined, judged };
  }
  const found = await shelf.find(imageHost, repository, reference);
  const isBlob = found !== undefined && (found.content.kind === 'layer' || found.content.kind === 'config');
  if (found === undefined || isBlob !== (kind === 'blob')) {
    const missing = { kind: kind === 'blob' ? 'layer' : 'manifest', exists: false } as const;
    const judged = { ...by, ...missing, image: `${imageHost}/${repository}@${reference}` };
    return { image: undefined, content: undefined, judged };
  }
  const { content, image } = found;
  const layer = content.kind === 'layer' ? { layer: content.place } : {};
  const judged = { ...by, kind: content.kind, image: image.name, exists: true, ...layer } as const;
  return { image, content, judged };
}

/**
 * Waits for the registry's round trip and for its verdict. Returns it if the request is served; otherwise the request
 * has got its answer, or none.
 */
async function isLetIn(
  exchange: Exchange,
  registry: ServedRegistry,
  judged: JudgedRequest,
  route?: ContentRoute,
): Promise<Extract<SettledVerdict, { kind: 'served' }> | undefined> {
  const { clock, signal, request, notes } = exchange;
  const { roundTripMicros, private: closed } = registry.rules;
  let verdict = registry.judge(judged, clock.nowMicros());
  while (verdict.kind === 'held') {
    notes.fault = verdict.fault;
    const end = registry.endOf(verdict.fault);
    await clock.wait(end === undefined ? Number.MAX_SAFE_INTEGER : end - clock.nowMicros(), signal);
    if (signal.aborted) return undefined;
    verdict = registry.judge(judged, clock.nowMicros());
  }
  const pauseMicros = 'pauseMicros' in verdict ? (verdict.pauseMicros ?? 0) : 0;
  await clock.wait(roundTripMicros + pauseMicros, signal);
  if (signal.aborted) return undefined;
  const fault = verdict.kind === 'served' ? verdict.bodyFault?.fault : verdict.fault;
  if (fault !== undefined) notes.fault = fault;
  if (verdict.kind === 'served') return verdict;
  if (verdict.kind === 'refused' || verdict.kind === 'reset') {
    request.socket.resetAndDestroy();
    return undefined;
  }
  const { status, emptyBody, limit } = verdict;
  // Where nothing says how to ask, a closed repository is opened by user and password.
  const scheme = verdict.challenge ?? (status === 401 && closed !== undefined ? 'basic' : undefined);
  const headers = {
    ...(scheme === undefined ? {} : challenge(exchange, registry, scheme)),
    ...limitHeaders(exchange, registry, judged),
    ...(limit && { 'Retry-After': secondsUntil(limit.untilMicros, clock) }),
  };
  const isMissing = status === 404 && route !== undefined && verdict.message === undefined;
  const error = isMissing ? notThere(route.kind) : apiError(status, verdict.message);
  if (emptyBody) send(exchange, status, headers, Buffer.alloc(0));
  else fail(exchange, error, headers);
  return undefined;
}

function secondsUntil(micros: number, clock: ServerClock): string {
  return String(Math.max(1, Math.ceil((micros - clock.nowMicros()) / 1e6 / clock.speed)));
}

/** Returns the header that says how a client must come back. */
function challenge(
  { request }: Exchange,
  { rules: { host } }: ServedRegistry,
  scheme: 'basic' | 'bearer',
): Record<string, string> {
  if (scheme === 'basic') return { 'WWW-Authenticate': `Basic realm="${host}"` };
  const { localAddress = '', localPort = 0, localFamily } = request.socket;
  const address = localFamily === 'IPv6' ? `[${localAddress}]` : localAddress;
  // A client that reached us under a name reaches the token server under it.
  const asked = /^[\w.:[\]-]{1,255}$/.exec(request.headers.host ?? '')?.[0] ?? `${address}:${localPort}`;
  const repository = /^\/v2\/([\w./:-]+)\/(?:manifests|blobs|tags)\//.exec(request.url ?? '')?.[1];
  const scope = repository === undefined ? '' : `,scope="repository:${repository}:pull"`;
  return { 'WWW-Authenticate': `Bearer realm="http://${asked}/token",service="${host}"${scope}` };
}

/** Returns the headers with which Docker Hub tells its limit (docs.docker.com/docker-hub/usage/pulls). */
function limitHeaders(
  { clock }: Exchange,
  registry: ServedRegistry,
  judged: JudgedRequest,
): Record<string, string> {
  if (judged.kind !== 'tag' && judged.kind !== 'manifest' && judged.kind !== 'index') return {};
  const limit = registry.pullsLeft(judged, clock.nowMicros());
  if (limit === undefined) return {};
  const window = `w=${Math.round(limit.windowMicros / 1e6)}`;
  return {
    'RateLimit-Limit': `${limit.pullsMax};${window}`,
    'RateLimit-Remaining': `${limit.left};${window}`,
    'Docker-RateLimit-Source': judged.identity ?? judged.client ?? '',
  };
}

async function sendContent(
  exchange: Exchange,
  { registry }: Location,
  content: StoredContent,
  { judged, bodyFault }: { readonly judged: JudgedRequest; readonly bodyFault: BodyFault | undefined },
): Promise<void> {
  const { request, response, clock, signal } = exchange;
  const { rules } = registry;
  const isBlob = content.kind === 'layer' || content.kind === 'config';
  const hasRanges = isBlob && rules.ranges !== false;
  const range =
    hasRanges && judged.method === 'GET' ? byteRange(request.headers.range, content.bytes) : undefined;
  const headers = {
    'Docker-Content-Digest': content.digest,
    ...(hasRanges ? { 'Accept-Ranges': 'bytes' } : {}),
    ...limitHeaders(exchange, registry, judged),
  };
  if (range === 'outside')
    return fail(exchange, apiError(416), { ...headers, 'Content-Range': `bytes */${content.bytes}` });
  const { from, to } = range ?? { from: 0, to: content.bytes };
  response.writeHead(range === undefined ? 200 : 206, {
    ...standing,
    ...headers,
    'Content-Type': isBlob ? 'application/octet-stream' : content.mediaType,
    'Content-Length': to - from,
    ...(range && { 'Content-Range': `bytes ${from}-${to - 1}/${content.bytes}` }),
  });
  if (judged.method === 'HEAD') {
    response.end();
    return;
  }
  const read =
    content.kind === 'layer'
      ? (first: number, last: number) => content.layer.read(first, last, content.sum)
      : (first: number, last: number) => Buffer.from(content.text.subarray(first, last));
  const rates = ratesFor(exchange, registry);
  await sendBody(response, { range: { from, to }, read, rates, fault: bodyFault, clock, signal });
}

/** Returns the limits of a body: of the registry, of what it gives to one client, and of one body. */
function ratesFor({ egress, ofClients, request }: Exchange, { rules }: ServedRegistry): SharedRate[] {
  const { host, bytesPerSecondPerResponse: perResponse, bytesPerSecondPerClient: perClient = null } = rules;
  const rates: SharedRate[] = [];
  const ofAll = egress.get(host);
  if (ofAll !== undefined) rates.push(ofAll);
  if (perResponse !== null) rates.push(new SharedRate(perResponse));
  if (perClient !== null) {
    const key = `${host} ${request.socket.remoteAddress ?? ''}`;
    rates.push(getOrInsert(ofClients, key, () => new SharedRate(perClient)));
  }
  return rates;
}

const standing = { 'Docker-Distribution-Api-Version': 'registry/2.0', 'X-Content-Type-Options': 'nosniff' };

function fail(exchange: Exchange, error: ApiError, headers: Record<string, string> = {}): void {
  send(exchange, error.status, { 'Content-Type': 'application/json', ...headers }, errorBody(error));
}

function send(
  { request, response }: Exchange,
  status: number,
  headers: Record<string, string>,
  body: Buffer,
): void {
  response.writeHead(status, { ...standing, ...headers, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}
