import { type ActorRef, and, assign, type Snapshot, sendTo, setup } from 'xstate';
import { peek, shift } from '../../src/rules/collections/fifo.ts';
import { get, remove, type SortedMap, set } from '../../src/rules/collections/sorted-map.ts';
import {
  type ChainAnswer,
  type ContentAnswer,
  type ContentStore,
  collectGarbage,
  commitBlob,
  commitChain,
  commitManifest,
  completePull,
  createContentStore,
  dropPull,
  freedBytes,
  heldBytes,
  isLittered,
  keepPartialBlob,
  keepRead,
  type Reply,
  removeImages,
  requestChain,
  requestManifest,
  sealChain,
} from '../../src/rules/runtime/images/content-store.ts';
import type { Image } from '../../src/rules/runtime/images/image.ts';
import {
  type Holdings,
  imageHoldings,
  layerHoldings,
  lostHoldings,
} from '../../src/rules/runtime/peers/peer-holdings.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import type { ObservationOf } from '../../src/trace/observation.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { Disk } from '../world/disk.ts';
import type { HoldingsChanged, Peers } from '../world/peers.ts';
import type { DrawAnswered, RandomSource } from '../world/random-source.ts';
import type { Recorder, RecorderEvent } from '../world/recorder.ts';
import type { ImageRemoveCaller } from './cri.ts';

/** A fetch ended before its blob was complete, or found it wrong. `bytes` of it stay on the disk. */
interface BlobLeft {
  readonly type: 'PARTIAL_BLOB.KEPT';
  readonly digest: string;
  readonly bytes: number;
  /** They are all of them, and the wrong ones: the fault that made them so. */
  readonly spoiledBy?: string;
}

/** `pull` is the name of the pull that sends the message. */
export type ContentEvent =
  | {
      readonly type: 'MANIFEST.REQUESTED';
      readonly pull: string;
      readonly image: Image;
      readonly requester: ContentClient;
    }
  | { readonly type: 'MANIFEST.COMMITTED'; readonly pull: string }
  /** `from`: the first layer that is asked for. The pull already has the layers below it. */
  | {
      readonly type: 'CHAIN.REQUESTED';
      readonly pull: string;
      readonly from: number;
      readonly requester: ChainClient;
    }
  /** It also asks for the next chain id. */
  | {
      readonly type: 'CHAIN.COMMITTED';
      readonly pull: string;
      readonly index: number;
      readonly requester: ChainClient;
    }
  /** It asks for no other chain id: all that are left belong to the pull. */
  | { readonly type: 'CHAIN.SEALED'; readonly pull: string; readonly index: number }
  | { readonly type: 'BLOB.COMMITTED'; readonly pull: string; readonly layer: number }
  | BlobLeft
  /** So many more bytes of a lazily pulled image have been read from its registry, and are on the disk. */
  | { readonly type: 'READ.KEPT'; readonly ref: string; readonly bytes: number }
  | { readonly type: 'CONTENT.COMPLETED'; readonly pull: string }
  | { readonly type: 'CONTENT.DROPPED'; readonly pull: string }
  /** `requester`, if present, gets how much space the removal frees. */
  | {
      readonly type: 'IMAGES.REMOVED';
      readonly images: readonly string[];
      readonly requester?: ImageRemoveCaller;
    };

export type ContentClient = ActorRef<Snapshot<unknown>, ContentAnswer>;

/**
 * The actor that unpacks for the pull once its first layer is known. From then on it gets the messages about
 * chain ids, and the pull does not.
 */
export type ChainClient = ActorRef<Snapshot<unknown>, ChainAnswer>;

export type Content = ActorRef<Snapshot<unknown>, ContentEvent>;

export interface ContentStoreInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly disk: Disk;
  readonly random: RandomSource;
  /** The time between two runs of the garbage collector; 0: garbage is collected at once. */
  readonly collectionMicros: number;
  readonly presentImages: readonly Image[];
  /** The actor that gets what the node can give to others, and the node's name; absent: it gives nothing. */
  readonly peers?: { readonly ref: Peers; readonly node: string };
}

