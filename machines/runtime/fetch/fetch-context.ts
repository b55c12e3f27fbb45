import type { PullError, RequestPoint } from '../../../src/rules/runtime/errors/pull-error.ts';
import {
  beginChunk,
  chunkRange,
  completeChunk,
  freeWorker,
  isComplete,
  type LayerChunks,
  layerChunks,
  readUpTo,
  usesChunks,
} from '../../../src/rules/runtime/images/layer-chunks.ts';
import type { FetchItem, MetadataWrite } from '../../../src/rules/runtime/images/pull-items.ts';
import { commitMicros } from '../../../src/rules/runtime/profiles/runtime-profile.ts';
import { selectHttpRules, worseError } from '../../../src/rules/runtime/registry/http-rules.ts';
import { type HostTurn, hostTurns } from '../../../src/rules/runtime/registry/registry-host.ts';
import { reversedDigest } from '../../../src/rules/runtime/registry/request-fault.ts';
import { withChanges } from '../../../src/rules/values/with-changes.ts';
import type { Because } from '../../../src/trace/observation.ts';
import type { SlotGranted } from '../../pull/pull-slots.ts';
import type { DiskFull } from '../../world/disk.ts';
import type {
  FlowFinished,
  FlowsMeasured,
  FlowsWatcher,
  NetworkEvent,
  UnpackingsCounted,
} from '../../world/network-protocol.ts';
import type { RegistryAnswer } from '../../world/registry-protocol.ts';
import type { MetadataStoreEvent, MetadataWriter, WriteFinished } from '../metadata-store.ts';
import type { PullProgress } from '../pull-progress.ts';
import type { ConnectionGiven, TokenAnswer } from './connections.ts';
import type {
  ArrivingLayer,
  ChunkAnswer,
  ChunkEnded,
  ChunkEvent,
  ChunkFetch,
  ChunkTask,
  FetchEvent,
  FetchHost,
  FetchInput,
  FetchOrder,
  RegistryResponse,
  Wanted,
} from './fetch-protocol.ts';
import { answerStatus, requireWanted, wanting } from './registry-request.ts';
import {
  type BodyContext,
  type BodyPart,
  flowName,
  flowOffset,
  responseEnd,
  startByte,
} from './response-body.ts';

/** The context of a fetch, and the questions that its statechart asks about it. */
export interface FetchContext extends BodyContext {
  /** The items that are still to be fetched, the current one first. */
  readonly order: FetchOrder;
  /** The hosts that are still to be asked for the current item, and the path to ask for at each. */
  readonly turns: readonly HostTurn<FetchHost>[];
  /** Of the errors of the hosts that have failed, the one that will be reported. */
  readonly kept: PullError | undefined;
  readonly layer: ArrivingLayer;
  /** The actors that fetch chunks of the layer for this fetch. */
  readonly workers: readonly ChunkFetch[];
  /** How many workers have got the request to end. */
  readonly dropped: number;
  readonly outcome: 'going' | 'cancelled' | PullError;
}

/** All messages that a fetch, or one that fetches chunks for it, gets. */
export type FetchMessage =
  | FetchEvent
  | ChunkEvent
  | ChunkAnswer
  | SlotGranted
  | ConnectionGiven
  | TokenAnswer
  | RegistryAnswer
  | FlowFinished
  | FlowsMeasured
  | UnpackingsCounted
  | DiskFull
  | WriteFinished;

/** `maxRetry` of httpReadSeeker: how many empty responses in a row are tolerated. */
const emptyResponsesMax = 3;

/** Returns the state of a fetch that begins with this order. */
export function fetching(
  input: FetchInput,
  { items, watch }: FetchOrder,
): Omit<FetchContext, 'input' | 'workers'> {
  const [item] = items;
  return {
    order: { items, watch },
    turns: item === undefined ? [] : hostTurns(input.hosts, item, input.image),
    kept: undefined,
    request: wanting(undefined),
    bytes: 0,
    layer: {
      offset: item?.offset ?? 0,
      roomBytes: item?.bytes ?? 0,
      fault: undefined,
      spaceBytes: 0,
      flow: undefined,
      emptyResponses: 0,
      chunks: undefined,
      endedMicros: 0,
    },
    dropped: 0,
    outcome: 'going',
  };
}

/** Returns what is left of an order after its first item. */
export function withoutFirst({ items, watch }: FetchOrder): FetchOrder {
  return { items: items.slice(1), watch };
}

/** The change when more is known of the layer. */
export function withLayer(
  { layer }: FetchContext,
  changes: Partial<ArrivingLayer>,
): Pick<FetchContext, 'layer'> {
  return { layer: withChanges(layer, changes) };
}

