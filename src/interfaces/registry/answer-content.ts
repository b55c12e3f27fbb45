import type { Image } from '../../rules/runtime/images/image.ts';
import type { JudgedRequest } from '../../rules/runtime/registry/registry-verdict.ts';
import type { BodyFault } from '../../rules/runtime/registry/request-fault.ts';
import { notThere } from './api-error.ts';
import type { StoredContent } from './content/stored-content.ts';
import { type Exchange, fail, schemeOf, send } from './exchange.ts';
import { judgedBy, letIn, limitHeaders, refuse } from './let-in.ts';
import type { Location } from './registry-locator.ts';
import { type ContentRoute, storedPath } from './registry-route.ts';
import { isBlob, type OutgoingContent, sendContent } from './sending/send-content.ts';
import { arrivalOf, storeAddress } from './store/store-address.ts';

interface Found {
  readonly image: Image | undefined;
  readonly content: StoredContent | undefined;
  readonly judged: JudgedRequest;
}

/** Answers a request for a manifest or a blob. */
export async function answerContent(
  exchange: Exchange,
  location: Location,
  route: ContentRoute,
): Promise<void> {
  const { registry } = location;
  const found = await findContent(exchange, location, route);
  exchange.notes.kind = found.judged.kind;
  const verdict = await letIn(exchange, registry, found.judged, route);
  if (!verdict) return;
  const { image } = found;
  const content = found.content ?? (image && (await exchange.shelf.root(image)).root);
  if (content === undefined) return fail(exchange, notThere(route.kind));
  if (content.kind === 'manifest') registry.countPull(found.judged, exchange.clock.nowMicros());
  const { judged } = found;
  const { bodyFault } = verdict;
  if (exchange.caches.has(registry.rules.host))
    return await answerFromCache(exchange, { content, registry, judged, bodyFault, headers: {} });
  const address = redirectAddress(exchange, location, content, judged, bodyFault);
  if (address !== undefined) return send(exchange, 307, { Location: address }, Buffer.alloc(0));
  const limits = limitHeaders(exchange, registry, judged);
  await sendContent(exchange, { content, registry, judged, bodyFault, headers: limits });
}

/** Answers for a registry that caches another one: with what it has, or what it gets from there. */
async function answerFromCache(exchange: Exchange, outgoing: OutgoingContent): Promise<void> {
  const { caches, signal, notes } = exchange;
  const { content, registry, judged, bodyFault } = outgoing;
  const cache = caches.get(registry.rules.host);
  const name = judged.kind === 'tag' ? judged.image : content.digest;
  const answer = await cache?.answer(judged, name, content.bytes, signal);
  if (cache === undefined || answer === undefined) return;
  if (answer.kind === 'refused') {
    if (answer.refusal.fault !== undefined) notes.fault = answer.refusal.fault;
    return refuse(exchange, registry, judged, answer.refusal);
  }
  notes.cache = answer.kind;
  if (answer.kind === 'hit') return await sendContent(exchange, outgoing);
  const fault = bodyFault ?? answer.bodyFault;
  await sendContent(exchange, { ...outgoing, bodyFault: fault, sender: cache.sender });
  if (notes.bodyBytes === content.bytes) cache.complete(judged, name);
}

/**
 * Returns where the registry sends the client for this content; undefined where it sends it itself. What befalls
 * the body befalls it there.
 */
function redirectAddress(
  { request, clock, addresses, storeAt }: Exchange,
  { registry, imageHost, repository }: Location,
  content: StoredContent,
  { method }: JudgedRequest,
  bodyFault: BodyFault | undefined,
): string | undefined {
  const { blobStore: store } = registry.rules;
  if (store === undefined || method !== 'GET' || !isBlob(content)) return undefined;
  const authority = storeAddress(arrivalOf(request), storeAt);
  if (authority === undefined) return undefined;
  const path = storedPath({ store, imageHost, repository, reference: content.digest });
  return `${schemeOf(request)}://${authority}${path}?${addresses.sign(path, clock.nowMicros(), bodyFault?.fault)}`;
}

/** Returns what is asked for. Of a tag only the image is sought: its content is made when nothing refuses the request. */
export async function findContent(
  exchange: Exchange,
  { imageHost, repository }: Pick<Location, 'imageHost' | 'repository'>,
  { kind, reference }: Pick<ContentRoute, 'kind' | 'reference'>,
): Promise<Found> {
  const { shelf } = exchange;
  const by = { ...judgedBy(exchange), repository };
  const isDigest = reference.startsWith('sha256:');
  if (!isDigest) {
    const image = kind === 'manifest' ? shelf.image(imageHost, repository, reference) : undefined;
    const name = image?.name ?? `${imageHost}/${repository}:${reference}`;
    const judged = { ...by, kind: 'tag', image: name, exists: image !== undefined } as const;
    return { image, content: undefined, judged };
  }
  const found = await shelf.find(imageHost, repository, reference);
  if (found === undefined || isBlob(found.content) !== (kind === 'blob')) {
    const missing = { kind: kind === 'blob' ? 'layer' : 'manifest', exists: false } as const;
    const judged = { ...by, ...missing, image: `${imageHost}/${repository}@${reference}` };
    return { image: undefined, content: undefined, judged };
  }
  const { content, image } = found;
  const layer = content.kind === 'layer' ? { layer: content.place } : {};
  const judged = { ...by, kind: content.kind, image: image.name, exists: true, ...layer } as const;
  return { image, content, judged };
}
