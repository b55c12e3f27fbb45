import { and, assign, sendTo, setup } from 'xstate';
import { peek, push, shift } from '../../src/rules/collections/fifo.ts';
import type { PullError } from '../../src/rules/runtime/errors/pull-error.ts';
import type { ContentAnswer } from '../../src/rules/runtime/images/content-store.ts';
import { countsRequests } from '../../src/rules/runtime/images/progress-watch.ts';
import { type BegunLayer, headItems, manifestItems } from '../../src/rules/runtime/images/pull-items.ts';
import { actorType, ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { DrawAnswered } from '../world/random-source.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import type { ContentEvent } from './content-store.ts';
import { connectionsReducer } from './fetch/connections.ts';
import { fetchMachine } from './fetch/fetch.ts';
import type { FetchAnswer } from './fetch/fetch-protocol.ts';
import { imageUnpackMachine } from './image-unpack.ts';
import type { ImageUnpackAnswer } from './image-unpack-context.ts';
import type { WriteFinished } from './metadata-store.ts';
import { type PullProgressEvent, type PullStalled, pullProgressMachine } from './pull-progress.ts';
import type { PullCommand, PullEnded, RuntimePullInput } from './pull-protocol.ts';
import * as pull from './runtime-pull-context.ts';

/**
 * One PullImage call inside containerd: resolve the tag, fetch manifest and config, then fetch the layers
 * that are missing while another actor unpacks them (image-unpack.ts) and a third watches for progress
 * (pull-progress.ts); where nothing is missing there are no such two. Mirrors containerd's pull handlers and
 * its fetch of children, as measured in docs/measurements.md R1, R6, R8, R9.
 */
export const runtimePullMachine = setup({
  types: {
    input: {} as RuntimePullInput,
    context: {} as pull.RuntimePullContext,
    events: {} as
      | PullCommand
      | FetchAnswer
      | ContentAnswer
      | DrawAnswered
      | ImageUnpackAnswer
      | PullStalled
      | WriteFinished,
  },
  actors: {
    connections: actorType(connectionsReducer),
    fetch: actorType(fetchMachine),
    unpack: actorType(imageUnpackMachine),
    progress: actorType(pullProgressMachine),
  },
  guards: {
    lacksPlatform: ({ context }) => context.input.image.missingPlatform !== undefined,
    isShared: ({ context }) => context.layers.blobs.size > 0 && peek(context.layers.blobs).state === 'shared',
    isGranted: ({ context }) => context.layers.blobs.size > 0,
    moreThanIdle: ({ context }) => context.layers.blobs.size > context.fetches.idle.length,
    mayOpen: ({ context }) => context.fetches.fetchers.length < pull.maxFetchers(context),
    hasIdle: ({ context }) => context.fetches.idle.length > 0,
    layersWait: ({ context }) => context.layers.waiting.size > 0,
    needsDraws: ({ context }, params: pull.Grant) => pull.needsDraws(context, params),
    isWatched: ({ context }) => context.helpers.watch !== undefined,
    isUnpacked: ({ context }) => context.helpers.unpack !== undefined,
    someFetcherRuns: ({ context }) => context.fetches.cancelled < context.fetches.fetchers.length,
    broughtLayer: (_, layer: number) => layer >= 0,
    isCleared: ({ context }) => context.fetches.dropped === context.fetches.fetchers.length,
    isCancelled: ({ context }) => context.outcome === 'cancelled',
    isPulled: ({ context }) => context.outcome === 'going',
    commitsFirst: ({ context }, unpacking: number | undefined) => pull.commitsFirst(context, unpacking),
  },
  delays: { reply: ({ context }) => pull.replyPauseMicros(context) },
  actions: {
    // This machine spawns here, in openHelpers and at its start.
    openFetcher: assign(({ context, spawn, self }, params: pull.Fetching) => {
      const fetch = context.fetches.fetchers.length;
      const fetcher = spawn('fetch', {
        id: `fetch-${fetch}`,
        input: pull.fetchInput(context, fetch, self, params.items),
      });
      return pull.withFetches(context, { fetchers: [...context.fetches.fetchers, fetcher] });
    }),
    openHelpers: assign(({ context, spawn, self }, params: pull.Grant) => {
      const watch =
        context.helpers.watch ?? spawn('progress', { id: 'progress', input: pull.watchInput(context, self) });
      const unpack = spawn('unpack', {
        id: 'unpack',
        input: pull.unpackInput(context.input, watch, params, self),
      });
      return pull.withHelpers(context, { watch, unpack });
    }),
    ask: sendTo(
      ({ context }) => pull.requireFetcher(context, context.fetches.idle[0]),
      ({ context }, params: pull.Fetching) =>
        ({ type: 'FETCH.REQUESTED', items: params.items, watch: context.helpers.watch }) as const,
    ),
    occupy: assign(({ context }) => pull.withFetches(context, { idle: context.fetches.idle.slice(1) })),
    noteIdle: assign(({ context }, fetch: number) =>
      pull.withFetches(context, { idle: [...context.fetches.idle, fetch] }),
    ),
    requestManifest: sendTo(
      ({ context }) => context.input.content,
      ({ context, self }) => pull.manifestRequest(context.input, self),
    ),
    requestWrite: sendTo(
      ({ context }) => context.input.metadata,
      ({ context, self }) => pull.replyWrite(context, self),
    ),
    withdrawWrite: sendTo(
      ({ context }) => context.input.metadata,
      ({ context }) => ({ type: 'WRITE.WITHDRAWN', writer: context.input.name }) as const,
    ),
    notifyContent: sendTo(
      ({ context }) => context.input.content,
      (_, params: ContentEvent) => params,
    ),
    notifyWatch: sendTo(
      ({ context }) => pull.requireWatch(context),
      (_, params: PullProgressEvent) => params,
    ),
    notifyArrived: sendTo(
      ({ context }) => pull.requireUnpack(context),
      (_, layer: number) => ({ type: 'LAYER.ARRIVED', layer }) as const,
    ),
    noteResolved: assign(({ context }) =>
      pull.withTimes(context, { resolvedMicros: context.input.clock.nowMicros() }),
    ),
    noteWork: assign(({ context }) =>
      pull.withTimes(context, { replyMicros: context.input.profile.delays.beforeReply }),
    ),
    noteUnread: assign(({ context }) => pull.withTimes(context, { readMicros: 0 })),
    noteGrant: assign(({ context }, params: pull.Grant) => pull.granted(context, params)),
    requestDraws: sendTo(
      ({ context }) => context.input.random,
      ({ context, self }) => pull.drawRequest(context, self),
    ),
    applyOrder: assign(({ context }, values: readonly number[]) =>
      pull.withLayers(context, { blobs: pull.reordered(context, values) }),
    ),
    handOutBlob: assign(({ context }) => pull.handedOut(context)),
    shiftBlob: assign(({ context }) => pull.withLayers(context, { blobs: shift(context.layers.blobs) })),
    waitForRoom: assign(({ context }, { layer, offset, state, spoiledBy }: BegunLayer) =>
      pull.withLayers(context, {
        waiting: push(context.layers.waiting, {
          layer,
          offset,
          state,
          ...(spoiledBy === undefined ? {} : { spoiledBy }),
        }),
      }),
    ),
    shiftWaiting: assign(({ context }) =>
      pull.withLayers(context, { waiting: shift(context.layers.waiting) }),
    ),
    noteFailure: assign(({ context }, params: { error: PullError }) => pull.failing(context, params.error)),
    noteCancel: assign({ outcome: 'cancelled' }),
    cancelUnpack: sendTo(
      ({ context }) => pull.requireUnpack(context),
      ({ context }) => pull.unpackCancel(context),
    ),
    forgetUnpack: assign(({ context }) => pull.withHelpers(context, { unpack: undefined })),
    cancelFetcher: sendTo(({ context }) => pull.requireFetcher(context, context.fetches.cancelled), {
      type: 'FETCH.CANCELLED',
    }),
    countCancelled: assign(({ context }) =>
      pull.withFetches(context, { cancelled: context.fetches.cancelled + 1 }),
    ),
    countDropped: assign(({ context }) =>
      pull.withFetches(context, { dropped: context.fetches.dropped + 1 }),
    ),
    record: sendTo(
      ({ context }) => context.input.recorder,
      (_, params: RecorderEvent) => params,
    ),
    notifyService: sendTo(
      ({ context }) => context.input.service,
      (_, params: PullEnded) => params,
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'runtimePull',
  description:
    'One PullImage inside the container runtime: resolve, fetch, unpack. The kubelet sees only its beginning and its end; all time between is one event "Pulling" of the pod.',
  context: ({ input, spawn, self }) => {
    const { name, recorder, clock, connectMicros } = input;
    const connections = spawn('connections', {
      id: 'connections',
      input: { name: `${name}/connections`, recorder, clock, connectMicros },
    });
    const begun = pull.newPull(input, connections);
    // Only a watch that counts requests has anything to watch before the first layer.
    return countsRequests(input.profile.options)
      ? {
          ...begun,
          ...pull.withHelpers(begun, {
            watch: spawn('progress', { id: 'progress', input: pull.watchInput(begun, self) }),
          }),
        }
      : begun;
  },
  initial: 'resolving',
  on: {
    'FETCH.FAILED': { target: '.cancelling', actions: { type: 'noteFailure', params: ofEvent } },
    'UNPACKS.FAILED': { target: '.cancelling', actions: { type: 'noteFailure', params: ofEvent } },
    'RUNTIME_PULL.STALLED': [
      {
        description: 'CRI-O commits the layers to their end, and only then finds that the pull is cancelled.',
        guard: { type: 'commitsFirst', params: ({ event }) => event.unpacking },
        actions: { type: 'noteFailure', params: ({ context, event }) => pull.stalled(context, event) },
      },
      {
        target: '.cancelling',
        actions: { type: 'noteFailure', params: ({ context, event }) => pull.stalled(context, event) },
      },
    ],
    'RUNTIME_PULL.CANCELLED': { target: '.cancelling', actions: 'noteCancel' },
    // Events that may come in every state in which layers are fetched:
    'FETCH.FINISHED': {
      actions: [
        { type: 'noteIdle', params: ({ event }) => event.fetch },
        { type: 'notifyContent', params: ({ context, event }) => pull.blobCommitted(context, event.layer) },
        { type: 'notifyWatch', params: ({ event }) => pull.progressFetched(event) },
        { type: 'notifyArrived', params: ({ event }) => event.layer },
      ],
    },
    'FETCH.KEPT': {
      actions: [
        { type: 'noteIdle', params: ({ event }) => event.fetch },
        { type: 'notifyArrived', params: ({ event }) => event.layer },
      ],
    },
    'BLOB.ARRIVED': { actions: { type: 'notifyArrived', params: ({ event }) => event.layer } },
    'BLOB.GRANTED': [
      {
        guard: 'hasIdle',
        actions: [{ type: 'ask', params: ({ context, event }) => pull.firstItems(context, event) }, 'occupy'],
      },
      {
        guard: 'mayOpen',
        actions: { type: 'openFetcher', params: ({ context, event }) => pull.firstItems(context, event) },
      },
      {
        actions: [
          { type: 'record', params: ({ context, event }) => pull.recordInherited(context, event) },
          { type: 'waitForRoom', params: ofEvent },
        ],
      },
    ],
    'UNPACKS.COMPLETE': [{ guard: 'isPulled', target: '.resolvingReference' }, { target: '.cancelling' }],
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    resolving: {
      description:
        'HEAD asks which manifest the tag names. An image whose content is on the node costs no more requests than this one. A tag that does not exist ends the pull here, with "not found".',
      entry: { type: 'openFetcher', params: ({ context }) => ({ items: headItems(context.input.profile) }) },
      on: {
        'FETCH.FINISHED': [
          {
            guard: 'isWatched',
            target: 'awaitingContent',
            actions: [
              {
                type: 'notifyWatch',
                params: ({ event }) => ({ type: 'PROGRESS.SETTLED', fetch: event.fetch }),
              },
              'requestManifest',
            ],
          },
          { target: 'awaitingContent', actions: ['noteResolved', 'requestManifest'] },
        ],
      },
    },
    fetchingManifest: {
      description:
        'Index, manifest and config are fetched, one round trip after another. An index without a manifest for the platform of the node ends the pull.',
      entry: {
        type: 'ask',
        params: ({ context }) => ({ items: manifestItems(context.input.profile, context.input.image) }),
      },
      on: {
        'FETCH.FINISHED': [
          {
            guard: 'lacksPlatform',
            target: 'cancelling',
            actions: { type: 'noteFailure', params: ({ context }) => pull.withoutPlatform(context) },
          },
          {
            guard: 'isWatched',
            target: 'awaitingContent',
            actions: [
              {
                type: 'notifyWatch',
                params: ({ event }) => ({ type: 'PROGRESS.SETTLED', fetch: event.fetch }),
              },
              {
                type: 'notifyContent',
                params: ({ context }) => pull.contentMessage(context, 'MANIFEST.COMMITTED'),
              },
            ],
          },
          {
            target: 'awaitingContent',
            actions: {
              type: 'notifyContent',
              params: ({ context }) => pull.contentMessage(context, 'MANIFEST.COMMITTED'),
            },
          },
        ],
      },
    },
    awaitingContent: {
      description:
        'Manifest and config are present, or another pull fetches them, or this one must. Layers that are already unpacked are skipped. While another pull unpacks a layer, this one waits and fetches nothing.',
      tags: 'waiting',
      on: {
        'MANIFEST.SHARED': {
          actions: [
            'noteWork',
            {
              type: 'record',
              params: ({ context, event }) => pull.recordSharedManifest(context, event.holder),
            },
          ],
        },
        'MANIFEST.GRANTED': { target: 'fetchingManifest', actions: ['noteWork', 'noteUnread'] },
        'CHAIN.GRANTED': [
          {
            guard: { type: 'needsDraws', params: ofEvent },
            actions: [
              { type: 'noteGrant', params: ofEvent },
              {
                type: 'record',
                params: ({ context, event }) => pull.recordBlobs(context, event.blobs),
              },
              'requestDraws',
              { type: 'openHelpers', params: ofEvent },
            ],
          },
          {
            target: 'dispatching',
            actions: [
              { type: 'noteGrant', params: ofEvent },
              {
                type: 'record',
                params: ({ context, event }) => pull.recordBlobs(context, event.blobs),
              },
              { type: 'openHelpers', params: ofEvent },
            ],
          },
        ],
        'CHAIN.SHARED': {
          actions: [
            'noteWork',
            { type: 'record', params: ({ context, event }) => pull.recordSharedChain(context, event) },
          ],
        },
        'CHAIN.COMPLETE': 'resolvingReference',
        'DRAW.ANSWERED': {
          target: 'dispatching',
          actions: { type: 'applyOrder', params: ({ event }) => event.values },
        },
      },
    },
    dispatching: {
      description: 'Every missing layer gets a connection or a place in the queue; no time passes.',
      always: [
        {
          guard: 'isShared',
          actions: [{ type: 'record', params: ({ context }) => pull.recordSharedBlob(context) }, 'shiftBlob'],
        },
        // The fetch that has brought the manifest gets its layer last, because it must first report the
        // manifest.
        {
          guard: and(['isGranted', 'moreThanIdle', 'mayOpen']),
          actions: [
            { type: 'openFetcher', params: ({ context }) => pull.dispatchedItems(context) },
            'shiftBlob',
          ],
        },
        {
          guard: and(['isGranted', 'hasIdle']),
          actions: [{ type: 'ask', params: ({ context }) => pull.dispatchedItems(context) }, 'handOutBlob'],
        },
        {
          guard: 'isGranted',
          actions: [
            { type: 'waitForRoom', params: ({ context }) => peek(context.layers.blobs) },
            'shiftBlob',
          ],
        },
        { target: 'working' },
      ],
    },
    working: {
      description: 'Layers arrive and are unpacked. A waiting layer gets the next idle connection.',
      tags: 'downloading',
      always: {
        guard: and(['layersWait', 'hasIdle']),
        actions: [
          { type: 'ask', params: ({ context }) => pull.nextItems(context) },
          'occupy',
          'shiftWaiting',
        ],
      },
    },
    cancelling: {
      description:
        'The pull ends without success: everything under way for it is cancelled at once. Its fetches say which bytes of their blobs stay; only then does its content belong to no pull, so that a pull which waits for it goes on from those bytes. No time passes.',
      always: [
        { guard: 'isUnpacked', actions: ['cancelUnpack', 'forgetUnpack'] },
        { guard: 'someFetcherRuns', actions: ['cancelFetcher', 'countCancelled'] },
        {
          guard: and(['isCleared', 'isCancelled']),
          target: 'ended',
          actions: [
            {
              type: 'notifyContent',
              params: ({ context }) => pull.contentMessage(context, 'CONTENT.DROPPED'),
            },
            { type: 'notifyService', params: ({ context }) => pull.ended(context, 'RUNTIME_PULL.ABANDONED') },
          ],
        },
        {
          guard: 'isCleared',
          target: 'answering',
          actions: {
            type: 'notifyContent',
            params: ({ context }) => pull.contentMessage(context, 'CONTENT.DROPPED'),
          },
        },
      ],
      on: {
        'FETCH.DROPPED': { actions: 'countDropped' },
        'FETCH.FINISHED': [
          {
            description: 'The blob of a layer was noted at the moment of the cancellation.',
            guard: { type: 'broughtLayer', params: ({ event }) => event.layer },
            actions: {
              type: 'notifyContent',
              params: ({ context, event }) => pull.blobCommitted(context, event.layer),
            },
          },
          {},
        ],
        'FETCH.KEPT': {},
        'BLOB.ARRIVED': {},
        'BLOB.GRANTED': {
          description:
            'Another pull was dropped at the same moment; this one passes the blob on when it is dropped.',
        },
        'FETCH.FAILED': {},
        'UNPACKS.FAILED': {},
        'RUNTIME_PULL.STALLED': {},
        'RUNTIME_PULL.CANCELLED': { actions: 'noteCancel' },
      },
    },
    resolvingReference: {
      description:
        'All content is present. The names of the image are written to the metadata store, so that its reference resolves to this content.',
      entry: 'requestWrite',
      on: {
        'WRITE.FINISHED': 'answering',
        'RUNTIME_PULL.STALLED': {},
        'RUNTIME_PULL.CANCELLED': { target: 'cancelling', actions: ['withdrawWrite', 'noteCancel'] },
      },
    },
    answering: {
      description:
        'The outcome is known; the reply is on its way to the caller. After it the kubelet writes "Successfully pulled image", or "Failed to pull image" with this error.',
      on: { 'RUNTIME_PULL.STALLED': {} },
      after: {
        reply: [
          {
            guard: 'isPulled',
            target: 'ended',
            actions: [
              {
                type: 'notifyContent',
                params: ({ context }) => pull.contentMessage(context, 'CONTENT.COMPLETED'),
              },
              {
                type: 'notifyService',
                params: ({ context }) => pull.ended(context, 'RUNTIME_PULL.SUCCEEDED'),
              },
            ],
          },
          {
            target: 'ended',
            actions: { type: 'notifyService', params: ({ context }) => pull.failed(context) },
          },
        ],
      },
    },
    ended: {
      description: 'The pull is over. The image service has the outcome and stops this actor.',
      on: { 'RUNTIME_PULL.CANCELLED': {}, 'RUNTIME_PULL.STALLED': {} },
    },
  },
});
