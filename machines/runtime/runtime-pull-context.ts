import { createFifo, emptyFifo, type Fifo, items, peek, shift } from '../../src/rules/collections/fifo.ts';
import type { PullError } from '../../src/rules/runtime/errors/pull-error.ts';
import type { Blob, ContentAnswer } from '../../src/rules/runtime/images/content-store.ts';
import { layerOrder, manifestOrder } from '../../src/rules/runtime/images/layer-chunks.ts';
import { fetchObservation, unpackObservation } from '../../src/rules/runtime/images/layer-observation.ts';
import {
  type BegunLayer,
  type FetchItem,
  layerItems,
  type MetadataStep,
  metadataStep,
  readManifestMicros,
  transactionsBefore,
} from '../../src/rules/runtime/images/pull-items.ts';
import { isMounted } from '../../src/rules/runtime/images/unpack-work.ts';
import { requestObservation } from '../../src/rules/runtime/registry/request-observation.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import type { DrawRequested } from '../world/random-source.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import type { ContentClient, ContentEvent } from './content-store.ts';
import type { Connections } from './fetch/connections.ts';
import type { Fetch, FetchAnswer, FetchInput } from './fetch/fetch-protocol.ts';
import type { ImageUnpack, ImageUnpackEvent, ImageUnpackInput } from './image-unpack-context.ts';
import type { MetadataStoreEvent, MetadataWriter } from './metadata-store.ts';
import type { PullProgress, PullProgressEvent, PullProgressInput, PullStalled } from './pull-progress.ts';
import type { PullEnded, RuntimePullInput } from './pull-protocol.ts';

/** The context of a pull inside the runtime, and the questions that its statechart asks about it. */
export interface RuntimePullContext {
  readonly input: RuntimePullInput;
  readonly helpers: PullHelpers;
  readonly fetches: PullFetches;
  readonly layers: PullLayers;
  readonly times: PullTimes;
  readonly outcome: 'going' | 'cancelled' | PullError;
}

/** The actors that work for the pull, apart from its fetches. */
export interface PullHelpers {
  readonly connections: Connections;
  /** undefined: nothing has happened yet that it could watch. */
  readonly watch: PullProgress | undefined;
  /** undefined: there is nothing to unpack, either not yet or no longer. */
  readonly unpack: ImageUnpack | undefined;
}

/** The fetches of this pull. The first one also resolves the tag and fetches the manifest. */
export interface PullFetches {
  readonly fetchers: readonly Fetch[];
  readonly idle: readonly number[];
  /** How many have been cancelled. */
  readonly cancelled: number;
  /** How many cancelled fetches have ended. */
  readonly dropped: number;
}

export interface PullLayers {
  /** The blobs whose state is known from the content store, and which the pull has not handled yet. */
  readonly blobs: Fifo<Blob>;
  /** The layers that wait for a fetch that is idle. */
  readonly waiting: Fifo<BegunLayer>;
}

export interface PullTimes {
  readonly startedMicros: number;
  /** When the HEAD request was answered. */
  readonly resolvedMicros: number;
  /** The time between the last layer and the reply. */
  readonly replyMicros: number;
  /** The time before the first layers: reading manifest and config if both are present. */
  readonly readMicros: number;
}

type Change = Partial<RuntimePullContext>;

export function withHelpers({ helpers }: RuntimePullContext, changes: Partial<PullHelpers>): Change {
  return { helpers: withChanges(helpers, changes) };
}

export function withFetches({ fetches }: RuntimePullContext, changes: Partial<PullFetches>): Change {
  return { fetches: withChanges(fetches, changes) };
}

export function withLayers({ layers }: RuntimePullContext, changes: Partial<PullLayers>): Change {
  return { layers: withChanges(layers, changes) };
}

export function withTimes({ times }: RuntimePullContext, changes: Partial<PullTimes>): Change {
  return { times: withChanges(times, changes) };
}

export function requireFetcher(context: RuntimePullContext, fetch: number | undefined): Fetch {
  const fetcher = context.fetches.fetchers[fetch ?? -1];
  if (fetcher === undefined) throw new Error(`${context.input.name}: no connection ${fetch}`);
  return fetcher;
}

export function requireWatch({ helpers: { watch }, input }: RuntimePullContext): PullProgress {
  if (watch === undefined) throw new Error(`${input.name}: it has no watch`);
  return watch;
}