export function requireWatch({ order: { watch }, input }: FetchContext): PullProgress {
  if (watch === undefined) throw new Error(`${input.name}: it has no watch`);
  return watch;
}

/** Returns the current item, which is the first of those left to fetch. Every state but `idle` has one. */
export function currentItem({ order: { items }, input }: FetchContext): FetchItem {
  const [item] = items;
  if (item === undefined) throw new Error(`${input.name}: nothing is being fetched`);
  return item;
}

/** How many bytes of the layer are missing. Bytes that an earlier fetch has left are kept. */
export function missingBytes(context: FetchContext): number {
  return currentItem(context).bytes - context.layer.offset;
}

function currentTurn({ input, turns }: FetchContext): HostTurn<FetchHost> {
  const [turn] = turns;
  if (turn === undefined) throw new Error(`${input.name}: no host is left to ask`);
  return turn;
}

export function requireWorker({ input, workers }: FetchContext, worker: number): ChunkFetch {
  const ref = workers[worker];
  if (ref === undefined) throw new Error(`${input.name}: no worker ${worker}`);
  return ref;
}

/**
 * Returns the input of the next worker. The first worker has the fetch's own name, because it takes over its
 * slot and its connection.
 */
export function workerInput(
  { order: { items, watch }, input, workers }: FetchContext,
  fetch: ChunkTask['fetch'],
): FetchInput {
  const worker = workers.length;
  const name = worker === 0 ? input.name : `${input.name}/${worker}`;
  return withChanges(input, { items, watch, name, task: { fetch, name: input.name, worker } });
}

/** Returns what to ask the current host for. `offset` is the first byte of a layer that is wanted. */
function wantedRequest(context: FetchContext, offset: number, because: Because | undefined): Wanted {
  const item = currentItem(context);
  const { method, digest, layer, bytes, takesSlot } = item;
  const { host: fetchHost, isLastHost, path } = currentTurn(context);
  const kind = path === 'blobs' ? 'config' : item.kind;
  const isRange = method === 'GET' && (offset > 0 || usesChunks(context.input.profile.options));
  const wanted = isRange
    ? { method, kind, digest, layer, bytes, takesSlot, place: fetchHost, isLastHost, because, offset }
    : { method, kind, digest, layer, bytes, takesSlot, place: fetchHost, isLastHost, because };
  const { bytesPerSecondMax } = item;
  return bytesPerSecondMax === undefined ? wanted : { ...wanted, bytesPerSecondMax };
}

/** The request to write to the metadata store. */
export function write(
  { input }: FetchContext,
  { micros, transactions }: MetadataWrite,
  requester: MetadataWriter,
): MetadataStoreEvent {
  return { type: 'WRITE.REQUESTED', writer: input.name, micros, transactions, requester };
}

/**
 * Returns what the next request is for: the current item, or the rest of a layer after a response that broke
 * off.
 */
export function nextRequest(context: FetchContext): RegistryResponse {
  return wanting(
    wantedRequest(
      context,
      context.layer.offset,
      isResumed(context) ? undefined : currentItem(context).because,
    ),
  );
}

/** Whether an earlier response for this item has broken off. */
export function isResumed(context: FetchContext): boolean {
  return context.layer.offset > currentItem(context).offset || context.layer.emptyResponses > 0;
}

/** Whether the request has ended with a response whose body brings a layer. */
export function opensLayer(context: FetchContext): boolean {
  return (
    context.outcome === 'going' && context.request.failure === undefined && requireWanted(context).layer >= 0
  );
}

/** Returns the changes when the next host is asked for the same item. */
export function atNextHost(context: FetchContext): Partial<FetchContext> {
  return { turns: context.turns.slice(1), kept: worstError(context, requireFailure(context)) };
}

/** Whether another host can be asked for the same item. */
export function hasNextHost(context: FetchContext): boolean {
  const [, next] = context.turns;
  // A page counts as the image that was asked for, so that no other host is asked.
  if (next === undefined || requireFailure(context).kind === 'webPage') return false;
  const rules = selectHttpRules(context.input.profile.wording);
  return (
    next.path === 'usual' ||
    rules.errorRank(worseError(rules, context.kept, requireFailure(context))) <= rules.blobsRankMax
  );
}

export function requireFailure({ request: { failure }, input }: FetchContext): PullError {
  if (failure === undefined) throw new Error(`${input.name}: the request has not failed`);
  return failure;
}

/**
 * Returns why the item cannot be fetched. If a layer was to be resumed, the error is that it is too short, as
 * in httpReadSeeker.
 */
export function requestFailure(context: FetchContext): PullError {
  return isResumed(context) ? shortRead(context) : worstError(context, requireFailure(context));
}

