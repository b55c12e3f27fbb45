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
import type { Because, ObservationOf } from '../../src/trace/observation.ts';
import type { FlowsWatcher, NetworkEvent } from '../world/network-protocol.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import type { ContentEvent } from './content-store.ts';
import type {
  Download,
  DownloadAnswer,
  DownloadEnd,
  DownloadInput,
  DownloadWanted,
  FetchHost,
  OpenedResponse,
} from './download-request.ts';
import type { FetchAnswer, FetchInput, FetchOrder } from './fetch-protocol.ts';
import type { MetadataStoreEvent, MetadataWriter } from './metadata-store.ts';
import type { PullProgress, PullProgressEvent } from './pull-progress.ts';

/** What one fetch knows, and the questions that its statechart asks of that. */
export interface FetchContext extends FetchOrder {
  /** Apart from the rest, because a context is copied at each assignment. */
  readonly input: FetchInput;
  /** The first takes one response after another; more only where layers come in chunks. */
  readonly downloads: readonly Download[];
  /** Where it can be tried, the host at hand first. */
  readonly turns: readonly HostTurn<FetchHost>[];
  /** What hosts that were asked before have said. */
  readonly kept: PullError | undefined;
  /** How many bytes of a layer are there. */
  readonly offset: number;
  /** Up to where there is room for it. */
  readonly roomBytes: number;
  /** Space taken on the disk. */
  readonly spaceBytes: number;
  /** The flow that brings it, and the byte with which that began; undefined: none, or several, of chunks. */
  readonly flow: Pick<Flowing, 'flow' | 'offset'> | undefined;
  /** Responses without a byte, one after another. */
  readonly emptyResponses: number;
  readonly chunks: LayerChunks | undefined;
  /** What is being read. */
  readonly response: OpenedResponse;
  /** When the last byte of a layer came. */
  readonly endedMicros: number;
  /** Downloads that were told to end. */
  readonly dropped: number;
  readonly outcome: 'going' | 'cancelled' | PullError;
}

export type Flowing = Extract<DownloadAnswer, { type: 'DOWNLOAD.FLOWING' }>;

export type Ended = Extract<DownloadAnswer, { type: 'DOWNLOAD.ENDED' }>;

/** `maxRetry` of httpReadSeeker: so many empty responses are borne. */
const emptyResponsesMax = 3;