export interface ContentStoreContext {
  readonly input: ContentStoreInput;
  readonly store: ContentStore;
  /** The answer that is sent next. */
  readonly reply: Reply | undefined;
  /** For each pull, the actors that get its messages. */
  readonly clients: SortedMap<{ readonly pull: ContentClient; readonly chain: ChainClient }>;
  /** The space that deleted content has freed, and that the disk does not know of yet. */
  readonly freedBytes: number;
  /** What the node has gained or lost for others since its last message to the peers; undefined: nothing. */
  readonly news: Holdings | undefined;
  /** The part of the collector's interval that is left when garbage appears, between 0 and 1. */
  readonly draw: number;
}

function currentReply(context: ContentStoreContext): Reply {
  if (context.reply === undefined) throw new Error(`${context.input.name}: there is no answer to send`);
  return context.reply;
}

function replyReceiver(context: ContentStoreContext): ContentClient {
  const { pull, answer } = currentReply(context);
  const client = get(context.clients, pull);
  if (client === undefined)
    throw new Error(`${context.input.name}: an answer for "${pull}", which is not open`);
  return isOfChain(answer) ? (client.chain as ContentClient) : client.pull;
}

function isOfChain({ type }: ContentAnswer): boolean {
  return type === 'CHAIN.GRANTED' || type === 'CHAIN.SHARED' || type === 'CHAIN.COMPLETE';
}

/** The clients when an actor begins to unpack for a pull. */
function followedBy(
  { clients }: ContentStoreContext,
  name: string,
  chain: ChainClient,
): ContentStoreContext['clients'] {
  const client = get(clients, name);
  return client === undefined ? clients : set(clients, name, { pull: client.pull, chain });
}

function removalRequester({ requester }: { requester?: ImageRemoveCaller }): ImageRemoveCaller {
  if (requester === undefined) throw new Error('content store: no request asks what a removal frees');
  return requester;
}

/** The changes together with the answers that they cause; the first answer is ready to be sent. */
function answering(store: ContentStore): Pick<ContentStoreContext, 'store' | 'reply'> {
  return { store: withChanges(store, { replies: shift(store.replies) }), reply: peek(store.replies) };
}

/** The changes when content is deleted. */
function pruned(context: ContentStoreContext, store: ContentStore): Partial<ContentStoreContext> {
  const lost = context.input.peers === undefined ? [] : lostHoldings(context.store, store);
  return {
    store,
    freedBytes: context.freedBytes + freedBytes(context.store, store),
    news: changedHoldings(context, [], lost),
  };
}

/** The next message to the peers; undefined where there are none. */
function changedHoldings(
  { input }: ContentStoreContext,
  held: readonly string[],
  lost: readonly string[],
): Holdings | undefined {
  return input.peers === undefined || held.length + lost.length === 0 ? undefined : { held, lost };
}

function requirePeers({ input }: ContentStoreContext): NonNullable<ContentStoreInput['peers']> {
  if (input.peers === undefined) throw new Error(`${input.name}: the node has no peers`);
  return input.peers;
}

/** The changes when a part of an image has been read. What belongs to no image any more is dropped at once. */
function withRead(context: ContentStoreContext, ref: string, bytes: number): Partial<ContentStoreContext> {
  const store = keepRead(context.store, ref, bytes);
  return store === context.store ? { freedBytes: context.freedBytes + bytes } : { store };
}

/** The image of a pull that is open. */
function openPullImage({ input, store }: ContentStoreContext, pull: string): Image {
  const image = get(store.pulls, pull)?.image;
  if (image === undefined) throw new Error(`${input.name}: the pull "${pull}" is not open`);
  return image;
}

function holdingsChanged(context: ContentStoreContext): HoldingsChanged {
  const { held, lost } = context.news ?? { held: [], lost: [] };
  return { type: 'HOLDINGS.CHANGED', node: requirePeers(context).node, held, lost };
}

function recorded(context: ContentStoreContext, observation: ObservationOf<'content'>): RecorderEvent {
  return { type: 'RECORD', actor: context.input.name, observation };
}

function recordCollected(context: ContentStoreContext): RecorderEvent {
  return recorded(context, { type: 'content', state: 'collected', bytes: context.freedBytes });
}

/**
 * containerd's content store and snapshots of one node: who may fetch what, who waits for whom, and what is
 * there. Mirrors the locks per blob and per chain id of containerd's unpacker (pkg/unpack) and its garbage
 * collector's scheduler (plugins/gc/scheduler.go): it looks once per interval whether anything was deleted,
 * as the lease of a pull is at its end, and a removed image makes it look at once. Where it stands when a
 * pull fails is chance.
 */
