import { emptyFifo, type Fifo, items, push, remove as removeFrom } from '../../src/rules/collections/fifo.ts';
import { get, remove, type SortedMap, set } from '../../src/rules/collections/sorted-map.ts';
import type { BodyFault } from '../../src/rules/runtime/registry/request-fault.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import type { Clock } from './clock.ts';
import type { Recorder } from './recorder.ts';
import { servedStatus } from './registry-context.ts';
import type {
  BlobStore,
  ContentRequested,
  HttpCancelled,
  Registry,
  RegistryAnswer,
  RegistryRequest,
  ResponseBody,
} from './registry-protocol.ts';

export type PullThroughCacheEvent =
  /** A request that the registry in front allows; the cache answers its client. */
  | ContentRequested
  | HttpCancelled
  /** An answer of the upstream registry. */
  | RegistryAnswer;

export interface PullThroughCacheInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** The host of the registry that is in front of the cache, and the round trip to it. */
  readonly host: string;
  readonly roundTripMicros: number;
  readonly ranges?: boolean;
  readonly upstream: Registry;
  readonly upstreamHost: string;
  /** The kind of authorization that the upstream's requests carry. The cache keeps its token. */
  readonly authorization?: 'basic' | 'bearer';
  /** The rate of a blob from upstream when nothing else limits it; null means that it arrives at once. */
  readonly fillBytesPerSecond: number | null;
}

/** Content that has been requested at least once. */
interface Stored {
  /** The time when its first byte arrives from upstream, and the time when all of it is there. */
  readonly readyMicros: number;
  readonly filledMicros: number;
}

export interface PullThroughCacheTable {
  readonly input: PullThroughCacheInput;
  /** The content that is kept, by its request's key. */
  readonly stored: SortedMap<Stored>;
  /** The requests that the upstream has not answered yet, with the clients that wait for each. */
  readonly asked: SortedMap<Fifo<ContentRequested>>;
  /** The key for which each client waits, by the id of its request. */
  readonly waiting: SortedMap<string>;
}

/** Returns the clients that wait for this content, in order of arrival. */
export function waitingFor({ asked }: PullThroughCacheTable, key: string): Fifo<ContentRequested> {
  return get(asked, key) ?? emptyFifo();
}

/**
 * Returns one key for all requests for the same content. Content is identified by its digest, whatever image
 * it belongs to.
 */
export function contentKey({ method, kind, digest, image }: RegistryRequest): string {
  return `${method} ${kind} ${digest === undefined || digest === '' ? image : digest}`;
}

/**
 * Whether the request is answered without the upstream. Tags are always asked for again, because they may
 * move.
 */
export function isStored({ stored }: PullThroughCacheTable, request: RegistryRequest): boolean {
  return request.kind !== 'tag' && get(stored, contentKey(request)) !== undefined;
}

/** Returns the table with one more client that waits for an answer from upstream. */
export function withWaiting(table: PullThroughCacheTable, call: ContentRequested): PullThroughCacheTable {
  const key = contentKey(call.request);
  return withChanges(table, {
    asked: set(table.asked, key, push(waitingFor(table, key), call)),
    waiting: set(table.waiting, call.request.id, key),
  });
}

/**
 * Returns the table without this client. The cost grows with the number of clients that wait for the same
 * content.
 */
export function withoutWaiting(table: PullThroughCacheTable, id: string): PullThroughCacheTable {
  const key = get(table.waiting, id);
  if (key === undefined) return table;
  const otherRequesters = removeFrom(waitingFor(table, key), ({ request }) => request.id === id);
  return withChanges(table, {
    asked: otherRequesters.size === 0 ? remove(table.asked, key) : set(table.asked, key, otherRequesters),
    waiting: remove(table.waiting, id),
  });
}

/**
 * Returns the table after an answer from upstream: successful content is stored, and no request waits for it
 * any more.
 */
