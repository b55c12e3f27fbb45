import { and, assign, sendTo, setup } from 'xstate';
import { peek, push, shift } from '../../src/collections/fifo.ts';
import type { PullError } from '../../src/runtime/errors/pull-error.ts';
import type { ContentAnswer } from '../../src/runtime/images/content-store.ts';
import { headItems, manifestItems } from '../../src/runtime/images/pull-items.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { PullCommand, PullEnded, RuntimePullInput } from '../pull/pull-protocol.ts';
import type { DrawAnswered } from '../world/random-source.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import { connectionsMachine } from './connections.ts';
import type { ContentEvent } from './content-store.ts';
import { fetchMachine } from './fetch.ts';
import type { FetchAnswer } from './fetch-protocol.ts';
import { imageUnpackMachine } from './image-unpack.ts';
import type { ChainAnswer, ImageUnpackAnswer } from './image-unpack-context.ts';
import type { WriteFinished } from './metadata-store.ts';
import { type PullProgressEvent, type PullStalled, pullProgressMachine } from './pull-progress.ts';
import * as pull from './runtime-pull-context.ts';

/**
 * One PullImage call inside containerd: resolve the tag, fetch manifest and config, then fetch the layers that are missing
 * while another actor unpacks them (image-unpack.ts) and a third watches for progress (pull-progress.ts). Mirrors containerd's
 * pull handlers and its fetch of children, as measured in docs/measurements.md R1, R6, R8, R9.
 */
