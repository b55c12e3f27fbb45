import { withChanges } from '../../src/collections/with-changes.ts';
import type { PullError, RequestPoint } from '../../src/runtime/errors/pull-error.ts';
import { wrongDigestOf } from '../../src/runtime/errors/wrong-digest.ts';
import {
  beginChunk,
  chunkOf,
  chunksOf,
  completeChunk,
  freeWorker,
  isComplete,
  type LayerChunks,
  readUpTo,
  usesChunks,
} from '../../src/runtime/images/layer-chunks.ts';
import type { MetadataWrite } from '../../src/runtime/images/metadata-step.ts';
import type { FetchItem } from '../../src/runtime/images/pull-items.ts';
import { type HostTurn, hostTurns } from '../../src/runtime/registry/host-turns.ts';
import { httpRulesOf, worseError } from '../../src/runtime/registry/http-rules.ts';
import type { Because } from '../../src/trace/observation.ts';
import type { FlowName, FlowsWatcher, NetworkEvent } from '../world/network-protocol.ts';
import type { ContentEvent } from './content-store.ts';
import type {
  ChunkAnswer,
  ChunkEnded,
  ChunkEvent,
  ChunkFetch,
  ChunkTask,
  FetchHost,
  FetchInput,
  FetchOrder,
  Wanted,
} from './fetch-protocol.ts';
import type { MetadataStoreEvent, MetadataWriter } from './metadata-store.ts';
import type { PullProgress } from './pull-progress.ts';
import { responseOf, statusOf, wantedOf, wanting } from './registry-request.ts';
import { type BodyContext, endOf, flowName, flowOffset, startOf } from './response-body.ts';

/** What one fetch knows, and the questions that its statechart asks of that. */
export interface FetchContext extends FetchOrder, BodyContext {
  /** Kept in an object of its own, because a context is copied at each assignment. */
  readonly input: FetchInput;
  /** Those that fetch chunks for it. */
  readonly workers: readonly ChunkFetch[];
  /** Who is still to be asked for the item at hand, and as what. */
  readonly turns: readonly HostTurn<FetchHost>[];
  /** The error that counts of those that were asked in vain. */
  readonly kept: PullError | undefined;
  /** How many bytes of a layer are there. */
  readonly offset: number;
  /** Up to where there is room for it. */
  readonly roomBytes: number;
  /** Space taken on the disk. */
  readonly spaceBytes: number;
  /** The flow that brings it, and the byte with which that began; undefined: none, or several, of chunks. */
  readonly flow: { readonly flow: FlowName; readonly offset: number } | undefined;
  /** Responses without a byte, one after another. */
  readonly emptyResponses: number;
  readonly chunks: LayerChunks | undefined;
  /** When the last byte of a layer came. */
  readonly endedMicros: number;
  /** Workers that were told to end. */
  readonly dropped: number;
  readonly outcome: 'going' | 'cancelled' | PullError;
}

/** `maxRetry` of httpReadSeeker: so many empty responses are borne. */
const emptyResponsesMax = 3;

/** Returns what is known at the beginning of a fetch. */
export function fetching(input: FetchInput, { items, watch }: FetchOrder): Omit<FetchContext, 'input' | 'workers'> {
  const [item] = items;
  return Object.assign(wanting(undefined), {
    items,
    watch,
    turns: item === undefined ? [] : hostTurns(input.hosts, item, input.image),
    kept: undefined,
    offset: item?.offset ?? 0,
    roomBytes: item?.bytes ?? 0,
    spaceBytes: 0,
    flow: undefined,
    emptyResponses: 0,
    chunks: undefined,
    bytes: 0,
    endedMicros: 0,
    dropped: 0,
    outcome: 'going',
  } as const);
}

export function watchOf({ input, watch }: FetchContext): PullProgress {
  if (watch === undefined) throw new Error(`${input.name}: nobody watches it`);
  return watch;
}