export function requireUnpack({ helpers: { unpack }, input }: RuntimePullContext): ImageUnpack {
  if (unpack === undefined) throw new Error(`${input.name}: its image is not being unpacked`);
  return unpack;
}

export function maxFetchers(context: RuntimePullContext): number {
  const { scope, slotsMax } = context.input.profile.downloadSlots;
  return scope === 'pull' ? slotsMax : Infinity;
}

/**
 * The store's grant of a chain id. The first one of a pull also has the state of every blob from there on.
 */
export type Grant = Extract<ContentAnswer, { type: 'CHAIN.GRANTED' }>;

type SharedChain = Extract<ContentAnswer, { type: 'CHAIN.SHARED' }>;

/** Returns the context at the start. */
export function newPull(input: RuntimePullInput, connections: Connections): RuntimePullContext {
  const nowMicros = input.clock.nowMicros();
  return {
    input,
    helpers: { connections, watch: undefined, unpack: undefined },
    // The first fetch is open from the start, because it resolves the tag and fetches the manifest.
    fetches: { fetchers: [], idle: [0], cancelled: 0, dropped: 0 },
    layers: { blobs: emptyFifo(), waiting: emptyFifo() },
    times: {
      startedMicros: nowMicros,
      resolvedMicros: nowMicros,
      replyMicros: input.profile.delays.beforeReplyPresent,
      readMicros: readManifestMicros(input.profile),
    },
    outcome: 'going',
  };
}

/** Returns the changes after the first grant: all blobs from there on have to be handled. */
export function granted(context: RuntimePullContext, { blobs }: Grant): Change {
  return {
    ...withLayers(context, { blobs: createFifo(inManifestOrder(context, blobs)) }),
    ...withTimes(context, { replyMicros: context.input.profile.delays.beforeReply }),
  };
}

/**
 * Returns the blobs in the order in which the runtime handles them. If that order is random, those that are
 * missing are drawn later, and those that are there come after them.
 */
function inManifestOrder({ input }: RuntimePullContext, blobs: readonly Blob[]): readonly Blob[] {
  const { order, slotsMax } = input.profile.downloadSlots;
  if (order === 'random') return [...blobs.filter(isMissing), ...blobs.filter((blob) => !isMissing(blob))];
  return manifestOrder(blobs.length, slotsMax).flatMap((place) => blobs[place] ?? []);
}

function isMissing({ state }: Blob): boolean {
  return state !== 'present';
}

/** Returns the changes after an idle fetch has been given the next blob. */
export function handedOut(context: RuntimePullContext): Change {
  return {
    ...withFetches(context, { idle: context.fetches.idle.slice(1) }),
    ...withLayers(context, { blobs: shift(context.layers.blobs) }),
  };
}

/** Returns the changes after an error. */
export function failing(context: RuntimePullContext, error: PullError): Change {
  const { beforeFailure, beforeLayerFailure } = context.input.profile.delays;
  const replyMicros = 'at' in error && error.at.kind === 'layer' ? beforeLayerFailure : beforeFailure;
  return { ...withTimes(context, { replyMicros }), outcome: error };
}

/**
 * The work between the last layer (or the tag, if everything is present) and the reply of a pull that
 * succeeds.
 */
function replyStep({ times: { replyMicros }, input }: RuntimePullContext): MetadataStep {
  return metadataStep(input.profile.delays, replyMicros, transactionsBefore.reply);
}

/**
 * Returns the time until the reply after the names of the image are written. A pull that fails writes
 * nothing.
 */
export function replyPauseMicros(context: RuntimePullContext): number {
  return context.outcome === 'going' ? replyStep(context).pauseMicros : context.times.replyMicros;
}

/** The request to write the names of the image to the metadata store. */
export function replyWrite(context: RuntimePullContext, requester: MetadataWriter): MetadataStoreEvent {
  const { micros, transactions } = replyStep(context).write;
  return { type: 'WRITE.REQUESTED', writer: context.input.name, micros, transactions, requester };
}

/** Returns the blobs with those that are missing in the random order that these draws stand for. */
export function reordered(context: RuntimePullContext, draws: readonly number[]): Fifo<Blob> {
  const blobs = items(context.layers.blobs);
  const missing = blobs.filter(isMissing).length;
  return createFifo([
    ...layerOrder(missing, draws).flatMap((place) => blobs[place] ?? []),
    ...blobs.slice(missing),
  ]);
}

