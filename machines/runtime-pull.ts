import { and, assign, sendTo, setup } from 'xstate';
import { peek, push, shift } from '../src/kubelet/fifo.ts';
import type { Because, Observation } from '../src/kubelet/observation.ts';
import type { ContentAnswer } from '../src/runtime/content-store.ts';
import type { PullError } from '../src/runtime/pull-error.ts';
import { headItems, manifestItems } from '../src/runtime/pull-items.ts';
import type { ContentEvent } from './content-store.ts';
import type { DrawAnswered } from './dice.ts';
import type { DiskFull } from './disk.ts';
import { fetchMachine } from './fetch.ts';
import type { FetchAnswer } from './fetch-protocol.ts';
import type { PullCommand, PullEnded, RuntimePullInput } from './pull-protocol.ts';
import { unhandled } from './recorder.ts';
import * as pull from './runtime-pull-context.ts';

/**
 * One PullImage call inside containerd: resolve the tag, fetch manifest and config, then fetch the layers that are
 * missing while it unpacks them in chain order, one at a time. Mirrors containerd's unpacker and its fetch of children
 * (pkg/unpack, `Unpacker.unpack`), as measured in shared/runtime-runs R1, R5, R6, R8.
 */
export const runtimePullMachine = setup({
  types: {
    input: {} as RuntimePullInput,
    context: {} as pull.RuntimePullContext,
    events: {} as PullCommand | FetchAnswer | ContentAnswer | DrawAnswered | DiskFull,
  },
  actors: { fetch: fetchMachine },
  guards: {
    isShared: ({ context }) => context.blobs.size > 0 && peek(context.blobs).state === 'shared',
    isGranted: ({ context }) => context.blobs.size > 0,
    mayOpen: ({ context }) => context.fetchers.length < pull.maxFetchers(context),
    hasIdle: ({ context }) => context.idle.length > 0,
    layersWait: ({ context }) => context.waiting.size > 0,
    needsDraws: ({ context }, params: pull.Grant) => pull.needsDraws(context, params),
    bringsBlobs: (_, params: pull.Grant) => params.blobs.length > 0,
    isFetched: ({ context }) => context.fetched[context.next] === true,
    someFetcherRuns: ({ context }) => context.cancelled < context.fetchers.length,
    isCancelled: ({ context }) => context.outcome === 'cancelled',
    isPulled: ({ context }) => context.outcome === 'going',
  },
  delays: {
    unpack: ({ context }) => pull.unpackTime(context),
    betweenUnpacks: ({ context }) => context.input.profile.delays.betweenUnpacks,
    reply: ({ context }) => context.replyMicros,
  },
  actions: {
    // The one place where this machine spawns.
    openFetcher: assign(({ context, spawn, self }, params: pull.Fetching) => {
      const fetch = context.fetchers.length;
      const fetcher = spawn('fetch', { id: `fetch-${fetch}`, input: pull.fetchInput(context.input, fetch, self, params.items) });
      return { fetchers: [...context.fetchers, fetcher] };
    }),
    ask: sendTo(
      ({ context }) => pull.fetcherOf(context, context.idle[0]),
      (_, params: pull.Fetching) => ({ type: 'FETCH.REQUESTED', items: params.items }) as const,
    ),
    occupy: assign({ idle: ({ context }) => context.idle.slice(1) }),
    noteFetched: assign(({ context }, params: { fetch: number; layer: number }) => pull.fetched(context, params)),
    requestManifest: sendTo(
      ({ context }) => context.input.content,
      ({ context, self }) => pull.manifestRequest(context.input, self),
    ),
    tellContent: sendTo(
      ({ context }) => context.input.content,
      (_, params: ContentEvent) => params,
    ),
    noteWork: assign({ replyMicros: ({ context }) => context.input.profile.delays.beforeReply }),
    noteGrant: assign(({ context }, params: pull.Grant) => pull.granted(context, params)),
    recordBlobs: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, params: Pick<pull.Grant, 'blobs'>) => pull.blobsSeen(context, params.blobs),
    ),
    requestDraws: sendTo(
      ({ context }) => context.input.dice,
      ({ context, self }) => pull.drawRequest(context, self),
    ),
    applyOrder: assign({ blobs: ({ context }, params: { values: readonly number[] }) => pull.reordered(context, params.values) }),
    handOutBlob: assign(({ context }) => pull.handedOut(context)),
    shiftBlob: assign({ blobs: ({ context }) => shift(context.blobs) }),
    waitForRoom: assign({ waiting: ({ context }, params: { layer: number }) => push(context.waiting, params.layer) }),
    shiftWaiting: assign({ waiting: ({ context }) => shift(context.waiting) }),
    markFetched: assign({ fetched: ({ context }, params: { layer: number }) => context.fetched.with(params.layer, true) }),
    noteFailure: assign(({ context }, params: { error: PullError }) => pull.failing(context, params.error)),
    noteCancel: assign({ outcome: 'cancelled' }),
    cancelFetcher: sendTo(({ context }) => pull.fetcherOf(context, context.cancelled), { type: 'FETCH.CANCELLED' }),
    countCancelled: assign({ cancelled: ({ context }) => context.cancelled + 1 }),
    takeSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context, self }) => ({ type: 'SPACE.TAKEN', bytes: pull.nextLayer(context).unpackedBytes, requester: self }) as const,
    ),
    freeSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context }) => ({ type: 'SPACE.FREED', bytes: pull.nextLayer(context).unpackedBytes }) as const,
    ),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, params: { observation: Observation; because?: Because }) =>
        ({ type: 'RECORD', actor: context.input.name, ...params }) as const,
    ),
    tellService: sendTo(
      ({ context }) => context.input.service,
      (_, params: PullEnded) => params,
    ),
    reportUnhandled: sendTo(
      ({ context }) => context.input.recorder,
      ({ context, event }) => unhandled(context.input.name, event),
    ),
  },
}).createMachine({
  id: 'runtimePull',
  description: 'One PullImage inside the container runtime: resolve, fetch, unpack.',
  context: ({ input }) => pull.newPull(input),
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
          { type: 'tellContent', params: ({ context, event }) => pull.blobCommitted(context, event.layer) },
          { type: 'ask', params: ({ context, event }) => pull.nextItems(context, event.fetch) },
          'occupy',
          'shiftWaiting',
        ],
      },
      {
        actions: [
          { type: 'noteFetched', params: ({ event }) => event },
          { type: 'tellContent', params: ({ context, event }) => pull.blobCommitted(context, event.layer) },
        ],
      },
    ],
    'BLOB.ARRIVED': { actions: { type: 'markFetched', params: ({ event }) => event } },
    'BLOB.GRANTED': [
      {
        guard: 'hasIdle',
        actions: [{ type: 'ask', params: ({ context, event }) => pull.firstItems(context, event.layer) }, 'occupy'],
      },
      {
        guard: 'mayOpen',
        actions: { type: 'openFetcher', params: ({ context, event }) => pull.firstItems(context, event.layer) },
      },
      {
        actions: [
          { type: 'recordBlobs', params: ({ event }) => pull.inherited(event) },
          { type: 'waitForRoom', params: ({ event }) => event },
        ],
      },
    ],
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    resolving: {
      description: 'HEAD: which manifest does the tag name?',
      entry: { type: 'openFetcher', params: ({ context }) => ({ items: headItems(context.input.profile) }) },
      on: { 'FETCH.FINISHED': { target: 'awaitingManifest', actions: 'requestManifest' } },
    },
    awaitingManifest: {
      description: 'Manifest and config are there, or another pull fetches them, or this one must.',
      on: {
        'MANIFEST.PRESENT': {
          target: 'awaitingChain',
          actions: { type: 'tellContent', params: ({ context }) => pull.says(context, 'CHAIN.REQUESTED') },
        },
        'MANIFEST.SHARED': { actions: 'noteWork' },
        'MANIFEST.GRANTED': { target: 'fetchingManifest', actions: 'noteWork' },
      },
    },
    fetchingManifest: {
      description: 'Index, manifest and config, one round trip after another.',
      entry: { type: 'ask', params: ({ context }) => ({ items: manifestItems(context.input.profile, context.input.image) }) },
      on: {
        'FETCH.FINISHED': {
          target: 'awaitingChain',
          actions: { type: 'tellContent', params: ({ context }) => pull.says(context, 'MANIFEST.COMMITTED') },
        },
      },
    },
    awaitingChain: {
      description: 'Layers that are unpacked already are skipped; one that another pull unpacks is waited for, and nothing is fetched.',
      tags: 'waiting',
      on: {
        'CHAIN.GRANTED': [
          {
            guard: { type: 'needsDraws', params: ({ event }) => event },
            actions: [
              { type: 'noteGrant', params: ({ event }) => event },
              { type: 'recordBlobs', params: ({ event }) => event },
              'requestDraws',
            ],
          },
          {
            guard: { type: 'bringsBlobs', params: ({ event }) => event },
            target: 'dispatching',
            actions: [
              { type: 'noteGrant', params: ({ event }) => event },
              { type: 'recordBlobs', params: ({ event }) => event },
            ],
          },
          { target: 'resting', actions: { type: 'noteGrant', params: ({ event }) => event } },
        ],
        'CHAIN.SHARED': { actions: ['noteWork', { type: 'record', params: ({ context, event }) => pull.sharedChainSeen(context, event) }] },
        'DRAW.ANSWERED': { target: 'dispatching', actions: { type: 'applyOrder', params: ({ event }) => event } },
        'CHAIN.COMPLETE': 'answering',
      },
    },
    dispatching: {
      description: 'Every missing layer gets a connection or its place in the queue; no time passes.',
      always: [
        { guard: 'isShared', actions: [{ type: 'record', params: ({ context }) => pull.sharedBlobSeen(context) }, 'shiftBlob'] },
        {
          guard: and(['isGranted', 'hasIdle']),
          actions: [{ type: 'ask', params: ({ context }) => pull.firstItems(context, peek(context.blobs).layer) }, 'handOutBlob'],
        },
        {
          guard: and(['isGranted', 'mayOpen']),
          actions: [{ type: 'openFetcher', params: ({ context }) => pull.firstItems(context, peek(context.blobs).layer) }, 'shiftBlob'],
        },
        { guard: 'isGranted', actions: [{ type: 'waitForRoom', params: ({ context }) => peek(context.blobs) }, 'shiftBlob'] },
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
      entry: [{ type: 'record', params: ({ context }) => pull.unpackSeen(context, 'started') }, 'takeSpace'],
      on: {
        'DISK.FULL': {
          target: 'cancelling',
          actions: [
            { type: 'record', params: ({ context }) => pull.unpackSeen(context, 'failed', 'no space left on device') },
            { type: 'noteFailure', params: ({ context }) => pull.diskFull(context) },
          ],
        },
        'FETCH.FAILED': { target: 'cancelling', actions: ['freeSpace', { type: 'noteFailure', params: ({ event }) => event }] },
        'PULL.CANCELLED': { target: 'cancelling', actions: ['freeSpace', 'noteCancel'] },
      },
      after: {
        unpack: {
          target: 'awaitingChain',
          actions: [
            { type: 'record', params: ({ context }) => pull.unpackSeen(context, 'finished') },
            { type: 'tellContent', params: ({ context }) => pull.chainCommitted(context) },
          ],
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
        { guard: 'someFetcherRuns', actions: ['cancelFetcher', 'countCancelled'] },
        {
          guard: 'isCancelled',
          target: 'ended',
          actions: [
            { type: 'tellContent', params: ({ context }) => pull.says(context, 'CONTENT.DROPPED') },
            { type: 'tellService', params: ({ context }) => pull.ended(context, 'PULL.ABANDONED') },
          ],
        },
        {
          target: 'answering',
          actions: { type: 'tellContent', params: ({ context }) => pull.says(context, 'CONTENT.DROPPED') },
        },
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
              { type: 'tellContent', params: ({ context }) => pull.says(context, 'CONTENT.COMPLETED') },
              { type: 'tellService', params: ({ context }) => pull.ended(context, 'PULL.SUCCEEDED') },
            ],
          },
          { target: 'ended', actions: { type: 'tellService', params: ({ context }) => pull.failed(context) } },
        ],
      },
    },
    ended: {
      description: 'The image service knows how it ended, and stops it.',
      on: { 'PULL.CANCELLED': {} },
    },
  },
});
