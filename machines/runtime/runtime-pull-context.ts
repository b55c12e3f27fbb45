import { emptyFifo, type Fifo, fifoOf, items, peek, shift } from '../../src/collections/fifo.ts';
import type { PullError } from '../../src/runtime/errors/pull-error.ts';
import type { Blob, ContentAnswer } from '../../src/runtime/images/content-store.ts';
import { fetchObservation, unpackObservation } from '../../src/runtime/images/layer-observation.ts';
import { layerOrder, manifestOrder } from '../../src/runtime/images/layer-order.ts';
import { type MetadataStep, metadataStep, transactionsBefore } from '../../src/runtime/images/metadata-step.ts';
import { type FetchItem, layerItems, readManifestMicros } from '../../src/runtime/images/pull-items.ts';
import type { PullEnded, RuntimePullInput } from '../pull/pull-protocol.ts';
import type { DrawRequested } from '../world/random-source.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import type { Connections } from './connections.ts';
import type { ContentClient, ContentEvent } from './content-store.ts';
import type { Fetch, FetchAnswer, FetchInput } from './fetch-protocol.ts';
import type { ImageUnpack, ImageUnpackEvent, ImageUnpackInput } from './image-unpack-context.ts';
import type { MetadataStoreEvent, MetadataWriter } from './metadata-store.ts';
import type { PullProgress, PullProgressEvent, PullProgressInput, PullStalled } from './pull-progress.ts';

/** The context of a pull inside the runtime, and the questions that its statechart asks about it. */
export interface RuntimePullContext {
  /** Kept in an object of its own, because a context is copied at each assignment. */
  readonly input: RuntimePullInput;
  readonly connections: Connections;
  /** undefined: there is nothing yet that it could see. */
  readonly watch: PullProgress | undefined;
  /** undefined: there is nothing to unpack, not yet or not any more. */
  readonly unpack: ImageUnpack | undefined;
  readonly startedMicros: number;
  /** When HEAD was answered. */
  readonly resolvedMicros: number;
  /** Connections to the registry: the first also resolves the tag and fetches the manifest. */
  readonly fetchers: readonly Fetch[];
  readonly idle: readonly number[];
  /** Blobs that the store has spoken about and the pull has not acted on. */
  readonly blobs: Fifo<Blob>;
  /** Layers that wait for a connection. */
  readonly waiting: Fifo<BegunLayer>;
  readonly replyMicros: number;
  /** Before the first layers: what it takes to read manifest and config where both are there. */
  readonly readMicros: number;
  readonly cancelled: number;
  readonly outcome: 'going' | 'cancelled' | PullError;
}

export function fetcherOf(context: RuntimePullContext, fetch: number | undefined): Fetch {
  const fetcher = context.fetchers[fetch ?? -1];
  if (fetcher === undefined) throw new Error(`${context.input.name}: no connection ${fetch}`);
  return fetcher;
}

export function watchOf({ input, watch }: RuntimePullContext): PullProgress {
  if (watch === undefined) throw new Error(`${input.name}: nobody watches it`);
  return watch;
}

export function unpackOf({ input, unpack }: RuntimePullContext): ImageUnpack {
  if (unpack === undefined) throw new Error(`${input.name}: nobody unpacks it`);
  return unpack;
}

export function maxFetchers(context: RuntimePullContext): number {
  const { scope, slotsMax } = context.input.profile.downloadSlots;
  return scope === 'pull' ? slotsMax : Infinity;
}

/** A layer that is to be fetched, from this byte on. */
export type BegunLayer = Pick<Blob, 'layer' | 'offset'>;

/** What the store grants: a chain id, and with the first one the state of every blob from there on. */
export type Grant = Extract<ContentAnswer, { type: 'CHAIN.GRANTED' }>;

type SharedChain = Extract<ContentAnswer, { type: 'CHAIN.SHARED' }>;

/** Returns what a pull knows at its start. */
export function newPull(input: RuntimePullInput, connections: Connections): RuntimePullContext {
  const nowMicros = input.clock.nowMicros();
  return {
    input,
    connections,
    watch: undefined,
    unpack: undefined,
    startedMicros: nowMicros,
    resolvedMicros: nowMicros,
    fetchers: [],
    // The first is open from the start; tag and manifest, which it is for, come before anything else.
    idle: [0],
    blobs: emptyFifo(),
    waiting: emptyFifo(),
    replyMicros: input.profile.delays.beforeReplyPresent,
    readMicros: readManifestMicros(input.profile),
    cancelled: 0,
    outcome: 'going',
  };
}

