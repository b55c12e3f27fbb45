import { getOrInsert } from '../../../rules/collections/get-or-insert.ts';
import type { JudgedRequest } from '../../../rules/runtime/registry/registry-verdict.ts';
import type { BodyFault } from '../../../rules/runtime/registry/request-fault.ts';
import { apiError } from '../api-error.ts';
import type { StoredContent } from '../content/stored-content.ts';
import { type Exchange, fail, standing } from '../exchange.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { SharedRate } from './bandwidth.ts';
import { byteRange } from './byte-range.ts';
import { sendBody } from './send-body.ts';

/** Content on its way to a client. */
export interface OutgoingContent {
  readonly content: StoredContent;
  /** The registry or the blob store that sends it. */
  readonly registry: ServedRegistry;
  /** Whose limits count, if they are not its own. */
  readonly sender?: ServedRegistry;
  readonly judged: JudgedRequest;
  readonly bodyFault: BodyFault | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Whether content is asked for among the blobs, and not among the manifests. */
export function isBlob({ kind }: StoredContent): boolean {
  return kind === 'layer' || kind === 'config';
}

/** Answers with content, or with that part of it which the request asks for. */
export async function sendContent(exchange: Exchange, outgoing: OutgoingContent): Promise<void> {
  const { content, registry, judged, bodyFault } = outgoing;
  const { request, response, clock, signal, notes, stalls } = exchange;
  const { rules } = registry;
  const hasRanges = isBlob(content) && rules.ranges !== false;
  const range =
    hasRanges && judged.method === 'GET' ? byteRange(request.headers.range, content.bytes) : undefined;
  const isOfRegistry = exchange.notes.role === 'registry';
  const headers = {
    ...(isOfRegistry ? { ...standing, 'Docker-Content-Digest': content.digest } : { ETag: etag(content) }),
    ...(hasRanges ? { 'Accept-Ranges': 'bytes' } : {}),
    ...outgoing.headers,
  };
  if (range === 'outside')
    return fail(exchange, apiError(416), { ...headers, 'Content-Range': `bytes */${content.bytes}` });
  const { from, to } = range ?? { from: 0, to: content.bytes };
  response.writeHead(range === undefined ? 200 : 206, {
    ...headers,
    'Content-Type': isBlob(content) ? 'application/octet-stream' : content.mediaType,
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
  const sender = outgoing.sender ?? registry;
  const rates = ratesFor(exchange, sender);
  const onStall = (id: string): void => {
    notes.fault = id;
  };
  const passStalls = () => stalls.pass(sender.rules.host, { clock, signal, onStall });
  if (bodyFault !== undefined) notes.fault = bodyFault.fault;
  const circumstances = { rates, passStalls, fault: bodyFault, clock, signal, notes };
  await sendBody(response, { range: { from, to }, read, ...circumstances });
}

function etag({ digest }: StoredContent): string {
  return `"${digest.slice('sha256:'.length)}"`;
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