/**
 * Returns the error that is reported: the worst one when a name is resolved, or those of all hosts, and the first
 * one when content is fetched.
 */
export function worstError({ order: { items }, input, kept }: FetchContext, error: PullError): PullError {
  const rules = selectHttpRules(input.profile.wording);
  const isOfName = items[0]?.method === 'HEAD' || (rules.reportsMirrors && items[0]?.kind === 'tag');
  return isOfName ? worseError(rules, kept, error) : (kept ?? error);
}

/**
 * Returns the chunks in which the layer will arrive; undefined if the registry does not know ranges and sends
 * it in one piece.
 */
export function plannedChunks(context: FetchContext): LayerChunks | undefined {
  return answerStatus(context) === 206
    ? layerChunks(context.input.profile.options, startByte(context), context.layer.roomBytes)
    : undefined;
}

/** Returns how many bytes of the response will be read. */
export function readBytes(context: FetchContext): number {
  return Math.max(0, context.layer.roomBytes - startByte(context));
}

/** Returns the chunks of the layer; throws if it comes in one piece. */
function chunksAt({ layer: { chunks }, input }: FetchContext): LayerChunks {
  if (chunks === undefined) throw new Error(`${input.name}: the layer comes in one`);
  return chunks;
}

/** Returns the worker that may begin the next chunk; -1 if no worker may, or no chunk is left. */
export function nextWorker({ layer: { chunks } }: FetchContext): number {
  return chunks === undefined ? -1 : freeWorker(chunks);
}

export function chunkBegun(context: FetchContext): Partial<FetchContext> {
  return withLayer(context, { chunks: beginChunk(chunksAt(context), nextWorker(context)) });
}

/** The message that gives the next chunk to the worker that may begin it. */
export function chunkRequest(context: FetchContext): ChunkEvent {
  const chunks = chunksAt(context);
  const worker = nextWorker(context);
  const { offset, bytes } = chunkRange(beginChunk(chunks, worker), worker);
  return { type: 'CHUNK.REQUESTED', wanted: wantedRequest(context, offset, undefined), bytes };
}

/** The message that hands the response which has begun to the first worker: it brings the first chunk. */
export function chunkOpened(context: FetchContext): ChunkEvent {
  return {
    type: 'CHUNK.OPENED',
    response: context.request,
    bytes: chunkRange(chunksAt(context), 0).bytes,
  };
}

/** Returns for which fetch this actor fetches chunks; throws if it fetches for a pull. */
export function requireChunkTask({ input }: FetchContext): ChunkTask {
  if (input.task === undefined) throw new Error(`${input.name}: fetches no chunks`);
  return input.task;
}

/** The message to that fetch when a chunk has ended or failed. */
export function chunkAnswer(context: FetchContext): ChunkAnswer {
  const {
    request: { failure: error },
  } = context;
  return error === undefined
    ? { type: 'CHUNK.ENDED', worker: requireChunkTask(context).worker, end: responseEnd(context) }
    : { type: 'CHUNK.FAILED', error };
}

/** Whether chunks are still missing after this worker's chunk. */
export function isPart({ layer: { chunks } }: FetchContext, worker: number): boolean {
  return chunks !== undefined && !isComplete(completeChunk(chunks, worker));
}

/** Notes the flow whose bytes count if the layer is given up while they arrive. */
export function withFlow(context: FetchContext, part: BodyPart['part']): Partial<FetchContext> {
  const flow = isOfChunks(context)
    ? undefined
    : { flow: flowName(context), offset: flowOffset(context, part) };
  return withLayer(context, { flow });
}

/** Whether this actor fetches chunks for another fetch. */
export function isOfChunks({ input }: FetchContext): boolean {
  return input.task !== undefined;
}

/** The question to the network how many bytes the flow has brought. */
export function flowQuestion({ layer: { flow } }: FetchContext, requester: FlowsWatcher): NetworkEvent {
  return { type: 'FLOWS.ASKED', flows: flow === undefined ? [] : [flow.flow], requester };
}

/** Returns the changes after that answer. */
export function flowMeasured(context: FetchContext, [bytes = 0]: readonly number[]): Partial<FetchContext> {
  const { offset, flow } = context.layer;
  return withLayer(context, { flow: undefined, offset: Math.max(offset, (flow?.offset ?? 0) + bytes) });
}

/** Returns the changes when the disk has no room for the whole layer. */
export function onFullDisk(context: FetchContext, { fault, roomBytes }: DiskFull): Partial<FetchContext> {
  return withLayer(context, { spaceBytes: 0, roomBytes: context.layer.offset + roomBytes, fault });
}

