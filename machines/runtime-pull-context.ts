import { emptyFifo, type Fifo, fifoOf, items, peek, shift } from '../src/kubelet/fifo.ts';
import type { Because, Observation } from '../src/kubelet/observation.ts';
import type { Blob, ContentAnswer } from '../src/runtime/content-store.ts';
import { fetchObservation, unpackObservation } from '../src/runtime/layer-observation.ts';
import { layerOrder } from '../src/runtime/layer-order.ts';
import type { PullError } from '../src/runtime/pull-error.ts';
import { type FetchItem, layerItems } from '../src/runtime/pull-items.ts';
import { unpackMicros } from '../src/runtime/runtime-profile.ts';
import type { ContentClient, ContentEvent } from './content-store.ts';
import type { DrawRequested } from './dice.ts';
import type { Fetch, FetchInput } from './fetch-protocol.ts';
import type { PullEnded, RuntimePullInput } from './pull-protocol.ts';
import type { RecorderEvent } from './recorder.ts';

/** What a pull inside the runtime knows, and the questions that its statechart asks of that. */
export interface RuntimePullContext {
  /** Apart from the rest, because a context is copied at each assignment. */
  readonly input: RuntimePullInput;
  /** Connections to the registry: the first also resolves the tag and fetches the manifest. */
  readonly fetchers: readonly Fetch[];
  readonly idle: readonly number[];
  /** Blobs that the store has spoken about and the pull has not acted on. */
  readonly blobs: Fifo<Blob>;
  /** Layers that wait for a connection. */
  readonly waiting: Fifo<number>;
  readonly fetched: readonly boolean[];
  /** The layer whose turn it is to be unpacked. */
  readonly next: number;
  readonly replyMicros: number;
  readonly cancelled: number;
  readonly outcome: 'going' | 'cancelled' | PullError;
}

/** Returns the layer whose turn it is; there is one wherever this is asked. */
export function nextLayer(context: RuntimePullContext) {
  const layer = context.input.image.layers[context.next];
  if (layer === undefined) throw new Error(`${context.input.name}: no layer ${context.next}`);
  return layer;
}

export function fetcherOf(context: RuntimePullContext, fetch: number | undefined): Fetch {
  const fetcher = context.fetchers[fetch ?? -1];
  if (fetcher === undefined) throw new Error(`${context.input.name}: no connection ${fetch}`);
  return fetcher;
}

export function maxFetchers(context: RuntimePullContext): number {
  const { scope, slotsMax } = context.input.profile.downloadSlots;
  return scope === 'pull' ? slotsMax : Infinity;
}

/** What the store grants: a chain id, and with the first one the state of every blob from there on. */
export type Grant = Extract<ContentAnswer, { type: 'CHAIN.GRANTED' }>;

/** Returns what a pull knows at its start. */
export function newPull(input: RuntimePullInput): RuntimePullContext {
  return {
    input,
    fetchers: [],
    // The first is open from the start; tag and manifest, which it is for, come before anything else.
    idle: [0],
    blobs: emptyFifo(),
    waiting: emptyFifo(),
    fetched: input.image.layers.map(() => false),
    next: 0,
    replyMicros: input.profile.delays.beforeReplyPresent,
    cancelled: 0,
    outcome: 'going',
  };
}

/** Returns what the first grant makes of the context: blobs that are there count as fetched, the others are to be acted on. */
export function granted(context: RuntimePullContext, { index, blobs }: Grant): Partial<RuntimePullContext> {
  const present = new Set(blobs.filter(({ state }) => state === 'present').map(({ layer }) => layer));
  return {
    next: index,
    blobs: fifoOf(blobs.filter(({ state }) => state !== 'present')),
    fetched: present.size === 0 ? context.fetched : context.fetched.map((fetched, layer) => fetched || present.has(layer)),
    replyMicros: context.input.profile.delays.beforeReply,
  };
}

/** Returns what is left after a connection that was idle has been given the next blob. */
export function handedOut({ idle, blobs }: RuntimePullContext): Partial<RuntimePullContext> {
  return { idle: idle.slice(1), blobs: shift(blobs) };
}

/** Returns what a finished layer makes of the context: its connection is idle again. */
export function fetched(context: RuntimePullContext, { fetch, layer }: { fetch: number; layer: number }): Partial<RuntimePullContext> {
  return { idle: [...context.idle, fetch], fetched: context.fetched.with(layer, true) };
}

/** Returns what an error makes of the context. */
export function failing({ input }: RuntimePullContext, error: PullError): Partial<RuntimePullContext> {
  return { outcome: error, replyMicros: input.profile.delays.beforeFailure };
}