/** Returns what the first grant makes of the context: blobs that are not there are to be acted on. */
export function granted(context: RuntimePullContext, { blobs }: Grant): Partial<RuntimePullContext> {
  return {
    blobs: fifoOf(
      inManifestOrder(
        context,
        blobs.filter(({ state }) => state !== 'present'),
      ),
    ),
    replyMicros: context.input.profile.delays.beforeReply,
  };
}

/** Where chance decides, the order is made of draws later. */
function inManifestOrder({ input }: RuntimePullContext, blobs: readonly Blob[]): readonly Blob[] {
  const { order, slotsMax } = input.profile.downloadSlots;
  return order === 'random' ? blobs : manifestOrder(blobs.length, slotsMax).flatMap((place) => blobs[place] ?? []);
}

/** Returns what is left after a connection that was idle has been given the next blob. */
export function handedOut({ idle, blobs }: RuntimePullContext): Partial<RuntimePullContext> {
  return { idle: idle.slice(1), blobs: shift(blobs) };
}

/** Returns what an error makes of the context. */
export function failing({ input }: RuntimePullContext, error: PullError): Partial<RuntimePullContext> {
  const { beforeFailure, beforeLayerFailure } = input.profile.delays;
  return { outcome: error, replyMicros: 'at' in error && error.at.kind === 'layer' ? beforeLayerFailure : beforeFailure };
}

/** What is between the last layer, or the tag of what is there, and the reply of a pull that goes well. */
function replyStep({ input, replyMicros }: RuntimePullContext): MetadataStep {
  return metadataStep(input.profile.delays, replyMicros, transactionsBefore.reply);
}

/** Returns what is left of that when the image has its names; a pull that fails notes nothing. */
export function replyPauseMicros(context: RuntimePullContext): number {
  return context.outcome === 'going' ? replyStep(context).pauseMicros : context.replyMicros;
}

/** What the metadata store hears of the image. */
export function replyWrite(context: RuntimePullContext, requester: MetadataWriter): MetadataStoreEvent {
  const { micros, transactions } = replyStep(context).write;
  return { type: 'WRITE.REQUESTED', writer: context.input.name, micros, transactions, requester };
}

/** Returns the blobs in the order that these draws make of them. */
export function reordered(context: RuntimePullContext, draws: readonly number[]): Fifo<Blob> {
  const blobs = items(context.blobs);
  return fifoOf(layerOrder(blobs.length, draws).flatMap((place) => blobs[place] ?? []));
}

/** What the store hears without more. */
export function says({ input }: RuntimePullContext, type: 'MANIFEST.COMMITTED' | 'CONTENT.COMPLETED' | 'CONTENT.DROPPED'): ContentEvent {
  return { type, pull: input.name };
}

/** What the service hears of a pull that did not fail. */
export function ended({ input }: RuntimePullContext, type: 'RUNTIME_PULL.SUCCEEDED' | 'RUNTIME_PULL.ABANDONED'): PullEnded {
  return { type, pull: input.name };
}

/** A layer's blob is complete. */
export function blobCommitted({ input }: RuntimePullContext, layer: number): ContentEvent {
  return { type: 'BLOB.COMMITTED', pull: input.name, layer };
}

/** Returns how the pull ended, worded as its runtime words it; only a pull that failed is asked. */
export function failed({ input, outcome }: RuntimePullContext): PullEnded {
  if (typeof outcome === 'string') throw new Error(`${input.name}: has not failed`);
  return { type: 'RUNTIME_PULL.FAILED', pull: input.name, error: input.profile.errorText(outcome, input.image.name) };
}

/** The next blob, which another pull fetches. */
export function recordSharedBlob({ input, blobs }: RuntimePullContext): RecorderEvent {
  const { layer, holder } = peek(blobs);
  const observation = fetchObservation(input.image, layer, 'shared');
  return { type: 'RECORD', actor: input.name, pull: input.caller, observation, because: { kind: 'inFlight', actor: holder } };
}

/** The blobs that are there already, and those that this pull fetches from now on. */
export function recordBlobs({ input }: RuntimePullContext, blobs: readonly Blob[]): RecorderEvent {
  const own = blobs.filter(({ state }) => state !== 'shared');
  const observations = own.map(({ layer, state }) => fetchObservation(input.image, layer, state === 'present' ? 'present' : 'queued'));
  return { type: 'RECORDS', actor: input.name, pull: input.caller, observations };
}

/** A layer that another pull unpacks. */
export function recordSharedChain({ input }: RuntimePullContext, { index, holder }: SharedChain): RecorderEvent {
  const observation = unpackObservation(input.image, index, 'shared');
  return { type: 'RECORD', actor: input.name, pull: input.caller, observation, because: { kind: 'inFlight', actor: holder } };
}

/** A blob that this pull fetches after all, because the one that did has let go of it. */
export function recordInherited(context: RuntimePullContext, { layer, offset }: BegunLayer): RecorderEvent {
  return recordBlobs(context, [{ layer, offset, state: 'granted', holder: '' }]);
}