/** A message to the content store that has no content beside its type. */
export function contentMessage(
  { input }: RuntimePullContext,
  type: 'MANIFEST.COMMITTED' | 'CONTENT.COMPLETED' | 'CONTENT.DROPPED',
): ContentEvent {
  return { type, pull: input.name };
}

/** The message to the image service when a pull has succeeded, or has ended after its cancellation. */
export function ended(
  { input }: RuntimePullContext,
  type: 'RUNTIME_PULL.SUCCEEDED' | 'RUNTIME_PULL.ABANDONED',
): PullEnded {
  return { type, pull: input.name };
}

/** The message to the content store that the blob of a layer is complete. */
export function blobCommitted({ input }: RuntimePullContext, layer: number): ContentEvent {
  return { type: 'BLOB.COMMITTED', pull: input.name, layer };
}

/** The message to the image service when a pull has failed, in the words of its runtime. */
export function failed({ input, outcome }: RuntimePullContext): PullEnded {
  if (typeof outcome === 'string') throw new Error(`${input.name}: has not failed`);
  return {
    type: 'RUNTIME_PULL.FAILED',
    pull: input.name,
    error: input.profile.errorText(outcome, input.image.name, input.image.index),
  };
}

/** The record of the next blob, which another pull fetches. */
export function recordSharedBlob({ layers: { blobs }, input }: RuntimePullContext): RecorderEvent {
  const { layer, holder } = peek(blobs);
  const observation = fetchObservation(input.image, layer, 'shared');
  return {
    type: 'RECORD',
    actor: input.name,
    pull: input.caller,
    observation,
    because: { kind: 'inFlight', actor: holder },
  };
}

/** The records of the blobs that are present, and of those that this pull will fetch. */
export function recordBlobs({ input }: RuntimePullContext, blobs: readonly Blob[]): RecorderEvent {
  const unsharedBlobs = blobs.filter(({ state }) => state !== 'shared');
  const observations = unsharedBlobs.map(({ layer, state }) =>
    fetchObservation(input.image, layer, state === 'present' ? 'present' : 'queued'),
  );
  return { type: 'RECORDS', actor: input.name, pull: input.caller, observations };
}

/** The record of a layer that another pull unpacks. */
export function recordSharedChain(
  { input }: RuntimePullContext,
  { index, holder }: SharedChain,
): RecorderEvent {
  const observation = unpackObservation(input.image, index, 'shared');
  return {
    type: 'RECORD',
    actor: input.name,
    pull: input.caller,
    observation,
    because: { kind: 'inFlight', actor: holder },
  };
}

/** The record of a manifest that another pull already fetches. */
export function recordSharedManifest({ input }: RuntimePullContext, holder: string): RecorderEvent {
  const point = { method: 'GET', kind: 'manifest', digest: input.image.ref } as const;
  const requestPath = { registry: input.hosts[0]?.host ?? '', image: input.image.name };
  const observation = requestObservation(point, requestPath, { state: 'waiting' });
  return {
    type: 'RECORD',
    actor: input.name,
    pull: input.caller,
    observation,
    because: { kind: 'inFlight', actor: holder },
  };
}

/**
 * The record of a blob that this pull fetches after all, because the pull that was fetching it has ended
 * without it.
 */
export function recordInherited(context: RuntimePullContext, { layer, offset }: BegunLayer): RecorderEvent {
  return recordBlobs(context, [{ layer, offset, state: 'granted', holder: '' }]);
}

/** Whether the order of the missing layers is random. */
export function needsDraws({ input }: RuntimePullContext, { blobs }: Grant): boolean {
  return input.profile.downloadSlots.order === 'random' && blobs.filter(isMissing).length > 1;
}

/** The request for the random numbers that decide the order. */
export function drawRequest(
  { layers: { blobs }, input }: RuntimePullContext,
  requester: DrawRequested['requester'],
): DrawRequested {
  return {
    type: 'DRAW.REQUESTED',
    stream: input.name,
    count: items(blobs).filter(isMissing).length - 1,
    requester,
  };
}

/** The message to the content store that asks for manifest and config. */
export function manifestRequest({ name, image }: RuntimePullInput, requester: ContentClient): ContentEvent {
  return { type: 'MANIFEST.REQUESTED', pull: name, image, requester };
}