/** Returns the item at hand, the first of those to be fetched; every state but `idle` has one. */
export function itemOf({ input, items }: FetchContext): FetchItem {
  const [item] = items;
  if (item === undefined) throw new Error(`${input.name}: nothing is being fetched`);
  return item;
}

/** How much of the layer has to come, where what is there is kept. */
export function missingBytes(context: FetchContext): number {
  return itemOf(context).bytes - context.offset;
}

function turnOf({ input, turns }: FetchContext): HostTurn<FetchHost> {
  const [turn] = turns;
  if (turn === undefined) throw new Error(`${input.name}: nobody is left to ask`);
  return turn;
}

export function workerOf({ input, workers }: FetchContext, worker: number): ChunkFetch {
  const ref = workers[worker];
  if (ref === undefined) throw new Error(`${input.name}: no worker ${worker}`);
  return ref;
}

/** Returns what the next worker has to know. The first goes on in the fetch's own name: it takes over its slot and its connection. */
export function workerInput({ input, items, watch, workers }: FetchContext, fetch: ChunkTask['fetch']): FetchInput {
  const worker = workers.length;
  const name = worker === 0 ? input.name : `${input.name}/${worker}`;
  return withChanges(input, { items, watch, name, task: { fetch, name: input.name, worker } });
}

/** Returns what is to be asked for, from this byte of a layer on. */
function wanted(context: FetchContext, offset: number, because: Because | undefined): Wanted {
  const item = itemOf(context);
  const { method, digest, layer, bytes, takesSlot } = item;
  const { host: place, isLastHost, path } = turnOf(context);
  const kind = path === 'blobs' ? 'config' : item.kind;
  const isRange = method === 'GET' && (offset > 0 || usesChunks(context.input.profile.options));
  return isRange
    ? { method, kind, digest, layer, bytes, takesSlot, place, isLastHost, because, offset }
    : { method, kind, digest, layer, bytes, takesSlot, place, isLastHost, because };
}

/** What the metadata store hears of transactions. */
export function write({ input }: FetchContext, { micros, transactions }: MetadataWrite, requester: MetadataWriter): MetadataStoreEvent {
  return { type: 'WRITE.REQUESTED', writer: input.name, micros, transactions, requester };
}

/** Returns what the next request is for: the item at hand, or the rest of a layer after a response that broke off. */
export function nextRequest(context: FetchContext): Partial<FetchContext> {
  return wanting(wanted(context, context.offset, isResumed(context) ? undefined : itemOf(context).because));
}

/** Whether a response has broken off already. */
export function isResumed(context: FetchContext): boolean {
  return context.offset > itemOf(context).offset || context.emptyResponses > 0;
}

/** Whether a response has begun that brings a layer. */
export function opensLayer(context: FetchContext): boolean {
  return context.outcome === 'going' && context.failure === undefined && wantedOf(context).layer >= 0;
}

/** Whether another host can be asked for the same. */
export function hasNextHost(context: FetchContext): boolean {
  const [, next] = context.turns;
  if (next === undefined) return false;
  const rules = httpRulesOf(context.input.profile.wording);
  return next.path === 'usual' || rules.errorRank(worseError(rules, context.kept, failureOf(context))) <= rules.blobsRankMax;
}

export function failureOf({ input, failure }: FetchContext): PullError {
  if (failure === undefined) throw new Error(`${input.name}: the request has not failed`);
  return failure;
}

/** Returns why the item is not to be had: of a layer that was to go on, what is there is all there is. */
export function vainRequest(context: FetchContext): PullError {
  return isResumed(context) ? shortRead(context) : worstOf(context, failureOf(context));
}

/** Returns the error that counts: while resolving the worst, of a fetch the first. */
export function worstOf({ input, items, kept }: FetchContext, error: PullError): PullError {
  if (items[0]?.method === 'HEAD') return worseError(httpRulesOf(input.profile.wording), kept, error);
  return kept ?? error;
}

