import { type Fifo, peek } from '../src/kubelet/fifo.ts';
import type { Because, Observation } from '../src/kubelet/observation.ts';
import type { Blob, ContentAnswer } from '../src/runtime/content-store.ts';
import { fetchObservation, unpackObservation } from '../src/runtime/layer-observation.ts';
import type { PullError } from '../src/runtime/pull-error.ts';
import { type FetchItem, layerItems } from '../src/runtime/pull-items.ts';
import type { Fetch } from './fetch-protocol.ts';
import type { RuntimePullInput } from './pull-protocol.ts';

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
export function blobObservations(context: RuntimePullContext, blobs: readonly Blob[]): readonly Observation[] {
  const own = blobs.filter(({ state }) => state !== 'shared');
  return own.map(({ layer, state }) => fetchObservation(context.input.image, layer, state === 'present' ? 'present' : 'queued'));
}

/** The first requests of a fetch that waits for nobody. */
export function firstItems(context: RuntimePullContext, layer: number): readonly FetchItem[] {
  return layerItems(context.input.profile, context.input.image, layer, undefined);
}

/** What a connection that has finished a layer goes on with. */
export function nextItems(context: RuntimePullContext, fetch: number): readonly FetchItem[] {
  return layerItems(context.input.profile, context.input.image, peek(context.waiting), {
    kind: 'downloadSlot',
    actor: `${context.input.name}/fetch-${fetch}`,
  });
}