/** Returns the blobs in the order that these draws make of them. */
export function reordered(context: RuntimePullContext, draws: readonly number[]): Fifo<Blob> {
  const blobs = items(context.blobs);
  return fifoOf(layerOrder(blobs.length, draws).flatMap((place) => blobs[place] ?? []));
}

/** The layer whose turn it was is unpacked. */
export function chainCommitted({ input, next }: RuntimePullContext): ContentEvent {
  return { type: 'CHAIN.COMMITTED', pull: input.name, index: next };
}

/** What the store hears without more. */
export function says(
  { input }: RuntimePullContext,
  type: 'MANIFEST.COMMITTED' | 'CHAIN.REQUESTED' | 'CONTENT.COMPLETED' | 'CONTENT.DROPPED',
): ContentEvent {
  return { type, pull: input.name };
}

/** What the service hears of a pull that did not fail. */
export function ended({ input }: RuntimePullContext, type: 'PULL.SUCCEEDED' | 'PULL.ABANDONED'): PullEnded {
  return { type, pull: input.name };
}

/** A layer's blob is complete. */
export function blobCommitted({ input }: RuntimePullContext, layer: number): ContentEvent {
  return { type: 'BLOB.COMMITTED', pull: input.name, layer };
}

/** The snapshot of the layer whose turn it is does not fit. */
export function diskFull(context: RuntimePullContext): { readonly error: PullError } {
  return { error: { kind: 'diskFullUnpack', digest: nextLayer(context).digest } };
}

/** Returns how the pull ended, worded as its runtime words it; only a pull that failed is asked. */
export function failed({ input, outcome }: RuntimePullContext): PullEnded {
  if (typeof outcome === 'string') throw new Error(`${input.name}: has not failed`);
  return { type: 'PULL.FAILED', pull: input.name, error: input.profile.errorText(outcome, input.image.name) };
}

/** What the trace is told of an observation and its cause. */
interface Seen {
  readonly observation: Observation;
  readonly because?: Because;
}

/** The unpacking of the layer whose turn it is. */
export function unpackSeen(context: RuntimePullContext, state: 'started' | 'finished' | 'failed', error?: string): Seen {
  return { observation: unpackObservation(context.input.image, context.next, state, error) };
}

/** A layer that another pull unpacks. */
export function sharedChainSeen(context: RuntimePullContext, { index, holder }: { index: number; holder: string }): Seen {
  return { observation: unpackObservation(context.input.image, index, 'shared'), because: { kind: 'inFlight', actor: holder } };
}

/** The next blob, which another pull fetches. */
export function sharedBlobSeen(context: RuntimePullContext): Seen {
  const { layer, holder } = peek(context.blobs);
  return { observation: fetchObservation(context.input.image, layer, 'shared'), because: { kind: 'inFlight', actor: holder } };
}

/** The blobs that are there already, and those that this pull fetches from now on. */
export function blobsSeen({ input }: RuntimePullContext, blobs: readonly Blob[]): RecorderEvent {
  const own = blobs.filter(({ state }) => state !== 'shared');
  const observations = own.map(({ layer, state }) => fetchObservation(input.image, layer, state === 'present' ? 'present' : 'queued'));
  return { type: 'RECORDS', actor: input.name, observations };
}

/** A blob that this pull fetches after all, because the one that did has let go of it. */
export function inherited({ layer }: { layer: number }): Pick<Grant, 'blobs'> {
  return { blobs: [{ layer, state: 'granted', holder: '' }] };
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

/** Returns how long the layer whose turn it is takes, in microseconds. */
export function unpackTime(context: RuntimePullContext): number {
  const { profile, unpackBytesPerSecond } = context.input;
  return unpackMicros(profile.delays, nextLayer(context).unpackedBytes, unpackBytesPerSecond);
}

/** Returns what a connection of this number has to know. */
export function fetchInput(input: RuntimePullInput, fetch: number, pull: FetchInput['pull'], items: readonly FetchItem[]): FetchInput {
  const { recorder, profile, exists, host, registry, slots, network, disk, linkId } = input;
  const shared = { recorder, profile, exists, host, registry, slots, network, disk, linkId };
  return { ...shared, identity: input.identity, image: input.image.name, name: `${input.name}#fetch-${fetch}`, fetch, pull, items };
}

export interface Fetching {
  readonly items: readonly FetchItem[];
}

/** The first requests of a fetch that waits for nobody. */
export function firstItems(context: RuntimePullContext, layer: number): Fetching {
  return { items: layerItems(context.input.profile, context.input.image, layer, undefined) };
}

/** What a connection that has finished a layer goes on with. */
export function nextItems({ input, waiting }: RuntimePullContext, fetch: number): Fetching {
  const because = { kind: 'downloadSlot', actor: `${input.name}#fetch-${fetch}` };
  return { items: layerItems(input.profile, input.image, peek(waiting), because) };
}