/** Whether chance decides the order of the layers that are not there. */
export function needsDraws({ input }: RuntimePullContext, { blobs }: Grant): boolean {
  return input.profile.downloadSlots.order === 'random' && blobs.filter(({ state }) => state !== 'present').length > 1;
}

/** Asks for the numbers that put the blobs into order. */
export function drawRequest({ input, blobs }: RuntimePullContext, requester: DrawRequested['requester']): DrawRequested {
  return { type: 'DRAW.REQUESTED', stream: input.name, count: blobs.size - 1, requester };
}

/** Asks for manifest and config. */
export function manifestRequest({ name, image }: RuntimePullInput, requester: ContentClient): ContentEvent {
  return { type: 'MANIFEST.REQUESTED', pull: name, image, requester };
}

/** Returns what a connection of this number has to know. */
export function fetchInput(
  { input, connections, watch }: Pick<RuntimePullContext, 'input' | 'connections' | 'watch'>,
  fetch: number,
  pull: FetchInput['pull'],
  items: readonly FetchItem[],
): FetchInput {
  const { recorder, caller, clock, profile, exists, hosts, slots, network, disk, content, metadata, linkId } = input;
  return {
    recorder,
    caller,
    clock,
    profile,
    exists,
    hosts,
    connections,
    slots,
    network,
    disk,
    content,
    metadata,
    linkId,
    identity: input.identity,
    image: input.image.name,
    name: `${input.name}#fetch-${fetch}`,
    fetch,
    pull,
    items,
    watch,
  };
}

export interface Fetching {
  readonly items: readonly FetchItem[];
}

/** The first requests of a fetch that waits for nobody. */
export function firstItems(context: RuntimePullContext, begun: BegunLayer): Fetching {
  return { items: layerItems(context.input.profile, context.input.image, begun, undefined) };
}

/** The first requests for the next of the layers that begin together. */
export function dispatchedItems({ input, blobs, readMicros }: RuntimePullContext): Fetching {
  const items = layerItems(input.profile, input.image, peek(blobs), undefined);
  if (readMicros === 0) return { items };
  return { items: items.map((item) => ({ ...item, pauseMicros: item.pauseMicros + readMicros })) };
}

/** What a connection that has finished a layer goes on with. */
export function nextItems({ input, waiting, idle }: RuntimePullContext): Fetching {
  const because = { kind: 'downloadSlot', actor: `${input.name}#fetch-${idle[0]}` };
  return { items: layerItems(input.profile, input.image, peek(waiting), because) };
}

/** What the watch over the pull's progress has to know. */
export function watchInput(
  { input, startedMicros, resolvedMicros }: RuntimePullContext,
  pull: PullProgressInput['pull'],
): PullProgressInput {
  const { name, recorder, clock, network, random, profile } = input;
  const { options } = profile;
  return { name: `${name}/progress`, recorder, clock, network, random, options, startedMicros, resolvedMicros, pull };
}

/** What the one that unpacks the image has to know. */
export function unpackInput(
  input: RuntimePullInput,
  watch: PullProgress,
  granted: Grant,
  pull: ImageUnpackInput['pull'],
): ImageUnpackInput {
  const { name, caller, recorder, profile, image, unpackBytesPerSecond, content, unpackSlots, processor, disk, metadata } = input;
  return {
    name,
    caller,
    recorder,
    profile,
    image,
    unpackBytesPerSecond,
    content,
    unpackSlots,
    processor,
    disk,
    metadata,
    watch,
    granted,
    pull,
  };
}

/** What the watch hears of a layer that is fetched: its last byte came before it was committed. */
export function progressFetched({ fetch, layer, endedMicros }: Extract<FetchAnswer, { type: 'FETCH.FINISHED' }>): PullProgressEvent {
  return { type: 'PROGRESS.FETCHED', fetch, layer, endedMicros };
}

/** Why a pull without progress fails. */
export function stalled({ input }: RuntimePullContext, { unpacking, at }: PullStalled): { readonly error: PullError } {
  const digest = input.image.layers[unpacking ?? -1]?.digest;
  return { error: { kind: 'progressTimeout', unpacking: digest, ...(at === undefined ? {} : { at }) } };
}

/** What ends the unpacking of a pull that does not succeed, and why. */
export function unpackCancel({ input, outcome }: RuntimePullContext): ImageUnpackEvent {
  const isStalled = typeof outcome !== 'string' && outcome.kind === 'progressTimeout';
  return { type: 'UNPACKS.CANCELLED', ...(isStalled ? { because: { kind: 'progressTimeout', actor: input.name } } : {}) };
}