/** Returns the chunks in which the layer comes; a registry that knows no ranges sends it in one. */
export function plannedChunks(context: FetchContext): LayerChunks | undefined {
  return statusOf(context) === 206 ? chunksOf(context.input.profile.options, startOf(context), context.roomBytes) : undefined;
}

/** Returns how many bytes of the response that has begun are to be read. */
export function readBytes(context: FetchContext): number {
  return Math.max(0, context.roomBytes - startOf(context));
}

/** Returns the chunks of a layer that comes in some. */
function chunksAt({ input, chunks }: FetchContext): LayerChunks {
  if (chunks === undefined) throw new Error(`${input.name}: the layer comes in one`);
  return chunks;
}

/** Returns the worker that may begin the next chunk; -1 where none may, or there is none. */
export function nextWorker({ chunks }: FetchContext): number {
  return chunks === undefined ? -1 : freeWorker(chunks);
}

export function chunkBegun(context: FetchContext): Partial<FetchContext> {
  return { chunks: beginChunk(chunksAt(context), nextWorker(context)) };
}

/** What the worker whose turn it is, and which has just begun the next chunk, is to ask for. */
export function chunkRequest(context: FetchContext): ChunkEvent {
  const chunks = chunksAt(context);
  const worker = nextWorker(context);
  const { offset, bytes } = chunkOf(beginChunk(chunks, worker), worker);
  return { type: 'CHUNK.REQUESTED', wanted: wanted(context, offset, undefined), bytes };
}

/** The first chunk comes with the response that is there. */
export function chunkOpened(context: FetchContext): ChunkEvent {
  return { type: 'CHUNK.OPENED', response: responseOf(context), bytes: chunkOf(chunksAt(context), 0).bytes };
}

/** Of one that fetches chunks for another: for whom. */
export function chunkTaskOf({ input }: FetchContext): ChunkTask {
  if (input.task === undefined) throw new Error(`${input.name}: fetches no chunks`);
  return input.task;
}

/** What that one hears of a chunk. */
export function chunkAnswer(context: FetchContext): ChunkAnswer {
  const { failure: error } = context;
  return error === undefined
    ? { type: 'CHUNK.ENDED', worker: chunkTaskOf(context).worker, end: endOf(context) }
    : { type: 'CHUNK.FAILED', error };
}

/** Whether other chunks are missing after this one. */
export function isPart({ chunks }: FetchContext, worker: number): boolean {
  return chunks !== undefined && !isComplete(completeChunk(chunks, worker));
}

/** Which flow's bytes count, if the layer is given up while they come. */
export function withFlow(context: FetchContext, part: 'first' | 'slow'): Partial<FetchContext> {
  return { flow: isOfChunks(context) ? undefined : { flow: flowName(context), offset: flowOffset(context, part) } };
}

/** Whether it fetches chunks for another. */
export function isOfChunks({ input }: FetchContext): boolean {
  return input.task !== undefined;
}

/** Asks how much the flow has brought. */
export function flowQuestion({ flow }: FetchContext, requester: FlowsWatcher): NetworkEvent {
  return { type: 'FLOWS.ASKED', flows: flow === undefined ? [] : [flow.flow], requester };
}

/** What the answer makes of the context. */
export function flowMeasured(context: FetchContext, [bytes = 0]: readonly number[]): Partial<FetchContext> {
  return { flow: undefined, offset: Math.max(context.offset, (context.flow?.offset ?? 0) + bytes) };
}

/** Returns up to which byte the layer stays on the disk when it is given up; one of which all has come is wrong, or just being committed. */
function leftBytes(context: FetchContext): number {
  const { bytes, offset: before } = itemOf(context);
  const { chunks, offset } = context;
  const there = chunks === undefined ? offset : readUpTo(chunks, -1, 0);
  return there < bytes ? Math.max(before, there) : before;
}

/** Whether that is more than was there when it began. */
export function leavesMore(context: FetchContext): boolean {
  return context.spaceBytes > 0 && leftBytes(context) > itemOf(context).offset;
}