export function withAnswer(
  table: PullThroughCacheTable,
  key: string,
  answer: RegistryAnswer,
): PullThroughCacheTable {
  const {
    input: { clock, fillBytesPerSecond },
  } = table;
  const clients = waitingFor(table, key);
  const readyMicros = clock.nowMicros() + upstreamMicros(answer);
  const bytes = clients.front?.value.request.bytes ?? 0;
  const filledMicros =
    readyMicros + (fillBytesPerSecond === null ? 0 : Math.ceil((bytes * 1e6) / fillBytesPerSecond));
  const isWhole = isGood(answer) && bodyOfUpstream(answer)?.bodyFault === undefined;
  return withChanges(table, {
    asked: remove(table.asked, key),
    stored: isWhole ? set(table.stored, key, { readyMicros, filledMicros }) : table.stored,
    waiting: items(clients).reduce((waiting, { request }) => remove(waiting, request.id), table.waiting),
  });
}

function bodyOfUpstream(answer: RegistryAnswer): ResponseBody | undefined {
  return answer.type === 'HTTP.ANSWERED' ? answer.body : undefined;
}

function answerRedirect(answer: RegistryAnswer): BlobStore | undefined {
  return answer.type === 'HTTP.ANSWERED' ? answer.redirect : undefined;
}

/**
 * Returns how long the cache waits for its upstream, including the answer of a blob store to which it is
 * redirected.
 */
function upstreamMicros(answer: RegistryAnswer): number {
  return answer.roundTripMicros + (answerRedirect(answer)?.roundTripMicros ?? 0);
}

function isGood(answer: RegistryAnswer): boolean {
  return answer.type === 'HTTP.ANSWERED' && answer.status < 400;
}

/**
 * Returns the answer to a client for stored content. Until the content is complete, it has the upstream's
 * limits, and its first byte waits for the first byte from upstream.
 */
export function storedAnswer(
  table: PullThroughCacheTable,
  { request, bodyFault }: ContentRequested,
): RegistryAnswer {
  const nowMicros = table.input.clock.nowMicros();
  const { readyMicros, filledMicros } = get(table.stored, contentKey(request)) ?? {
    readyMicros: nowMicros,
    filledMicros: nowMicros,
  };
  const from = nowMicros < filledMicros ? table.input.upstreamHost : table.input.host;
  const roundTripMicros = table.input.roundTripMicros + Math.max(0, readyMicros - nowMicros);
  return served(
    table.input,
    request,
    roundTripMicros,
    undefined,
    responseBody(table.input, request, from, bodyFault),
  );
}

/**
 * Returns the answer to a client after the upstream's answer. If the upstream does not answer for a tag, the
 * tag is as it was last time; if there is no connection, the answer is 502. Errors are passed on without a
 * challenge, because the client could not answer it.
 */
export function passedAnswer(
  table: PullThroughCacheTable,
  key: string,
  answer: RegistryAnswer,
  { request, bodyFault }: ContentRequested,
): RegistryAnswer {
  const roundTripMicros = table.input.roundTripMicros + upstreamMicros(answer);
  if (isGood(answer)) {
    const body = bodyOfUpstream(answer);
    const from = body?.from ?? answerRedirect(answer)?.host ?? table.input.upstreamHost;
    return served(
      table.input,
      request,
      roundTripMicros,
      answer.fault,
      responseBody(table.input, request, from, bodyFault ?? body?.bodyFault),
    );
  }
  if (get(table.stored, key) !== undefined)
    return served(table.input, request, roundTripMicros, answer.fault, {});
  if (answer.type !== 'HTTP.ANSWERED')
    return { type: 'HTTP.ANSWERED', id: request.id, status: 502, roundTripMicros, fault: answer.fault };
  const { challenge: _, ...error } = answer;
  return { ...error, id: request.id, roundTripMicros };
}

function served(
  input: PullThroughCacheInput,
  request: RegistryRequest,
  roundTripMicros: number,
  fault: string | undefined,
  body: { readonly body?: ResponseBody },
): RegistryAnswer {
  return {
    type: 'HTTP.ANSWERED',
    id: request.id,
    status: servedStatus(request, input.ranges),
    roundTripMicros,
    fault,
    ...body,
  };
}

function responseBody(
  input: PullThroughCacheInput,
  { kind }: RegistryRequest,
  from: string,
  bodyFault: BodyFault | undefined,
): { readonly body?: ResponseBody } {
  if (kind !== 'layer' || (from === input.host && bodyFault === undefined)) return {};
  return { body: bodyFault === undefined ? { from } : { from, bodyFault } };
}
