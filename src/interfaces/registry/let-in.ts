import type { JudgedRequest } from '../../rules/runtime/registry/registry-verdict.ts';
import { apiError, notThere } from './api-error.ts';
import { type Exchange, fail, reset, schemeOf, send } from './exchange.ts';
import type { ContentRoute } from './registry-route.ts';
import type { Refusal, ServedRegistry, SettledVerdict } from './served-registry.ts';
import type { ServerClock } from './server-clock.ts';
import { storeErrors } from './store/store-error.ts';

/** What a verdict depends on whatever is asked for. */
export function judgedBy({ request, requester: { identity, authorization } }: Exchange) {
  return {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    client: request.socket.remoteAddress ?? '',
    ...(identity === undefined ? {} : { identity }),
    ...(authorization === undefined ? {} : { authorization }),
  } as const;
}

/**
 * Waits for the registry's round trip and for its verdict. Returns it if the request is served; otherwise the request
 * has got its answer, or none.
 */
export async function letIn(
  exchange: Exchange,
  registry: ServedRegistry,
  judged: JudgedRequest,
  route?: ContentRoute,
): Promise<Extract<SettledVerdict, { kind: 'served' }> | undefined> {
  const { clock, signal, notes } = exchange;
  await awaitConnection(exchange, registry);
  const verdict = await registry.settle(judged, clock, signal, (fault) => {
    notes.fault = fault;
  });
  if (verdict === undefined) return undefined;
  const pauseMicros = 'pauseMicros' in verdict ? (verdict.pauseMicros ?? 0) : 0;
  await clock.wait(registry.rules.roundTripMicros + pauseMicros, signal);
  if (signal.aborted) return undefined;
  if (verdict.kind === 'served') return verdict;
  if (verdict.fault !== undefined) notes.fault = verdict.fault;
  if (verdict.kind === 'status') refuse(exchange, registry, judged, verdict, route);
  else reset(exchange);
  return undefined;
}

/** Answers with a status that is no success. */
export function refuse(
  exchange: Exchange,
  registry: ServedRegistry,
  judged: JudgedRequest,
  { status, emptyBody, limit, challenge: asked, message }: Refusal,
  route?: ContentRoute,
): void {
  // Where nothing says how to ask, a closed repository is opened by user and password.
  const isClosed = status === 401 && registry.rules.private !== undefined;
  const scheme = asked ?? (isClosed ? 'basic' : undefined);
  const headers = {
    ...(scheme === undefined ? {} : challenge(exchange, registry, scheme)),
    ...limitHeaders(exchange, registry, judged),
    ...(limit && { 'Retry-After': secondsUntil(limit.untilMicros, exchange.clock) }),
  };
  const missing = exchange.notes.role === 'blobStore' ? storeErrors.missing : route && notThere(route.kind);
  const error = status === 404 && message === undefined ? missing : undefined;
  if (emptyBody) send(exchange, status, headers, Buffer.alloc(0));
  else fail(exchange, error ?? apiError(status, message), headers);
}

/** Waits, for the first request of a connection, as long as a connection to this registry takes. */
export async function awaitConnection(exchange: Exchange, { rules }: ServedRegistry): Promise<void> {
  const { clock, signal, isFirstOfConnection } = exchange;
  if (isFirstOfConnection) await clock.wait(rules.connectMicros ?? 0, signal);
}

function secondsUntil(micros: number, clock: ServerClock): string {
  return String(Math.max(1, Math.ceil((micros - clock.nowMicros()) / 1e6 / clock.speed)));
}

/** Returns the header that says how a client must come back. */
export function challenge(
  { request, requester }: Exchange,
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
  // In the words of RFC 6750: the token is not good, or good for other repositories only.
  const error = requester.isInvalid ? 'invalid_token' : requester.authorization && 'insufficient_scope';
  const reason = error === undefined ? '' : `,error="${error}"`;
  const realm = `${schemeOf(request)}://${asked}/token`;
  return { 'WWW-Authenticate': `Bearer realm="${realm}",service="${host}"${scope}${reason}` };
}

/** Returns the headers with which Docker Hub tells its limit (docs.docker.com/docker-hub/usage/pulls). */
export function limitHeaders(
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