/** What the content store hears of it. */
export function blobLeft(context: FetchContext): ContentEvent {
  return { type: 'BLOB.LEFT', digest: itemOf(context).digest, bytes: leftBytes(context) };
}

/** Returns the space that is free again when it is given up. */
export function unusedBytes(context: FetchContext): number {
  return itemOf(context).bytes - leftBytes(context);
}

/** Returns how the response that brings the whole layer ended. */
export function wholeEnded(context: FetchContext): ChunkEnded {
  return { worker: 0, end: endOf(context) };
}

/** What the end of a response makes of the context; that its content is wrong is found when the layer is committed. */
export function ended(context: FetchContext, { worker, end }: ChunkEnded): Partial<FetchContext> {
  const { chunks, outcome, input } = context;
  return {
    endedMicros: input.clock.nowMicros(),
    flow: undefined,
    offset: chunks === undefined ? itemOf(context).bytes : context.offset,
    chunks: chunks === undefined ? undefined : completeChunk(chunks, worker),
    outcome: end.kind === 'corrupt' ? wrongDigest(context) : outcome,
  };
}

/** Up to which byte the layer is there after this response. */
function reached({ chunks, offset }: FetchContext, worker: number, { start, bytes }: ChunkEnded['end']): number {
  return chunks === undefined ? Math.max(offset, start + bytes) : readUpTo(chunks, worker, bytes);
}

/** What a response that broke off makes of the context: the next one goes on where it ended. */
export function brokenOff(context: FetchContext, { worker, end }: ChunkEnded): Partial<FetchContext> {
  const offset = reached(context, worker, end);
  const turns = hostTurns(context.input.hosts, itemOf(context), context.input.image);
  return {
    offset,
    turns,
    flow: undefined,
    kept: undefined,
    chunks: undefined,
    emptyResponses: offset > context.offset ? 0 : context.emptyResponses + 1,
  };
}

/** What a response that is the end of the layer makes of the context. */
export function givenUp(context: FetchContext, ended: ChunkEnded): Partial<FetchContext> {
  return {
    outcome: failureAt(context, ended) ?? context.outcome,
    offset: reached(context, ended.worker, ended.end),
    flow: undefined,
    chunks: undefined,
  };
}

/** Whether that was one response without a byte too many. */
function isHopeless(context: FetchContext, { worker, end }: ChunkEnded): boolean {
  return reached(context, worker, end) === context.offset && context.emptyResponses >= emptyResponsesMax;
}

/** Returns why the end of this response is the end of the layer; undefined: it is not. */
export function failureAt(context: FetchContext, ended: ChunkEnded): PullError | undefined {
  const { kind } = ended.end;
  if (kind === 'reset') return { kind, at: pointOf(context), inBody: true };
  if (kind === 'cut') return isHopeless(context, ended) ? shortRead(context) : undefined;
  const isAll = !isPart(context, ended.worker);
  return isAll && context.roomBytes < itemOf(context).bytes ? { kind: 'diskFullDownload', digest: itemOf(context).digest } : undefined;
}

export function shortRead(context: FetchContext): PullError {
  return { kind: 'shortRead', at: pointOf(context), bytes: itemOf(context).bytes, received: context.offset };
}

function wrongDigest(context: FetchContext): PullError {
  const at = pointOf(context);
  return { kind: 'wrongDigest', at, actual: wrongDigestOf(at.digest) };
}

function pointOf(context: FetchContext): RequestPoint {
  const { method, kind, digest } = itemOf(context);
  return { method, kind, digest };
}

/** Returns how long it takes until the pull acts on a failure; while it resolves there is nothing but the pull itself. */
export function failureSpreadMicros(context: FetchContext): number {
  return context.items[0]?.method === 'HEAD' ? 0 : spreadMicros;
}

/** Failed answer of a layer → its siblings are cancelled, in microseconds. Measured: test/validation/runs e6-fail, 1.3–5 ms. */
const spreadMicros = 3_200;
