import { emptyFifo, type Fifo, peek, push, remove as removeFrom } from '../../src/collections/fifo.ts';
import { get, remove, type SortedMap, set } from '../../src/collections/sorted-map.ts';
import type { BodyFault } from '../../src/runtime/registry/request-fault.ts';
import type { Clock } from './clock.ts';
import type { PullThroughCacheEvent } from './pull-through-cache-protocol.ts';
import type { Recorder } from './recorder.ts';
import { servedStatus } from './registry-context.ts';
import type { BlobStore, Registry, RegistryAnswer, RegistryRequest, ResponseBody } from './registry-protocol.ts';

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

export type CacheCall = Extract<PullThroughCacheEvent, { type: 'CONTENT.REQUESTED' }>;

/** Content that has been requested at least once. */
interface Stored {
  /** The time when its first byte arrives from upstream, and the time when all of it is there. */
  readonly readyMicros: number;
  readonly filledMicros: number;
}

export interface PullThroughCacheContext {
  /** Kept in an object of its own, because the context is copied at each assignment. */
  readonly input: PullThroughCacheInput;
  /** The content that is kept, by its request's key. */
  readonly stored: SortedMap<Stored>;
  /** The requests that the upstream has not answered yet, with the clients that wait for each. */
  readonly asked: SortedMap<Fifo<CacheCall>>;
  /** The key for which each client waits, by the id of its request. */
  readonly waiting: SortedMap<string>;
  /** An answer from upstream that is being passed on to its clients. */
  readonly passing: { readonly key: string; readonly answer: RegistryAnswer; readonly to: Fifo<CacheCall> } | undefined;
}

/** Returns the next client to answer. Throws if none waits, which a guard must have excluded. */
export function nextOf({ input, passing }: PullThroughCacheContext): CacheCall {
  if (passing === undefined) throw new Error(`${input.name}: nothing has come from upstream`);
  return peek(passing.to);
}

/** Returns one key for all requests for the same content. Content is identified by its digest, whatever image it belongs to. */
export function keyOf({ method, kind, digest, image }: RegistryRequest): string {
  return `${method} ${kind} ${digest === undefined || digest === '' ? image : digest}`;
}

/** Whether the request is answered without the upstream. Tags are always asked for again, because they may move. */
export function isStored({ stored }: PullThroughCacheContext, request: RegistryRequest): boolean {
  return request.kind !== 'tag' && get(stored, keyOf(request)) !== undefined;
}

/** Returns the tables with one more client that waits for an answer from upstream. */
export function withWaiting({ asked, waiting }: PullThroughCacheContext, call: CacheCall): Partial<PullThroughCacheContext> {
  const key = keyOf(call.request);
  return {
    asked: set(asked, key, push(get(asked, key) ?? emptyFifo<CacheCall>(), call)),
    waiting: set(waiting, call.request.id, key),
  };
}

/** Returns the tables without this client. The cost grows with the number of clients that wait for the same content. */
export function withoutWaiting({ asked, waiting }: PullThroughCacheContext, id: string): Partial<PullThroughCacheContext> {
  const key = get(waiting, id);
  if (key === undefined) return {};
  const rest = removeFrom(get(asked, key) ?? emptyFifo<CacheCall>(), ({ request }) => request.id === id);
  return { asked: rest.size === 0 ? remove(asked, key) : set(asked, key, rest), waiting: remove(waiting, id) };
}

/** Returns the tables after an answer from upstream: successful content is stored, and the clients that wait for it are to be answered. */
export function withAnswer(context: PullThroughCacheContext, key: string, answer: RegistryAnswer): Partial<PullThroughCacheContext> {
  const to = get(context.asked, key) ?? emptyFifo<CacheCall>();
  const { clock, fillBytesPerSecond } = context.input;
  const readyMicros = clock.nowMicros() + upstreamMicros(answer);
  const bytes = to.front?.value.request.bytes ?? 0;
  const filledMicros = readyMicros + (fillBytesPerSecond === null ? 0 : Math.ceil((bytes * 1e6) / fillBytesPerSecond));
  const isWhole = isGood(answer) && bodyOfUpstream(answer)?.bodyFault === undefined;
  return {
    asked: remove(context.asked, key),
    stored: isWhole ? set(context.stored, key, { readyMicros, filledMicros }) : context.stored,
    passing: { key, answer, to },
  };
}

function bodyOfUpstream(answer: RegistryAnswer): ResponseBody | undefined {
  return answer.type === 'HTTP.ANSWERED' ? answer.body : undefined;
}

function redirectOf(answer: RegistryAnswer): BlobStore | undefined {
  return answer.type === 'HTTP.ANSWERED' ? answer.redirect : undefined;
}

/** Returns how long the cache waits for its upstream, including the answer of a blob store to which it is redirected. */
function upstreamMicros(answer: RegistryAnswer): number {
  return answer.roundTripMicros + (redirectOf(answer)?.roundTripMicros ?? 0);
}

function isGood(answer: RegistryAnswer): boolean {
  return answer.type === 'HTTP.ANSWERED' && answer.status < 400;
}

/**
 * Returns the answer to a client for stored content. Until the content is complete, it has the upstream's limits, and its first byte waits
 * for the first byte from upstream.
 */
export function storedAnswer(context: PullThroughCacheContext, { request, bodyFault }: CacheCall): RegistryAnswer {
  const { input } = context;
  const nowMicros = input.clock.nowMicros();
  const { readyMicros, filledMicros } = get(context.stored, keyOf(request)) ?? { readyMicros: nowMicros, filledMicros: nowMicros };
  const from = nowMicros < filledMicros ? input.upstreamHost : input.host;
  const roundTripMicros = input.roundTripMicros + Math.max(0, readyMicros - nowMicros);
  return served(input, request, roundTripMicros, undefined, bodyOf(input, request, from, bodyFault));
}

/**
 * Returns the answer to a client after the upstream's answer. If the upstream does not answer for a tag, the tag is as it was last time; if
 * there is no connection, the answer is 502. Errors are passed on without a challenge, because the client could not answer it.
 */
export function passedAnswer(context: PullThroughCacheContext, call: CacheCall): RegistryAnswer {
  const { input, passing } = context;
  if (passing === undefined) throw new Error(`${input.name}: nothing has come from upstream`);
  const { answer, key } = passing;
  const { request, bodyFault } = call;
  const roundTripMicros = input.roundTripMicros + upstreamMicros(answer);
  if (isGood(answer)) {
    const body = bodyOfUpstream(answer);
    return served(
      input,
      request,
      roundTripMicros,
      answer.fault,
      bodyOf(input, request, body?.from ?? redirectOf(answer)?.host ?? input.upstreamHost, bodyFault ?? body?.bodyFault),
    );
  }
  if (get(context.stored, key) !== undefined) return served(input, request, roundTripMicros, answer.fault, {});
  if (answer.type !== 'HTTP.ANSWERED') return { type: 'HTTP.ANSWERED', id: request.id, status: 502, roundTripMicros, fault: answer.fault };
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
  return { type: 'HTTP.ANSWERED', id: request.id, status: servedStatus(request, input.ranges), roundTripMicros, fault, ...body };
}

function bodyOf(
  input: PullThroughCacheInput,
  { kind }: RegistryRequest,
  from: string,
  bodyFault: BodyFault | undefined,
): { readonly body?: ResponseBody } {
  if (kind !== 'layer' || (from === input.host && bodyFault === undefined)) return {};
  return { body: bodyFault === undefined ? { from } : { from, bodyFault } };
}