/** Returns how the response ended that brings the layer in one piece. */
export function wholeEnded(context: FetchContext): ChunkEnded {
  return { worker: 0, end: responseEnd(context) };
}

/**
 * Returns the changes when a response has brought all that was asked for. Wrong content is only found when
 * the layer is committed.
 */
export function ended(context: FetchContext, { worker, end }: ChunkEnded): Partial<FetchContext> {
  const { offset, chunks, fault } = context.layer;
  const isCorrupt = end.kind === 'corrupt';
  const { layer } = withLayer(context, {
    endedMicros: context.input.clock.nowMicros(),
    flow: undefined,
    offset: chunks === undefined ? currentItem(context).bytes : offset,
    chunks: chunks === undefined ? undefined : completeChunk(chunks, worker),
    fault: isCorrupt ? end.fault : fault,
  });
  return { layer, outcome: isCorrupt ? wrongDigest(context) : context.outcome };
}

/** Returns how many bytes of the layer have arrived after this response. */
function reached(
  { layer: { chunks, offset } }: FetchContext,
  worker: number,
  { start, bytes }: ChunkEnded['end'],
): number {
  return chunks === undefined ? Math.max(offset, start + bytes) : readUpTo(chunks, worker, bytes);
}

/** Returns the changes when a response has broken off: the next request asks for the rest. */
export function brokenOff(context: FetchContext, { worker, end }: ChunkEnded): Partial<FetchContext> {
  const offset = reached(context, worker, end);
  const turns = hostTurns(context.input.hosts, currentItem(context), context.input.image);
  const emptyResponses = offset > context.layer.offset ? 0 : context.layer.emptyResponses + 1;
  const { layer } = withLayer(context, { offset, flow: undefined, chunks: undefined, emptyResponses });
  return { layer, turns, kept: undefined };
}

/** Returns the changes when the end of a response ends the fetch of the layer. */
export function givenUp(context: FetchContext, ended: ChunkEnded): Partial<FetchContext> {
  const offset = reached(context, ended.worker, ended.end);
  const { layer } = withLayer(context, { offset, flow: undefined, chunks: undefined });
  return { layer, outcome: failureAt(context, ended) ?? context.outcome };
}

/** Whether too many responses in a row have brought no byte. */
function isHopeless(context: FetchContext, { worker, end }: ChunkEnded): boolean {
  return (
    reached(context, worker, end) === context.layer.offset &&
    context.layer.emptyResponses >= emptyResponsesMax
  );
}

/** Returns the error if the end of this response ends the fetch of the layer; undefined if it does not. */
export function failureAt(context: FetchContext, ended: ChunkEnded): PullError | undefined {
  const { kind } = ended.end;
  if (kind === 'reset') return { kind, at: requestPoint(context), inBody: true };
  if (kind === 'cut') return isHopeless(context, ended) ? shortRead(context) : undefined;
  const isAll = !isPart(context, ended.worker);
  return isAll && context.layer.roomBytes < currentItem(context).bytes
    ? { kind: 'diskFullDownload', digest: currentItem(context).digest }
    : undefined;
}

function shortRead(context: FetchContext): PullError {
  return {
    kind: 'shortRead',
    at: requestPoint(context),
    bytes: currentItem(context).bytes,
    received: context.layer.offset,
  };
}

/** Returns the error of a layer whose bytes are not those of its digest. */
export function wrongDigest(context: FetchContext): PullError {
  const at = requestPoint(context);
  return { kind: 'wrongDigest', at, actual: reversedDigest(at.digest) };
}

function requestPoint(context: FetchContext): RequestPoint {
  const { method, kind, digest } = currentItem(context);
  return { method, kind, digest };
}

/**
 * Returns how long it takes until the pull acts on a failure: no time while it resolves a name, since nothing
 * else is under way then. What has come of a layer is first written to disk: `Close` of its writer syncs the
 * file (plugins/content/local/writer.go).
 */
export function failureSpreadMicros({ layer: { offset }, order: { items }, input }: FetchContext): number {
  const [item] = items;
  if (item?.method === 'HEAD') return 0;
  if (item?.kind !== 'layer' || offset >= item.bytes) return spreadMicros;
  return (
    spreadMicros +
    Math.min(Math.round(offset * syncMicrosPerByte), commitMicros(input.profile.delays, offset))
  );
}

/**
 * The time from a failed answer until the other layers are cancelled, and how much longer it is for each byte
 * on disk. Medians of test/validation/runs e6-fail and e6-retry: 2.1 ms where nothing had come, 5.6 ms after
 * 2 MB, 6.9 to 9.5 ms after 3 MB.
 */
const spreadMicros = 2_100;
const syncMicrosPerByte = 1.9e-3;