/** Returns the input of the fetch of this number. */
export function fetchInput(
  { input, helpers: { connections, watch } }: Pick<RuntimePullContext, 'input' | 'helpers'>,
  fetch: number,
  pull: FetchInput['pull'],
  items: readonly FetchItem[],
): FetchInput {
  const { recorder, caller, clock, profile, exists, hosts, slots, network, disk, content, metadata, linkId } =
    input;
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

/** The items of a fetch that does not have to wait for another one. */
export function firstItems(context: RuntimePullContext, begun: BegunLayer): Fetching {
  return { items: layerItems(context.input.profile, context.input.image, begun, undefined) };
}

/** The items for the next of the layers that begin together. */
export function dispatchedItems({
  times: { readMicros },
  layers: { blobs },
  input,
}: RuntimePullContext): Fetching {
  const items = layerItems(input.profile, input.image, peek(blobs), undefined);
  if (readMicros === 0) return { items };
  return { items: items.map((item) => ({ ...item, pauseMicros: item.pauseMicros + readMicros })) };
}

/** The items that a fetch continues with after it has finished a layer. */
export function nextItems({ fetches: { idle }, layers: { waiting }, input }: RuntimePullContext): Fetching {
  const because = { kind: 'downloadSlot', actor: `${input.name}#fetch-${idle[0]}` };
  return { items: layerItems(input.profile, input.image, peek(waiting), because) };
}

/** Returns the input of the watch over the pull's progress. */
export function watchInput(
  { times: { startedMicros, resolvedMicros }, input }: RuntimePullContext,
  pull: PullProgressInput['pull'],
): PullProgressInput {
  const { name, recorder, clock, network, random, profile } = input;
  return {
    name: `${name}/progress`,
    recorder,
    clock,
    network,
    random,
    profile,
    startedMicros,
    resolvedMicros,
    pull,
  };
}

/** Returns the input of the actor that unpacks the image. */
export function unpackInput(
  input: RuntimePullInput,
  watch: PullProgress,
  granted: Grant,
  pull: ImageUnpackInput['pull'],
): ImageUnpackInput {
  const {
    name,
    caller,
    recorder,
    profile,
    image,
    unpackBytesPerSecond,
    content,
    unpackSlots,
    network,
    linkId,
    disk,
    pieceBytes,
    metadata,
  } = input;
  return {
    name,
    caller,
    recorder,
    profile,
    image,
    unpackBytesPerSecond,
    content,
    unpackSlots,
    network,
    linkId,
    disk,
    ...(pieceBytes === undefined ? {} : { pieceBytes }),
    metadata,
    watch,
    granted,
    pull,
  };
}

/**
 * The message to the watch about a layer that has been fetched. Its last byte arrived before it was
 * committed.
 */
export function progressFetched({
  fetch,
  layer,
  endedMicros,
}: Extract<FetchAnswer, { type: 'FETCH.FINISHED' }>): PullProgressEvent {
  return { type: 'PROGRESS.FETCHED', fetch, layer, endedMicros };
}

/** Returns the error of a pull that has made no progress for too long. */
export function stalled(
  { input }: RuntimePullContext,
  { unpacking, at }: PullStalled,
): { readonly error: PullError } {
  const digest = input.image.layers[unpacking ?? -1]?.digest;
  const mountField =
    unpacking !== undefined && isMounted(input.profile, unpacking) ? ({ isMounted: true } as const) : {};
  return {
    error: { kind: 'progressTimeout', unpacking: digest, ...mountField, ...(at === undefined ? {} : { at }) },
  };
}

/** Whether a pull that is cancelled while it commits a layer goes on to the end of the commit. */
export function commitsFirst({ input }: RuntimePullContext, unpacking: number | undefined): boolean {
  return input.profile.options.path === 'copy' && unpacking !== undefined;
}

/** Returns the error of a pull whose image has nothing for the platform of the node. */
export function withoutPlatform({ input }: RuntimePullContext): { readonly error: PullError } {
  return { error: { kind: 'noPlatform', platform: input.image.missingPlatform ?? '' } };
}

/** The message that ends the unpacking of a pull that does not succeed, and its cause if that is recorded. */
export function unpackCancel({ input, outcome }: RuntimePullContext): ImageUnpackEvent {
  const isStalled = typeof outcome !== 'string' && outcome.kind === 'progressTimeout';
  return {
    type: 'UNPACKS.CANCELLED',
    ...(isStalled ? { because: { kind: 'progressTimeout', actor: input.name } } : {}),
  };
}
