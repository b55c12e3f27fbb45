import { assign, sendTo, setup } from 'xstate';
import { emptyFifo, fifoOf, items, peek, push, shift } from '../src/kubelet/fifo.ts';
import type { Because, Observation } from '../src/kubelet/observation.ts';
import type { ContentAnswer } from '../src/runtime/content-store.ts';
import { layerOrder } from '../src/runtime/layer-order.ts';
import type { PullError } from '../src/runtime/pull-error.ts';
import { type FetchItem, headItems, manifestItems } from '../src/runtime/pull-items.ts';
import { unpackMicros } from '../src/runtime/runtime-profile.ts';
import type { DrawAnswered } from './dice.ts';
import type { DiskFull } from './disk.ts';
import { fetchMachine } from './fetch.ts';
import type { FetchAnswer } from './fetch-protocol.ts';
import type { PullCommand, RuntimePullInput } from './pull-protocol.ts';
import {
  blobObservations,
  fetcherOf,
  firstItems,
  type Grant,
  maxFetchers,
  nextItems,
  nextLayer,
  type RuntimePullContext,
  sharedBlobSeen,
  sharedChainSeen,
  unpackSeen,
} from './runtime-pull-context.ts';

/**
 * One PullImage call inside containerd: resolve the tag, fetch manifest and config, then fetch the layers that are
 * missing while it unpacks them in chain order, one at a time. Mirrors containerd's unpacker and its fetch of children
 * (pkg/unpack, `Unpacker.unpack`), as measured in shared/runtime-runs R1, R5, R6, R8.
 */
