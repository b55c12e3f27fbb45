import { answerContent } from './answer-content.ts';
import { apiError, notThere } from './api-error.ts';
import { type Exchange, fail, send } from './exchange.ts';
import { awaitConnection, challenge, judgedBy, letIn } from './let-in.ts';
import type { Location } from './registry-locator.ts';
import { registryRoute } from './registry-route.ts';
import type { ServedRegistry } from './served-registry.ts';
import { answerStored } from './store/answer-stored.ts';

/** Answers a request; resolves when the answer is over, or as good as: a body that stalls has no end. */
export async function answerRequest(exchange: Exchange): Promise<void> {
  const { request, locator, notes } = exchange;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return fail(exchange, apiError(405), { Allow: 'GET, HEAD' });
  const [path = '', query = ''] = splitOnce(request.url ?? '', '?');
  const route = registryRoute(path);
  if (route === undefined) return fail(exchange, notThere('repository'));
  const parameters = new URLSearchParams(query);
  if ('repository' in route) notes.repository = route.repository;
  if ('reference' in route) notes.reference = route.reference;
  if (route.kind === 'token') return await answerToken(exchange, parameters);
  if (route.kind === 'stored') return await answerStored(exchange, route, parameters);
  const hint = { host: request.headers.host, namespace: parameters.get('ns') };
  if (route.kind === 'base') return await answerBase(exchange, locator.hinted(hint));
  const location = locator.locate(hint, route.repository);
  if (location === undefined) return fail(exchange, notThere('repository'));
  notes.registry = location.registry.rules.host;
  if (route.kind === 'tags') return await answerTags(exchange, location, route.repository);
  await answerContent(exchange, location, route);
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Answers `GET /v2/`, by which clients learn whether they need a token. */
async function answerBase(exchange: Exchange, hinted: ServedRegistry | undefined): Promise<void> {
  const { locator, requester, notes } = exchange;
  notes.kind = 'base';
  const registries = hinted === undefined ? locator.withImages : [hinted];
  // Nobody knows yet which of several is meant: a token is good for those that ask for none, too.
  const registry = registries.find(({ rules }) => rules.authentication !== undefined) ?? registries[0];
  if (hinted !== undefined) notes.registry = hinted.rules.host;
  const authentication = registry?.rules.authentication;
  const { authorization } = requester;
  if (registry !== undefined) {
    await awaitConnection(exchange, registry);
    await exchange.clock.wait(registry.rules.roundTripMicros, exchange.signal);
  }
  if (registry === undefined || authentication === undefined || authorization === authentication)
    return send(exchange, 200, { 'Content-Type': 'application/json' }, Buffer.from('{}\n'));
  fail(exchange, apiError(401), challenge(exchange, registry, authentication));
}

/** Answers a token server's request: everyone gets a token but those with wrong credentials. */
async function answerToken(exchange: Exchange, parameters: URLSearchParams): Promise<void> {
  const { locator, tokens, requester, notes, clock } = exchange;
  notes.role = 'tokenServer';
  notes.kind = 'token';
  const [, path = 'none'] = /^repository:([^:]+(?::\d+[^:]*)?):/.exec(parameters.get('scope') ?? '') ?? [];
  const service = locator.named(parameters.get('service') ?? '') ?? locator.withImages[0];
  const { registry, repository } = locator.prefixed(path) ?? { registry: service, repository: path };
  if (registry === undefined) return fail(exchange, notThere('repository'));
  notes.registry = registry.rules.host;
  notes.repository = repository;
  if (requester.isUnknown) return fail(exchange, apiError(401));
  const image = `${registry.rules.host}/${repository}:latest`;
  const judged = {
    ...judgedBy(exchange),
    kind: 'token',
    image,
    exists: true,
    repository,
  } as const;
  if (!(await letIn(exchange, registry, judged))) return;
  const token = tokens.give(requester.identity, clock.nowMicros());
  const seconds = Math.floor(tokens.lifeMicros / 1e6 / clock.speed);
  const answer = { token, access_token: token, expires_in: seconds };
  send(exchange, 200, { 'Content-Type': 'application/json' }, Buffer.from(`${JSON.stringify(answer)}\n`));
}

async function answerTags(exchange: Exchange, { imageHost, repository, registry }: Location, name: string) {
  const { shelf, notes } = exchange;
  notes.kind = 'tags';
  const tags = shelf.tags(imageHost, repository);
  const judged = {
    ...judgedBy(exchange),
    // No kind of request that is counted as a pull.
    method: 'HEAD',
    kind: 'tag',
    image: `${imageHost}/${repository}:${tags?.[0] ?? 'latest'}`,
    exists: tags !== undefined,
    repository,
  } as const;
  if (!(await letIn(exchange, registry, judged))) return;
  const body = Buffer.from(`${JSON.stringify({ name, tags })}\n`);
  send(exchange, 200, { 'Content-Type': 'application/json' }, body);
}