export const runtimePullMachine = setup({
  types: {
    input: {} as RuntimePullInput,
    context: {} as pull.RuntimePullContext,
    events: {} as PullCommand | FetchAnswer | ContentAnswer | DrawAnswered | ImageUnpackAnswer | PullStalled | WriteFinished,
  },
  actors: { connections: connectionsMachine, fetch: fetchMachine, unpack: imageUnpackMachine, progress: pullProgressMachine },
  guards: {
    isShared: ({ context }) => context.blobs.size > 0 && peek(context.blobs).state === 'shared',
    isGranted: ({ context }) => context.blobs.size > 0,
    moreThanIdle: ({ context }) => context.blobs.size > context.idle.length,
    mayOpen: ({ context }) => context.fetchers.length < pull.maxFetchers(context),
    hasIdle: ({ context }) => context.idle.length > 0,
    layersWait: ({ context }) => context.waiting.size > 0,
    needsDraws: ({ context }, params: pull.Grant) => pull.needsDraws(context, params),
    someFetcherRuns: ({ context }) => context.cancelled < context.fetchers.length,
    isCancelled: ({ context }) => context.outcome === 'cancelled',
    isPulled: ({ context }) => context.outcome === 'going',
  },
  delays: { reply: ({ context }) => pull.replyPauseMicros(context) },
  actions: {
    // It spawns here, and at its start those that it works with all along.
    openFetcher: assign(({ context, spawn, self }, params: pull.Fetching) => {
      const fetch = context.fetchers.length;
      const fetcher = spawn('fetch', { id: `fetch-${fetch}`, input: pull.fetchInput(context, fetch, self, params.items) });
      return { fetchers: [...context.fetchers, fetcher] };
    }),
    ask: sendTo(
      ({ context }) => pull.fetcherOf(context, context.idle[0]),
      (_, params: pull.Fetching) => ({ type: 'FETCH.REQUESTED', items: params.items }) as const,
    ),
    occupy: assign({ idle: ({ context }) => context.idle.slice(1) }),
    noteIdle: assign({ idle: ({ context }, params: { fetch: number }) => [...context.idle, params.fetch] }),
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
    tellContent: sendTo(
      ({ context }) => context.input.content,
      (_, params: ContentEvent) => params,
    ),
    tellWatch: sendTo(
      ({ context }) => context.watch,
      (_, params: PullProgressEvent) => params,
    ),
    passOn: sendTo(
      ({ context }) => context.unpack,
      (_, params: ChainAnswer) => params,
    ),
    tellArrived: sendTo(
      ({ context }) => context.unpack,
      (_, params: { layer: number }) => ({ type: 'LAYER.ARRIVED', layer: params.layer }) as const,
    ),
    noteWork: assign({ replyMicros: ({ context }) => context.input.profile.delays.beforeReply }),
    noteUnread: assign({ readMicros: 0 }),
    noteGrant: assign(({ context }, params: pull.Grant) => pull.granted(context, params)),
    requestDraws: sendTo(
      ({ context }) => context.input.random,
      ({ context, self }) => pull.drawRequest(context, self),
    ),
    applyOrder: assign({ blobs: ({ context }, params: { values: readonly number[] }) => pull.reordered(context, params.values) }),
    handOutBlob: assign(({ context }) => pull.handedOut(context)),
    shiftBlob: assign({ blobs: ({ context }) => shift(context.blobs) }),
    waitForRoom: assign({ waiting: ({ context }, { layer, offset }: pull.BegunLayer) => push(context.waiting, { layer, offset }) }),
    shiftWaiting: assign({ waiting: ({ context }) => shift(context.waiting) }),
    noteFailure: assign(({ context }, params: { error: PullError }) => pull.failing(context, params.error)),
    noteCancel: assign({ outcome: 'cancelled' }),
    cancelUnpack: sendTo(
      ({ context }) => context.unpack,
      ({ context }) => pull.unpackCancel(context),
    ),
    cancelFetcher: sendTo(({ context }) => pull.fetcherOf(context, context.cancelled), { type: 'FETCH.CANCELLED' }),
    countCancelled: assign({ cancelled: ({ context }) => context.cancelled + 1 }),
    tellRecorder: sendTo(
      ({ context }) => context.input.recorder,
      (_, params: RecorderEvent) => params,
    ),
    tellService: sendTo(
      ({ context }) => context.input.service,
      (_, params: PullEnded) => params,
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'runtimePull',
  description: 'One PullImage inside the container runtime: resolve, fetch, unpack.',
  context: ({ input, spawn, self }) => {
    const { name, recorder, clock, connectMicros } = input;
    const connections = spawn('connections', { id: 'connections', input: { name: `${name}/connections`, recorder, clock, connectMicros } });
    const watch = spawn('progress', { id: 'progress', input: pull.watchInput(input, self) });
    const unpack = spawn('unpack', { id: 'unpack', input: pull.unpackInput(input, watch, self) });
    return pull.newPull(input, { connections, watch, unpack });
  },
  initial: 'resolving',
  on: {
    'FETCH.FAILED': { target: '.cancelling', actions: { type: 'noteFailure', params: ofEvent } },
    'UNPACK.FAILED': { target: '.cancelling', actions: { type: 'noteFailure', params: ofEvent } },
    'PULL.STALLED': {
      target: '.cancelling',
      actions: { type: 'noteFailure', params: ({ context, event }) => pull.stalled(context, event) },
    },
    'PULL.CANCELLED': { target: '.cancelling', actions: 'noteCancel' },
    // While layers are under way:
    'CHAIN.GRANTED': { actions: { type: 'passOn', params: ofEvent } },
    'CHAIN.SHARED': { actions: { type: 'passOn', params: ofEvent } },
    'CHAIN.COMPLETE': { actions: { type: 'passOn', params: ofEvent } },
    'FETCH.FINISHED': {
      actions: [
        { type: 'noteIdle', params: ofEvent },
        { type: 'tellContent', params: ({ context, event }) => pull.blobCommitted(context, event.layer) },
        { type: 'tellWatch', params: ({ event }) => pull.progressFetched(event) },
        { type: 'tellArrived', params: ofEvent },
      ],
    },
    'BLOB.ARRIVED': { actions: { type: 'tellArrived', params: ofEvent } },
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
          { type: 'tellRecorder', params: ({ context, event }) => pull.recordInherited(context, event) },
          { type: 'waitForRoom', params: ofEvent },
        ],
      },
    ],
    'UNPACKS.COMPLETE': '.naming',
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    resolving: {
      description: 'HEAD: which manifest does the tag name?',
      entry: { type: 'openFetcher', params: ({ context }) => ({ items: headItems(context.input.profile) }) },
      on: {
        'FETCH.FINISHED': {
          target: 'awaitingContent',
          actions: [{ type: 'tellWatch', params: ({ event }) => ({ type: 'PROGRESS.RESOLVED', fetch: event.fetch }) }, 'requestManifest'],
        },
      },
    },
    fetchingManifest: {
      description: 'Index, manifest and config, one round trip after another.',
      entry: { type: 'ask', params: ({ context }) => ({ items: manifestItems(context.input.profile, context.input.image) }) },
      on: {
        'FETCH.FINISHED': {
          target: 'awaitingContent',
          actions: [
            { type: 'tellWatch', params: ({ event }) => ({ type: 'PROGRESS.SETTLED', fetch: event.fetch }) },
            { type: 'tellContent', params: ({ context }) => pull.says(context, 'MANIFEST.COMMITTED') },
          ],
        },
      },
    },
    awaitingContent: {
      description:
        'Manifest and config are there, or another pull fetches them, or this one must. Layers that are unpacked already are skipped; one that another pull unpacks is waited for, and nothing is fetched.',
      tags: 'waiting',
      on: {
        'MANIFEST.SHARED': { actions: 'noteWork' },
        'MANIFEST.GRANTED': { target: 'fetchingManifest', actions: ['noteWork', 'noteUnread'] },
        'CHAIN.GRANTED': [
          {
            guard: { type: 'needsDraws', params: ofEvent },
            actions: [
              { type: 'noteGrant', params: ofEvent },
              { type: 'tellRecorder', params: ({ context, event }) => pull.recordBlobs(context, event.blobs) },
              'requestDraws',
              { type: 'passOn', params: ofEvent },
            ],
          },
          {
            target: 'dispatching',
            actions: [
              { type: 'noteGrant', params: ofEvent },
              { type: 'tellRecorder', params: ({ context, event }) => pull.recordBlobs(context, event.blobs) },
              { type: 'passOn', params: ofEvent },
            ],
          },
        ],
        'CHAIN.SHARED': { actions: ['noteWork', { type: 'passOn', params: ofEvent }] },
        'DRAW.ANSWERED': { target: 'dispatching', actions: { type: 'applyOrder', params: ofEvent } },
      },
    },
    dispatching: {
      description: 'Every missing layer gets a connection or its place in the queue; no time passes.',
      always: [
        { guard: 'isShared', actions: [{ type: 'tellRecorder', params: ({ context }) => pull.recordSharedBlob(context) }, 'shiftBlob'] },
        // The one that has brought the manifest comes last: it hears of its layer only after it has spoken of the manifest.
        {
          guard: and(['isGranted', 'moreThanIdle', 'mayOpen']),
          actions: [{ type: 'openFetcher', params: ({ context }) => pull.dispatchedItems(context) }, 'shiftBlob'],
        },
        {
          guard: and(['isGranted', 'hasIdle']),
          actions: [{ type: 'ask', params: ({ context }) => pull.dispatchedItems(context) }, 'handOutBlob'],
        },
        { guard: 'isGranted', actions: [{ type: 'waitForRoom', params: ({ context }) => peek(context.blobs) }, 'shiftBlob'] },
        { target: 'working' },
      ],
    },
    working: {
      description: 'Layers come, and are unpacked; one that waits gets the connection that is idle.',
      tags: 'downloading',
      always: {
        guard: and(['layersWait', 'hasIdle']),
        actions: [{ type: 'ask', params: ({ context }) => pull.nextItems(context) }, 'occupy', 'shiftWaiting'],
      },
    },
    cancelling: {
      description: 'It is over: whatever is under way for it is cancelled at once, and what it has fetched is nobody’s.',
      entry: 'cancelUnpack',
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
    naming: {
      description: 'Everything is there: the image gets its names, which the metadata is to know.',
      entry: 'requestWrite',
      on: {
        'WRITE.FINISHED': 'answering',
        'PULL.STALLED': {},
        'PULL.CANCELLED': { target: 'cancelling', actions: ['withdrawWrite', 'noteCancel'] },
      },
    },
    answering: {
      description: 'The outcome is known; the reply is on its way to the caller.',
      on: { 'PULL.STALLED': {} },
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
      on: { 'PULL.CANCELLED': {}, 'PULL.STALLED': {} },
    },
  },
});