export const runtimePullMachine = setup({
  types: {
    input: {} as RuntimePullInput,
    context: {} as RuntimePullContext,
    events: {} as PullCommand | FetchAnswer | ContentAnswer | DrawAnswered | DiskFull,
  },
  actors: { fetch: fetchMachine },
  guards: {
    isShared: ({ context }) => context.blobs.size > 0 && peek(context.blobs).state === 'shared',
    isGranted: ({ context }) => context.blobs.size > 0,
    canFetch: ({ context }) => context.blobs.size > 0 && context.idle.length > 0,
    mayOpen: ({ context }) => context.blobs.size > 0 && context.fetchers.length < maxFetchers(context),
    hasIdle: ({ context }) => context.idle.length > 0,
    hasRoom: ({ context }) => context.fetchers.length < maxFetchers(context),
    layersWait: ({ context }) => context.waiting.size > 0,
    needsDraws: ({ context }, params: Grant) =>
      params.blobs.filter(({ state }) => state !== 'present').length > 1 && context.input.profile.downloadSlots.order === 'random',
    bringsBlobs: (_, params: Grant) => params.blobs.length > 0,
    isFetched: ({ context }) => context.fetched[context.next] === true,
    someFetcherRuns: ({ context }) => context.cancelled < context.fetchers.length,
    isCancelled: ({ context }) => context.outcome === 'cancelled',
    isPulled: ({ context }) => context.outcome === 'going',
  },
  delays: {
    unpack: ({ context }) =>
      unpackMicros(context.input.profile.delays, nextLayer(context).unpackedBytes, context.input.unpackBytesPerSecond),
    betweenUnpacks: ({ context }) => context.input.profile.delays.betweenUnpacks,
    reply: ({ context }) => context.replyMicros,
  },
  actions: {
    // The one place where this machine spawns.
    openFetcher: assign(({ context, spawn, self }) => {
      const fetch = context.fetchers.length;
      const { recorder, profile, image, exists, host, registry, slots, network, disk, linkId } = context.input;
      const shared = { recorder, profile, image: image.name, exists, host, registry, slots, network, disk, linkId };
      const input = { ...shared, name: `${context.input.name}/fetch-${fetch}`, fetch, pull: self };
      const fetcher = spawn('fetch', { id: `fetch-${fetch}`, input });
      return { fetchers: [...context.fetchers, fetcher], idle: [...context.idle, fetch] };
    }),
    ask: sendTo(
      ({ context }) => fetcherOf(context, context.idle[0]),
      (_, params: { items: readonly FetchItem[] }) => ({ type: 'FETCH.REQUESTED', items: params.items }) as const,
    ),
    occupy: assign({ idle: ({ context }) => context.idle.slice(1) }),
    noteFetched: assign(({ context }, params: { fetch: number; layer: number }) => ({
      idle: [...context.idle, params.fetch],
      fetched: context.fetched.with(params.layer, true),
    })),
    requestManifest: sendTo(
      ({ context }) => context.input.content,
      ({ context, self }) =>
        ({ type: 'MANIFEST.REQUESTED', pull: context.input.name, image: context.input.image, requester: self }) as const,
    ),
    tellContent: sendTo(
      ({ context }) => context.input.content,
      ({ context }, params: { type: 'MANIFEST.COMMITTED' | 'CHAIN.REQUESTED' | 'CONTENT.COMPLETED' | 'CONTENT.DROPPED' }) => ({
        type: params.type,
        pull: context.input.name,
      }),
    ),
    commitChain: sendTo(
      ({ context }) => context.input.content,
      ({ context }) => ({ type: 'CHAIN.COMMITTED', pull: context.input.name, index: context.next }) as const,
    ),
    commitBlob: sendTo(
      ({ context }) => context.input.content,
      ({ context }, params: { layer: number }) => ({ type: 'BLOB.COMMITTED', pull: context.input.name, layer: params.layer }) as const,
    ),
    noteWork: assign({ replyMicros: ({ context }) => context.input.profile.delays.beforeReply }),
    noteGrant: assign(({ context }, params: Grant) => ({
      next: params.index,
      blobs: fifoOf(params.blobs.filter(({ state }) => state !== 'present')),
      fetched: context.fetched.map(
        (fetched, layer) => fetched || params.blobs.some((blob) => blob.layer === layer && blob.state === 'present'),
      ),
    })),
    nextIndex: assign({ next: (_, params: Grant) => params.index }),
    recordBlobs: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, params: Grant) =>
        ({ type: 'RECORDS', actor: context.input.name, observations: blobObservations(context, params.blobs) }) as const,
    ),
    requestDraws: sendTo(
      ({ context }) => context.input.dice,
      ({ context, self }) =>
        ({ type: 'DRAW.REQUESTED', stream: context.input.name, count: context.blobs.size - 1, requester: self }) as const,
    ),
    applyOrder: assign({
      blobs: ({ context }, params: { values: readonly number[] }) => {
        const blobs = items(context.blobs);
        return fifoOf(layerOrder(blobs.length, params.values).flatMap((place) => blobs[place] ?? []));
      },
    }),
    shiftBlob: assign({ blobs: ({ context }) => shift(context.blobs) }),
    waitForRoom: assign({ waiting: ({ context }, params: { layer: number }) => push(context.waiting, params.layer) }),
    shiftWaiting: assign({ waiting: ({ context }) => shift(context.waiting) }),
    markFetched: assign({ fetched: ({ context }, params: { layer: number }) => context.fetched.with(params.layer, true) }),
    noteFailure: assign(({ context }, params: { error: PullError }) => ({
      outcome: params.error,
      replyMicros: context.input.profile.delays.beforeFailure,
    })),
    noteDiskFull: assign(({ context }) => ({
      outcome: { kind: 'diskFullUnpack', digest: nextLayer(context).digest } as const,
      replyMicros: context.input.profile.delays.beforeFailure,
    })),
    noteCancel: assign({ outcome: 'cancelled' }),
    cancelFetcher: sendTo(({ context }) => fetcherOf(context, context.cancelled), { type: 'FETCH.CANCELLED' }),
    countCancelled: assign({ cancelled: ({ context }) => context.cancelled + 1 }),
    takeSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context, self }) => ({ type: 'SPACE.TAKEN', bytes: nextLayer(context).unpackedBytes, requester: self }) as const,
    ),
    freeSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context }) => ({ type: 'SPACE.FREED', bytes: nextLayer(context).unpackedBytes }) as const,
    ),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, params: { observation: Observation; because?: Because }) =>
        ({ type: 'RECORD', actor: context.input.name, ...params }) as const,
    ),
    tellService: sendTo(
      ({ context }) => context.input.service,
      ({ context }, params: { type: 'PULL.SUCCEEDED' | 'PULL.ABANDONED' }) => ({ type: params.type, pull: context.input.name }),
    ),
    tellFailed: sendTo(
      ({ context }) => context.input.service,
      ({ context }) => {
        const error = context.input.profile.errorText(context.outcome as PullError, context.input.image.name);
        return { type: 'PULL.FAILED', pull: context.input.name, error } as const;
      },
    ),
    reportUnhandled: sendTo(
      ({ context }) => context.input.recorder,
      ({ context, event }) => ({ type: 'UNHANDLED', actor: context.input.name, event: event.type }) as const,
    ),
  },
}).createMachine({
  id: 'runtimePull',
  context: ({ input }) => ({
    input,
    fetchers: [],
    idle: [],
    blobs: emptyFifo(),
    waiting: emptyFifo(),
    fetched: input.image.layers.map(() => false),
    next: 0,
    replyMicros: input.profile.delays.beforeReplyPresent,
    cancelled: 0,
    outcome: 'going',
  }),
  initial: 'resolving',
  on: {
    'FETCH.FAILED': { target: '.cancelling', actions: { type: 'noteFailure', params: ({ event }) => event } },
    'PULL.CANCELLED': { target: '.cancelling', actions: 'noteCancel' },
    // While layers are under way:
    'FETCH.FINISHED': [
      {
        guard: 'layersWait',
        actions: [
          { type: 'noteFetched', params: ({ event }) => event },
          { type: 'commitBlob', params: ({ event }) => event },
          { type: 'ask', params: ({ context, event }) => ({ items: nextItems(context, event.fetch) }) },
          'occupy',
          'shiftWaiting',
        ],
      },
      {
        actions: [
          { type: 'noteFetched', params: ({ event }) => event },
          { type: 'commitBlob', params: ({ event }) => event },
        ],
      },
    ],
    'BLOB.ARRIVED': { actions: { type: 'markFetched', params: ({ event }) => event } },
    'BLOB.GRANTED': [
      {
        guard: 'hasIdle',
        actions: [{ type: 'ask', params: ({ context, event }) => ({ items: firstItems(context, event.layer) }) }, 'occupy'],
      },
      {
        guard: 'hasRoom',
        actions: ['openFetcher', { type: 'ask', params: ({ context, event }) => ({ items: firstItems(context, event.layer) }) }, 'occupy'],
      },
      { actions: { type: 'waitForRoom', params: ({ event }) => event } },
    ],
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    resolving: {
      description: 'HEAD: which manifest does the tag name?',
      entry: ['openFetcher', { type: 'ask', params: ({ context }) => ({ items: headItems(context.input.profile) }) }],
      on: { 'FETCH.FINISHED': { target: 'awaitingManifest', actions: 'requestManifest' } },
    },
    awaitingManifest: {
      description: 'Manifest and config are there, or another pull fetches them, or this one must.',
      on: {
        'MANIFEST.PRESENT': { target: 'awaitingChain', actions: { type: 'tellContent', params: { type: 'CHAIN.REQUESTED' } } },
        'MANIFEST.SHARED': { actions: 'noteWork' },
        'MANIFEST.GRANTED': { target: 'fetchingManifest', actions: 'noteWork' },
      },
    },
    fetchingManifest: {
      description: 'Index, manifest and config, one round trip after another.',
      entry: { type: 'ask', params: ({ context }) => ({ items: manifestItems(context.input.profile, context.input.image) }) },
      on: { 'FETCH.FINISHED': { target: 'awaitingChain', actions: { type: 'tellContent', params: { type: 'MANIFEST.COMMITTED' } } } },
    },
    awaitingChain: {
      description: 'Layers that are unpacked already are skipped; one that another pull unpacks is waited for, and nothing is fetched.',
      tags: 'waiting',
      on: {
        'CHAIN.GRANTED': [
          {
            guard: { type: 'needsDraws', params: ({ event }) => event },
            actions: [
              'noteWork',
              { type: 'noteGrant', params: ({ event }) => event },
              { type: 'recordBlobs', params: ({ event }) => event },
              'requestDraws',
            ],
          },
          {
            guard: { type: 'bringsBlobs', params: ({ event }) => event },
            target: 'dispatching',
            actions: [
              'noteWork',
              { type: 'noteGrant', params: ({ event }) => event },
              { type: 'recordBlobs', params: ({ event }) => event },
            ],
          },
          { target: 'resting', actions: { type: 'nextIndex', params: ({ event }) => event } },
        ],
        'CHAIN.SHARED': { actions: ['noteWork', { type: 'record', params: ({ context, event }) => sharedChainSeen(context, event) }] },
        'DRAW.ANSWERED': { target: 'dispatching', actions: { type: 'applyOrder', params: ({ event }) => event } },
        'CHAIN.COMPLETE': 'answering',
      },
    },
    dispatching: {
      description: 'Every missing layer gets a connection or its place in the queue; no time passes.',
      always: [
        {
          guard: 'isShared',
          target: 'dispatching',
          reenter: true,
          actions: [{ type: 'record', params: ({ context }) => sharedBlobSeen(context) }, 'shiftBlob'],
        },
        {
          guard: 'canFetch',
          target: 'dispatching',
          reenter: true,
          actions: [
            { type: 'ask', params: ({ context }) => ({ items: firstItems(context, peek(context.blobs).layer) }) },
            'occupy',
            'shiftBlob',
          ],
        },
        { guard: 'mayOpen', target: 'dispatching', reenter: true, actions: 'openFetcher' },
        {
          guard: 'isGranted',
          target: 'dispatching',
          reenter: true,
          actions: [{ type: 'waitForRoom', params: ({ context }) => peek(context.blobs) }, 'shiftBlob'],
        },
        { target: 'awaitingLayer' },
      ],
    },
    awaitingLayer: {
      description: 'The next layer of the chain is not there yet.',
      tags: 'downloading',
      always: { guard: 'isFetched', target: 'unpacking' },
    },
    unpacking: {
      description: 'A layer is being written to its snapshot.',
      tags: 'unpacking',
      entry: [{ type: 'record', params: ({ context }) => unpackSeen(context, 'started') }, 'takeSpace'],
      on: {
        'DISK.FULL': {
          target: 'cancelling',
          actions: [{ type: 'record', params: ({ context }) => unpackSeen(context, 'failed', 'no space left on device') }, 'noteDiskFull'],
        },
        'FETCH.FAILED': { target: 'cancelling', actions: ['freeSpace', { type: 'noteFailure', params: ({ event }) => event }] },
        'PULL.CANCELLED': { target: 'cancelling', actions: ['freeSpace', 'noteCancel'] },
      },
      after: {
        unpack: {
          target: 'awaitingChain',
          actions: [{ type: 'record', params: ({ context }) => unpackSeen(context, 'finished') }, 'commitChain'],
        },
      },
    },
    resting: {
      description: 'Between two layers: the snapshot is committed, the next prepared.',
      after: { betweenUnpacks: 'awaitingLayer' },
    },
    cancelling: {
      description: 'It is over: whatever is under way for it is cancelled at once, and what it has fetched goes away.',
      always: [
        { guard: 'someFetcherRuns', target: 'cancelling', reenter: true, actions: ['cancelFetcher', 'countCancelled'] },
        {
          guard: 'isCancelled',
          target: 'ended',
          actions: [
            { type: 'tellContent', params: { type: 'CONTENT.DROPPED' } },
            { type: 'tellService', params: { type: 'PULL.ABANDONED' } },
          ],
        },
        { target: 'answering', actions: { type: 'tellContent', params: { type: 'CONTENT.DROPPED' } } },
      ],
    },
    answering: {
      description: 'The outcome is known; the reply is on its way to the caller.',
      after: {
        reply: [
          {
            guard: 'isPulled',
            target: 'ended',
            actions: [
              { type: 'tellContent', params: { type: 'CONTENT.COMPLETED' } },
              { type: 'tellService', params: { type: 'PULL.SUCCEEDED' } },
            ],
          },
          { target: 'ended', actions: 'tellFailed' },
        ],
      },
    },
    ended: {
      description: 'The image service knows how it ended, and stops it.',
      on: { 'PULL.CANCELLED': {} },
    },
  },
});