/** Returns what is known at the beginning of a fetch. */
export function fetching(input: FetchInput, { items, watch }: FetchOrder): Omit<FetchContext, 'input' | 'downloads'> {
  const [item] = items;
  return {
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
    response: { status: 0, start: 0, because: undefined },
    endedMicros: 0,
    dropped: 0,
    outcome: 'going',
  };
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

export function downloadOf({ input, downloads }: FetchContext, download: number): Download {
  const ref = downloads[download];
  if (ref === undefined) throw new Error(`${input.name}: no download ${download}`);
  return ref;
}

/** Returns what a download of this number has to know. */
export function downloadInput(input: FetchInput, download: number, fetch: DownloadInput['fetch']): DownloadInput {
  const { recorder, caller, clock, profile, image, exists, identity, connections, slots, network, linkId } = input;
  const name = download === 0 ? input.name : `${input.name}/${download}`;
  return { name, download, fetch, recorder, caller, clock, profile, image, exists, identity, connections, slots, network, linkId };
}

/** Returns what a download is to ask for, from this byte of a layer on. */
function wanted(context: FetchContext, offset: number, because: Because | undefined): DownloadWanted {
  const { method, digest, layer, bytes, takesSlot, ...item } = itemOf(context);
  const { host: place, isLastHost, path } = turnOf(context);
  const kind = path === 'blobs' ? 'config' : item.kind;
  const isRange = method === 'GET' && (offset > 0 || usesChunks(context.input.profile.options));
  return { method, kind, digest, layer, bytes, takesSlot, place, isLastHost, because, ...(isRange ? { offset } : {}) };
}

/** What the metadata store hears of transactions. */
export function write({ input }: FetchContext, { micros, transactions }: MetadataWrite, requester: MetadataWriter): MetadataStoreEvent {
  return { type: 'WRITE.REQUESTED', writer: input.name, micros, transactions, requester };
}

export function firstWanted(context: FetchContext): DownloadWanted {
  return wanted(context, context.offset, itemOf(context).because);
}

/** The rest of a layer, after a response that broke off. */
export function restWanted(context: FetchContext): DownloadWanted {
  return wanted(context, context.offset, undefined);
}

/** Whether another host can be asked for the same. */
export function hasNextHost(context: FetchContext, error: PullError): boolean {
  const [, next] = context.turns;
  if (next === undefined) return false;
  const rules = httpRulesOf(context.input.profile.wording);
  return next.path === 'usual' || rules.errorRank(worseError(rules, context.kept, error)) <= rules.blobsRankMax;
}

/** Returns the error that counts: while resolving the worst, of a fetch the first. */
export function worstOf({ input, items, kept }: FetchContext, error: PullError): PullError {
  if (items[0]?.method === 'HEAD') return worseError(httpRulesOf(input.profile.wording), kept, error);
  return kept ?? error;
}

/** Returns the chunks in which the layer comes; a registry that knows no ranges sends it in one. */
export function plannedChunks({ input, response, roomBytes }: FetchContext): LayerChunks | undefined {
  return response.status === 206 ? chunksOf(input.profile.options, response.start, roomBytes) : undefined;
}

export interface Reading {
  readonly download: number;
  readonly bytes: number;
}

/** Returns how many bytes of the response that has begun are to be read. */
export function firstRead({ chunks, roomBytes, response }: FetchContext): Reading {
  return { download: 0, bytes: chunks === undefined ? Math.max(0, roomBytes - response.start) : chunkOf(chunks, 0).bytes };
}

/** Returns the chunks of a layer that comes in some. */
function chunksAt({ input, chunks }: FetchContext): LayerChunks {
  if (chunks === undefined) throw new Error(`${input.name}: the layer comes in one`);
  return chunks;
}

/** Returns the download that may begin the next chunk; -1 where none may, or there is none. */
export function nextWorker({ chunks }: FetchContext): number {
  return chunks === undefined ? -1 : freeWorker(chunks);
}

export function chunkBegun(context: FetchContext): Partial<FetchContext> {
  return { chunks: beginChunk(chunksAt(context), nextWorker(context)) };
}

/** What the download whose turn it is, and which has just begun the next chunk, is to ask for. */
export function chunkWanted(context: FetchContext): DownloadWanted {
  const { start, chunkBytes, next } = chunksAt(context);
  return wanted(context, start + next * chunkBytes, undefined);
}

export function chunkRead(context: FetchContext, download: number): Reading {
  return { download, bytes: chunkOf(chunksAt(context), download).bytes };
}

/** Whether other chunks are missing after this one. */
export function isPart({ chunks }: FetchContext, download: number): boolean {
  return chunks !== undefined && !isComplete(completeChunk(chunks, download));
}

/** Which flow's bytes count, if the layer is given up while they come. */
export function withFlow({ chunks }: FetchContext, { flow, offset }: Flowing): Partial<FetchContext> {
  return { flow: chunks === undefined ? { flow, offset } : undefined };
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

/** What the end of a response makes of the context; that its content is wrong is found when the layer is committed. */
export function ended(context: FetchContext, { download, end }: Ended): Partial<FetchContext> {
  const { chunks, outcome, input } = context;
  return {
    endedMicros: input.clock.nowMicros(),
    flow: undefined,
    offset: chunks === undefined ? itemOf(context).bytes : context.offset,
    chunks: chunks === undefined ? undefined : completeChunk(chunks, download),
    outcome: end.kind === 'corrupt' ? wrongDigest(context) : outcome,
  };
}

/** Up to which byte the layer is there after this response. */
function reached({ chunks, offset }: FetchContext, download: number, { start, bytes }: DownloadEnd): number {
  return chunks === undefined ? Math.max(offset, start + bytes) : readUpTo(chunks, download, bytes);
}

/** What a response that broke off makes of the context: the next one goes on where it ended. */
export function brokenOff(context: FetchContext, { download, end }: Ended): Partial<FetchContext> {
  const offset = reached(context, download, end);
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
export function givenUp(context: FetchContext, ended: Ended): Partial<FetchContext> {
  return {
    outcome: failureAt(context, ended) ?? context.outcome,
    offset: reached(context, ended.download, ended.end),
    flow: undefined,
    chunks: undefined,
  };
}

/** Whether that was one response without a byte too many. */
function isHopeless(context: FetchContext, { download, end }: Ended): boolean {
  return reached(context, download, end) === context.offset && context.emptyResponses >= emptyResponsesMax;
}

/** Returns why the end of this response is the end of the layer; undefined: it is not. */
export function failureAt(context: FetchContext, ended: Ended): PullError | undefined {
  const { kind } = ended.end;
  if (kind === 'reset') return { kind, at: pointOf(context), inBody: true };
  if (kind === 'cut') return isHopeless(context, ended) ? shortRead(context) : undefined;
  const isAll = !isPart(context, ended.download);
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

/** What the watch hears of a request that is sent. */
export function progressAsking(context: FetchContext): PullProgressEvent {
  return { type: 'PROGRESS.ASKING', fetch: context.input.fetch, at: itemOf(context) };
}

/** What it hears of one that has to wait for a slot. */
export function progressQueued({ input }: FetchContext): PullProgressEvent {
  return { type: 'PROGRESS.SETTLED', fetch: input.fetch };
}

/** What the watch hears of bytes that begin to flow: at first, after a resume, at another rate, or for one more chunk. */
export function progressReceiving(context: FetchContext, { flow, offset }: Flowing): PullProgressEvent {
  const { layer, bytes } = itemOf(context);
  return { type: 'PROGRESS.RECEIVING', layer, bytes, flow, offset };
}

/** A layer of which no more bytes come, or hardly any. */
export function recordStall(context: FetchContext, fault: string): RecorderEvent {
  const { digest, layer, bytes } = itemOf(context);
  const observation: ObservationOf<'fetch'> = { type: 'fetch', state: 'stalled', image: context.input.image, digest, layer, bytes };
  return { type: 'RECORD', actor: context.input.name, pull: context.input.caller, observation, because: { kind: 'fault', actor: fault } };
}

/** What the pull hears of things that are there. */
export function finished(context: FetchContext): FetchAnswer {
  return { type: 'FETCH.FINISHED', fetch: context.input.fetch, layer: itemOf(context).layer, endedMicros: context.endedMicros };
}

/** A layer's way into the content store, as the trace is told of it. */
export function recordFetch(context: FetchContext, state: 'started' | 'fetched' | 'failed'): RecorderEvent {
  const { digest, layer, bytes } = itemOf(context);
  const { outcome, response } = context;
  // Content that is wrong is found when it is there.
  const isFine = outcome === 'going';
  const error = outcome === 'cancelled' ? 'context canceled' : isFine ? '' : (errorTexts[outcome.kind] ?? 'not to be had');
  const told = isFine ? { state } : ({ state: 'failed', error } as const);
  const observation: ObservationOf<'fetch'> = { type: 'fetch', ...told, image: context.input.image, digest, layer, bytes };
  const cause = state === 'started' && response.because !== undefined ? { because: response.because } : {};
  return { type: 'RECORD', actor: context.input.name, pull: context.input.caller, observation, ...cause };
}

/** As Go words them. */
const errorTexts: { readonly [kind in PullError['kind']]?: string } = {
  reset: 'connection reset by peer',
  shortRead: 'unexpected EOF',
  wrongDigest: 'unexpected commit digest',
  diskFullDownload: 'no space left on device',
};
