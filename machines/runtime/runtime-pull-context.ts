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
  readonly connections: Connections;
  /** undefined: nothing has happened yet that it could watch. */
  readonly watch: PullProgress | undefined;
  /** undefined: there is nothing to unpack, either not yet or no longer. */
  readonly unpack: ImageUnpack | undefined;
  readonly startedMicros: number;
  /** When the HEAD request was answered. */
  readonly resolvedMicros: number;
  /** The fetches of this pull. The first one also resolves the tag and fetches the manifest. */
  readonly fetchers: readonly Fetch[];
  readonly idle: readonly number[];
  /** The blobs whose state is known from the content store, and which the pull has not handled yet. */
  readonly blobs: Fifo<Blob>;
  /** The layers that wait for a fetch that is idle. */
  readonly waiting: Fifo<BegunLayer>;
  readonly replyMicros: number;
  /** The time before the first layers: reading manifest and config if both are present. */
  readonly readMicros: number;
  readonly cancelled: number;
  /** How many cancelled fetches have ended. */
  readonly dropped: number;
  readonly outcome: 'going' | 'cancelled' | PullError;
}

export function requireFetcher(context: RuntimePullContext, fetch: number | undefined): Fetch {
  const fetcher = context.fetchers[fetch ?? -1];
  if (fetcher === undefined) throw new Error(`${context.input.name}: no connection ${fetch}`);
  return fetcher;
}

export function requireWatch({ input, watch }: RuntimePullContext): PullProgress {
  if (watch === undefined) throw new Error(`${input.name}: it has no watch`);
  return watch;
}

export function requireUnpack({ input, unpack }: RuntimePullContext): ImageUnpack {
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
    connections,
    watch: undefined,
    unpack: undefined,
    startedMicros: nowMicros,
    resolvedMicros: nowMicros,
    fetchers: [],
    // The first fetch is open from the start, because it resolves the tag and fetches the manifest.
    idle: [0],
    blobs: emptyFifo(),
    waiting: emptyFifo(),
    replyMicros: input.profile.delays.beforeReplyPresent,
    readMicros: readManifestMicros(input.profile),
    cancelled: 0,
    dropped: 0,
    outcome: 'going',
  };
}

/** Returns the changes after the first grant: all blobs from there on have to be handled. */
export function granted(context: RuntimePullContext, { blobs }: Grant): Partial<RuntimePullContext> {
  return {
    blobs: createFifo(inManifestOrder(context, blobs)),
    replyMicros: context.input.profile.delays.beforeReply,
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
export function handedOut({ idle, blobs }: RuntimePullContext): Partial<RuntimePullContext> {
  return { idle: idle.slice(1), blobs: shift(blobs) };
}

/** Returns the changes after an error. */
export function failing({ input }: RuntimePullContext, error: PullError): Partial<RuntimePullContext> {
  const { beforeFailure, beforeLayerFailure } = input.profile.delays;
  return {
    outcome: error,
    replyMicros: 'at' in error && error.at.kind === 'layer' ? beforeLayerFailure : beforeFailure,
  };
}

/**
 * The work between the last layer (or the tag, if everything is present) and the reply of a pull that
 * succeeds.
 */
function replyStep({ input, replyMicros }: RuntimePullContext): MetadataStep {
  return metadataStep(input.profile.delays, replyMicros, transactionsBefore.reply);
}

/**
 * Returns the time until the reply after the names of the image are written. A pull that fails writes
 * nothing.
 */
export function replyPauseMicros(context: RuntimePullContext): number {
  return context.outcome === 'going' ? replyStep(context).pauseMicros : context.replyMicros;
}

/** The request to write the names of the image to the metadata store. */
export function replyWrite(context: RuntimePullContext, requester: MetadataWriter): MetadataStoreEvent {
  const { micros, transactions } = replyStep(context).write;
  return { type: 'WRITE.REQUESTED', writer: context.input.name, micros, transactions, requester };
}

/** Returns the blobs with those that are missing in the random order that these draws stand for. */
export function reordered(context: RuntimePullContext, draws: readonly number[]): Fifo<Blob> {
  const blobs = items(context.blobs);
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
    error: input.profile.errorText(outcome, input.image.name),
  };
}

/** The record of the next blob, which another pull fetches. */
export function recordSharedBlob({ input, blobs }: RuntimePullContext): RecorderEvent {
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
  { input, blobs }: RuntimePullContext,
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
  { input, connections, watch }: Pick<RuntimePullContext, 'input' | 'connections' | 'watch'>,
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
export function dispatchedItems({ input, blobs, readMicros }: RuntimePullContext): Fetching {
  const items = layerItems(input.profile, input.image, peek(blobs), undefined);
  if (readMicros === 0) return { items };
  return { items: items.map((item) => ({ ...item, pauseMicros: item.pauseMicros + readMicros })) };
}

/** The items that a fetch continues with after it has finished a layer. */
export function nextItems({ input, waiting, idle }: RuntimePullContext): Fetching {
  const because = { kind: 'downloadSlot', actor: `${input.name}#fetch-${idle[0]}` };
  return { items: layerItems(input.profile, input.image, peek(waiting), because) };
}

/** Returns the input of the watch over the pull's progress. */
export function watchInput(
  { input, startedMicros, resolvedMicros }: RuntimePullContext,
  pull: PullProgressInput['pull'],
): PullProgressInput {
  const { name, recorder, clock, network, random, profile } = input;
  const { options } = profile;
  return {
    name: `${name}/progress`,
    recorder,
    clock,
    network,
    random,
    options,
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
