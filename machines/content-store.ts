import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import { peek, shift } from '../src/kubelet/fifo.ts';
import {
  type ContentAnswer,
  type ContentStore,
  commitBlob,
  commitChain,
  commitManifest,
  completePull,
  contentStoreOf,
  dropPull,
  freedBytes,
  removeImage,
  requestChain,
  requestManifest,
} from '../src/runtime/content-store.ts';
import type { Image } from '../src/runtime/image.ts';
import { get, remove, type SortedMap, set } from '../src/runtime/sorted-map.ts';
import type { Disk } from './disk.ts';
import type { Recorder } from './recorder.ts';

/** `pull` is the name of the pull that speaks. */
export type ContentEvent =
  | { readonly type: 'MANIFEST.REQUESTED'; readonly pull: string; readonly image: Image; readonly requester: ContentClient }
  | { readonly type: 'MANIFEST.COMMITTED'; readonly pull: string }
  | { readonly type: 'CHAIN.REQUESTED'; readonly pull: string }
  /** Asks for the next chain id as well. */
  | { readonly type: 'CHAIN.COMMITTED'; readonly pull: string; readonly index: number }
  | { readonly type: 'BLOB.COMMITTED'; readonly pull: string; readonly layer: number }
  | { readonly type: 'CONTENT.COMPLETED'; readonly pull: string }
  | { readonly type: 'CONTENT.DROPPED'; readonly pull: string }
  | { readonly type: 'IMAGE.REMOVED'; readonly image: string };

export type ContentClient = ActorRef<Snapshot<unknown>, ContentAnswer>;

export type Content = ActorRef<Snapshot<unknown>, ContentEvent>;

export interface ContentStoreInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly disk: Disk;
  readonly presentImages: readonly Image[];
}

export interface ContentStoreContext extends ContentStoreInput {
  readonly store: ContentStore;
  readonly clients: SortedMap<ContentClient>;
  /** Space that content left behind and the disk has not been told of. */
  readonly freedBytes: number;
}

function clientOf(context: ContentStoreContext, pull: string): ContentClient {
  const client = get(context.clients, pull);
  if (client === undefined) throw new Error(`${context.name}: an answer for "${pull}", which is not open`);
  return client;
}

/** What a change that throws content away makes of the context. */
function pruned(context: ContentStoreContext, store: ContentStore): Partial<ContentStoreContext> {
  return { store, freedBytes: context.freedBytes + freedBytes(context.store, store) };
}

/**
 * containerd's content store and snapshots of one node: who may fetch what, who waits for whom, and what is there.
 * Mirrors the locks per blob and per chain id of containerd's unpacker (pkg/unpack) and its garbage collector.
 */
export const contentStoreMachine = setup({
  types: { input: {} as ContentStoreInput, context: {} as ContentStoreContext, events: {} as ContentEvent },
  guards: {
    hasMail: ({ context }) => context.store.mail.size > 0,
    hasFreed: ({ context }) => context.freedBytes > 0,
  },
  actions: {
    open: assign(({ context }, params: { pull: string; image: Image; requester: ContentClient }) => ({
      clients: set(context.clients, params.pull, params.requester),
      store: requestManifest(context.store, params.pull, params.image),
    })),
    commitManifest: assign(({ context }, params: { pull: string }) => ({
      store: requestChain(commitManifest(context.store, params.pull), params.pull, 0, true),
    })),
    requestChain: assign(({ context }, params: { pull: string }) => ({ store: requestChain(context.store, params.pull, 0, true) })),
    commitChain: assign(({ context }, params: { pull: string; index: number }) => ({
      store: commitChain(context.store, params.pull, params.index),
    })),
    commitBlob: assign(({ context }, params: { pull: string; layer: number }) => ({
      store: commitBlob(context.store, params.pull, params.layer),
    })),
    complete: assign(({ context }, params: { pull: string }) => ({
      clients: remove(context.clients, params.pull),
      store: completePull(context.store, params.pull),
    })),
    drop: assign(({ context }, params: { pull: string }) => ({
      clients: remove(context.clients, params.pull),
      ...pruned(context, dropPull(context.store, params.pull)),
    })),
    removeImage: assign(({ context }, params: { image: string }) => pruned(context, removeImage(context.store, params.image))),
    post: sendTo(
      ({ context }) => clientOf(context, peek(context.store.mail).pull),
      ({ context }) => peek(context.store.mail).answer,
    ),
    shiftMail: assign({ store: ({ context }) => ({ ...context.store, mail: shift(context.store.mail) }) }),
    freeSpace: sendTo(
      ({ context }) => context.disk,
      ({ context }) => ({ type: 'SPACE.FREED', bytes: context.freedBytes }) as const,
    ),
    settleSpace: assign({ freedBytes: 0 }),
    reportUnhandled: sendTo(
      ({ context }) => context.recorder,
      ({ context, event }) => ({ type: 'UNHANDLED', actor: context.name, event: event.type }) as const,
    ),
  },
}).createMachine({
  id: 'contentStore',
  context: ({ input }) => ({ ...input, store: contentStoreOf(input.presentImages), clients: undefined, freedBytes: 0 }),
  initial: 'settled',
  on: {
    'MANIFEST.REQUESTED': { target: '.posting', actions: { type: 'open', params: ({ event }) => event } },
    'MANIFEST.COMMITTED': { target: '.posting', actions: { type: 'commitManifest', params: ({ event }) => event } },
    'CHAIN.REQUESTED': { target: '.posting', actions: { type: 'requestChain', params: ({ event }) => event } },
    'CHAIN.COMMITTED': { target: '.posting', actions: { type: 'commitChain', params: ({ event }) => event } },
    'BLOB.COMMITTED': { target: '.posting', actions: { type: 'commitBlob', params: ({ event }) => event } },
    'CONTENT.COMPLETED': { actions: { type: 'complete', params: ({ event }) => event } },
    'CONTENT.DROPPED': { target: '.posting', actions: { type: 'drop', params: ({ event }) => event } },
    'IMAGE.REMOVED': { target: '.posting', actions: { type: 'removeImage', params: ({ event }) => event } },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    settled: { description: 'Everybody has been told all there is to tell.' },
    posting: {
      description: 'Answers go out one by one, to the pull that asked and to those that waited; no time passes.',
      always: [
        { guard: 'hasMail', target: 'posting', reenter: true, actions: ['post', 'shiftMail'] },
        { guard: 'hasFreed', target: 'posting', reenter: true, actions: ['freeSpace', 'settleSpace'] },
        { target: 'settled' },
      ],
    },
  },
});