export const contentStoreMachine = setup({
  types: {
    input: {} as ContentStoreInput,
    context: {} as ContentStoreContext,
    events: {} as ContentEvent | DrawAnswered,
  },
  guards: {
    hasReplies: ({ context }) => context.store.replies.size > 0,
    isAsked: (_, params: { requester?: ImageRemoveCaller }) => params.requester !== undefined,
    hasFreed: ({ context }) => context.freedBytes > 0,
    hasNews: ({ context }) => context.news !== undefined,
    isLittered: ({ context }) => isLittered(context.store),
    collectsAtOnce: ({ context }) => context.input.collectionMicros === 0,
  },
  delays: { untilCollection: ({ context }) => Math.floor(context.draw * context.input.collectionMicros) },
  actions: {
    open: assign(({ context }, params: { pull: string; image: Image; requester: ContentClient }) => ({
      clients: set(context.clients, params.pull, { pull: params.requester, chain: params.requester }),
      ...answering(requestManifest(context.store, params.pull, params.image)),
    })),
    commitManifest: assign(({ context }, pull: string) => answering(commitManifest(context.store, pull))),
    requestChain: assign(
      ({ context }, { pull, from, requester }: Extract<ContentEvent, { type: 'CHAIN.REQUESTED' }>) => ({
        clients: followedBy(context, pull, requester),
        ...answering(requestChain(context.store, pull, from, false)),
      }),
    ),
    sealChain: assign(({ context }, params: { pull: string; index: number }) => ({
      store: sealChain(context.store, params.pull, params.index),
    })),
    commitChain: assign(
      ({ context }, { pull, index, requester }: Extract<ContentEvent, { type: 'CHAIN.COMMITTED' }>) => ({
        clients: followedBy(context, pull, requester),
        ...answering(commitChain(context.store, pull, index)),
      }),
    ),
    commitBlob: assign(({ context }, params: { pull: string; layer: number }) => ({
      store: commitBlob(context.store, params.pull, params.layer),
      news: changedHoldings(
        context,
        layerHoldings(openPullImage(context, params.pull).layers[params.layer]?.digest ?? ''),
        [],
      ),
    })),
    complete: assign(({ context }, pull: string) => ({
      clients: remove(context.clients, pull),
      store: completePull(context.store, pull),
      news: changedHoldings(context, imageHoldings(openPullImage(context, pull)), []),
    })),
    drop: assign(({ context }, pull: string) => ({
      clients: remove(context.clients, pull),
      store: dropPull(context.store, pull),
    })),
    keepPartialBlob: assign(({ context }, { digest, bytes, spoiledBy }: BlobLeft) => ({
      store: keepPartialBlob(context.store, digest, {
        offset: bytes,
        ...(spoiledBy === undefined ? {} : { spoiledBy }),
      }),
    })),
    keepRead: assign(({ context }, params: { ref: string; bytes: number }) =>
      withRead(context, params.ref, params.bytes),
    ),
    record: sendTo(
      ({ context }) => context.input.recorder,
      (_, params: RecorderEvent) => params,
    ),
    requestDraw: sendTo(
      ({ context }) => context.input.random,
      ({ context, self }) =>
        ({ type: 'DRAW.REQUESTED', stream: context.input.name, count: 1, requester: self }) as const,
    ),
    noteDraw: assign({ draw: (_, values: readonly number[]) => values[0] ?? 0 }),
    collect: assign(({ context }) => pruned(context, collectGarbage(context.store))),
    removeImages: assign(({ context }, images: readonly string[]) =>
      pruned(context, removeImages(context.store, images)),
    ),
    answerFreed: sendTo(
      (_, params: { requester?: ImageRemoveCaller }) => removalRequester(params),
      ({ context }) =>
        ({
          type: 'IMAGE_REMOVE.SUCCEEDED',
          freedBytes: context.freedBytes,
          heldBytes: heldBytes(context.store),
        }) as const,
    ),
    takeReply: assign(({ context }) => answering(context.store)),
    sendReply: sendTo(
      ({ context }) => replyReceiver(context),
      ({ context }) => currentReply(context).answer,
    ),
    freeSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context }) => ({ type: 'SPACE.FREED', bytes: context.freedBytes }) as const,
    ),
    settleSpace: assign({ freedBytes: 0 }),
    notifyPeers: sendTo(
      ({ context }) => requirePeers(context).ref,
      ({ context }) => holdingsChanged(context),
    ),
    forgetNews: assign({ news: undefined }),
    reportUnhandled,
  },
}).createMachine({
  id: 'contentStore',
  description:
    'The image content on the node: blobs, snapshots, and the pulls that wait for each other. Two pulls that need the same layer fetch and unpack it only once.',
  context: ({ input }) => {
    const none = { reply: undefined, clients: undefined, freedBytes: 0, news: undefined, draw: 0 };
    return { input, store: createContentStore(input.presentImages), ...none };
  },
  initial: 'serving',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    serving: {
      description:
        'Each request is answered at once. Pulls that waited for the change get their answers too, the disk gets the freed space, and the peers of the node get what it can give now. No time passes.',
      on: {
        'MANIFEST.REQUESTED': { actions: [{ type: 'open', params: ofEvent }, 'sendReply'] },
        'MANIFEST.COMMITTED': {
          actions: [{ type: 'commitManifest', params: ({ event }) => event.pull }, 'sendReply'],
        },
        'CHAIN.REQUESTED': { actions: [{ type: 'requestChain', params: ofEvent }, 'sendReply'] },
        'CHAIN.COMMITTED': { actions: [{ type: 'commitChain', params: ofEvent }, 'sendReply'] },
        'CHAIN.SEALED': { actions: { type: 'sealChain', params: ofEvent } },
        'BLOB.COMMITTED': { actions: { type: 'commitBlob', params: ofEvent } },
        'CONTENT.COMPLETED': { actions: { type: 'complete', params: ({ event }) => event.pull } },
        'PARTIAL_BLOB.KEPT': {
          actions: [
            { type: 'keepPartialBlob', params: ofEvent },
            {
              type: 'record',
              params: ({ context, event: { digest, bytes } }) =>
                recorded(context, { type: 'content', state: 'left', digest, bytes }),
            },
          ],
        },
        'READ.KEPT': { actions: { type: 'keepRead', params: ofEvent } },
        'CONTENT.DROPPED': { actions: { type: 'drop', params: ({ event }) => event.pull } },
        'IMAGES.REMOVED': [
          {
            guard: { type: 'isAsked', params: ofEvent },
            actions: [
              { type: 'removeImages', params: ({ event }) => event.images },
              { type: 'answerFreed', params: ofEvent },
            ],
          },
          { actions: { type: 'removeImages', params: ({ event }) => event.images } },
        ],
      },
      always: [
        { guard: 'hasReplies', actions: ['takeReply', 'sendReply'] },
        { guard: 'hasFreed', actions: ['freeSpace', 'settleSpace'] },
        { guard: 'hasNews', actions: ['notifyPeers', 'forgetNews'] },
      ],
      initial: 'tidy',
      states: {
        tidy: {
          description:
            'All content is needed by an image or a pull. A garbage collection would free nothing.',
          on: {
            'CONTENT.DROPPED': {
              target: 'sorting',
              actions: { type: 'drop', params: ({ event }) => event.pull },
            },
          },
        },
        sorting: {
          description:
            'A pull has ended without success. It may have left content that no other pull needs. No time passes.',
          always: [
            {
              guard: and(['isLittered', 'collectsAtOnce']),
              target: 'tidy',
              actions: ['collect', { type: 'record', params: ({ context }) => recordCollected(context) }],
            },
            { guard: 'isLittered', target: 'drawing' },
            { target: 'tidy' },
          ],
        },
        drawing: {
          description:
            'It has left garbage: the time of the next collection is drawn at random. No time passes.',
          entry: 'requestDraw',
          on: {
            'DRAW.ANSWERED': {
              target: 'littered',
              actions: { type: 'noteDraw', params: ({ event }) => event.values },
            },
          },
        },
        littered: {
          description:
            'There is garbage until the next collection. A pull of the same content before that can use it.',
          after: {
            untilCollection: [
              {
                guard: 'isLittered',
                target: 'tidy',
                actions: ['collect', { type: 'record', params: ({ context }) => recordCollected(context) }],
              },
              { target: 'tidy' },
            ],
          },
        },
      },
    },
  },
});
