import { findContent } from '../answer-content.ts';
import { notThere } from '../api-error.ts';
import { type Exchange, fail } from '../exchange.ts';
import { letIn } from '../let-in.ts';
import { type StoredRoute, storedPath } from '../registry-route.ts';
import { sendContent } from '../sending/send-content.ts';
import { storeErrors } from './store-error.ts';

/**
 * Answers a request to a blob store, with the latency, rates and faults of the store. It opens to the signature in
 * the address alone; an Authorization header beside it is an error, as at S3.
 */
export async function answerStored(
  exchange: Exchange,
  route: StoredRoute,
  query: URLSearchParams,
): Promise<void> {
  const { request, notes, locator, addresses, clock, bodyFaults } = exchange;
  const store = locator.named(route.store);
  if (store === undefined) return fail(exchange, notThere('repository'));
  notes.role = 'blobStore';
  notes.registry = store.rules.host;
  const { content, judged } = await findContent(exchange, route, { ...route, kind: 'blob' });
  notes.kind = judged.kind;
  const { authorization: _, identity: __, ...anonymous } = judged;
  const verdict = await letIn(exchange, store, anonymous);
  if (!verdict) return;
  if (request.headers.authorization !== undefined) return fail(exchange, storeErrors.twoAuthorizations);
  const signed = addresses.check(storedPath(route), query, clock.nowMicros());
  if (signed.kind !== 'valid')
    return fail(exchange, signed.kind === 'expired' ? storeErrors.expired : storeErrors.wrongSignature);
  if (content === undefined) return fail(exchange, storeErrors.missing);
  const bodyFault = verdict.bodyFault ?? bodyFaults.get(signed.fault ?? '');
  await sendContent(exchange, { content, registry: store, judged, bodyFault, headers: {} });
}
