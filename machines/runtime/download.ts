import { and, assign, sendTo, setup } from 'xstate';
import type { PullError } from '../../src/runtime/errors/pull-error.ts';
import { heedsRequests } from '../../src/runtime/images/progress-watch.ts';
import type { Because } from '../../src/trace/observation.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { SlotAnswer } from '../pull/pull-slots.ts';
import type { FlowFinished } from '../world/network-protocol.ts';
import type { DownloadContext } from './download-context.ts';
import * as download from './download-context.ts';
import type { DownloadAnswer, DownloadEvent, DownloadInput, DownloadWanted } from './download-protocol.ts';
import { httpExchangeMachine } from './http-exchange.ts';
import type { ExchangeAnswer, ExchangeAnswered } from './http-exchange-protocol.ts';

/**
 * One response, from the wait for a slot to its last byte: the request, then as much of the body as is wanted, as far as it comes.
 * Mirrors `dockerFetcher.open` (core/remotes/docker/fetcher.go): the slot is taken before the request and given back when
 * the body is closed, so that a body that is opened again waits for its turn again.
 */
export const downloadMachine = setup({
  types: {
    input: {} as DownloadInput,
    context: {} as DownloadContext,
    events: {} as DownloadEvent | SlotAnswer | ExchangeAnswer | FlowFinished,
  },
  actors: { exchange: httpExchangeMachine },
  guards: {
    takesSlot: ({ context }) => download.wantedOf(context).takesSlot,
    isToTakeSlot: (_, params: { wanted: DownloadWanted }) => params.wanted.takesSlot,
    somebodyMadeRoom: (_, params: { releasedBy: string | undefined }) => params.releasedBy !== undefined,
    /** By a watch that goes by requests. */
    isHeeded: ({ context }) => heedsRequests(context.input.profile.options),
    isLayer: ({ context }) => download.wantedOf(context).layer >= 0,
    isSlow: ({ context }) => download.troubleOf(context)?.kind === 'trickle',
    isStalled: ({ context }) => download.troubleOf(context)?.kind === 'stalled',
    falters: ({ context }) => download.falterMicros(context) > 0,
    isBroken: ({ context }) => download.breakOf(context) !== undefined,
    isCancelled: ({ context }) => context.outcome === 'cancelled',
  },
  delays: {
    handOver: ({ context }) => context.input.profile.delays.slotHandOver,
    faltering: ({ context }) => download.falterMicros(context),
  },
  actions: {
    begin: assign((_, params: { wanted: DownloadWanted }) => ({ wanted: params.wanted, because: params.wanted.because, bytes: 0 })),
    requestSlot: sendTo(
      ({ context }) => context.input.slots,
      ({ context, self }) => ({ type: 'SLOT.REQUESTED', requester: self, holder: context.input.name, tellsWait: true }) as const,
    ),
    withdrawSlot: sendTo(
      ({ context }) => context.input.slots,
      ({ context }) => ({ type: 'SLOT.WITHDRAWN', holder: context.input.name }) as const,
    ),
    releaseSlot: sendTo(
      ({ context }) => context.input.slots,
      ({ context }) => ({ type: 'SLOT.RELEASED', holder: context.input.name }) as const,
    ),
    recordWait: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, params: { heldBy: string }) => download.recordWait(context, params.heldBy),
    ),
    noteRoomMaker: assign({
      because: (_, params: { releasedBy: string | undefined }): Because => ({ kind: 'downloadSlot', actor: params.releasedBy ?? '' }),
    }),
    ask: sendTo(
      ({ context }) => context.exchange,
      ({ context }) => ({ type: 'EXCHANGE.REQUESTED', wanted: { ...download.wantedOf(context), because: context.because } }) as const,
    ),
    cancelExchange: sendTo(({ context }) => context.exchange, { type: 'EXCHANGE.CANCELLED' }),
    noteResponse: assign({ response: (_, params: ExchangeAnswered) => params }),
    tellQueued: sendTo(
      ({ context }) => context.input.fetch,
      ({ context }) => ({ type: 'DOWNLOAD.QUEUED', download: context.input.download }) as const,
    ),
    tellAsking: sendTo(
      ({ context }) => context.input.fetch,
      ({ context }) => ({ type: 'DOWNLOAD.ASKING', download: context.input.download }) as const,
    ),
    tellOpened: sendTo(
      ({ context }) => context.input.fetch,
      ({ context }) => download.openedOf(context),
    ),
    noteBytes: assign({ bytes: (_, params: { bytes: number }) => params.bytes }),
    startFlow: sendTo(
      ({ context }) => context.input.network,
      ({ context, self }) => download.firstFlow(context, self),
    ),
    startSlowFlow: sendTo(
      ({ context }) => context.input.network,
      ({ context, self }) => download.slowFlow(context, self),
    ),
    cancelFlow: sendTo(
      ({ context }) => context.input.network,
      ({ context }) => ({ type: 'FLOW.CANCELLED', ...download.flowName(context) }) as const,
    ),
    tellFlowing: sendTo(
      ({ context }) => context.input.fetch,
      ({ context }, params: { part: 'first' | 'slow' }) => download.flowing(context, params.part),
    ),
    tellStalled: sendTo(
      ({ context }) => context.input.fetch,
      ({ context }) =>
        ({ type: 'DOWNLOAD.STALLED', download: context.input.download, fault: download.troubleOf(context)?.fault ?? '' }) as const,
    ),
    recordBreak: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }) => download.recordBreak(context),
    ),
    noteEnd: assign({ outcome: ({ context }) => download.ended(context) }),
    noteFailure: assign({ outcome: ({ context }, params: { error: PullError }) => download.failed(context, params.error) }),
    noteCancel: assign({ outcome: 'cancelled' }),
    letGo: sendTo(
      ({ context }) => context.input.connections,
      ({ context }, params: { kind: 'complete' | 'broken' }) => download.lettingGo(context, params.kind),
    ),
    tell: sendTo(
      ({ context }) => context.input.fetch,
      ({ context }) => context.outcome as DownloadAnswer,
    ),
    tellEnded: sendTo(
      ({ context }) => context.input.fetch,
      ({ context }) => download.ended(context),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'download',
  description: 'One response of a registry, from the wait for a slot to its last byte.',
  // The one place where this machine spawns.
  context: ({ input, spawn, self }) =>
    download.newDownload(input, spawn('exchange', { id: 'exchange', input: download.exchangeInput(input, self) })),
  initial: 'idle',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    idle: {
      description: 'Nothing is wanted.',
      on: {
        'DOWNLOAD.REQUESTED': [
          {
            guard: { type: 'isToTakeSlot', params: ofEvent },
            target: 'queueing',
            actions: { type: 'begin', params: ofEvent },
          },
          { guard: 'isHeeded', target: 'exchanging', actions: [{ type: 'begin', params: ofEvent }, 'tellAsking'] },
          { target: 'exchanging', actions: { type: 'begin', params: ofEvent } },
        ],
        'DOWNLOAD.CANCELLED': {},
        'FLOW.FINISHED': { description: 'Its last byte came in the very moment in which it was cancelled.' },
      },
    },
    queueing: {
      description: 'Waits for a download slot, first come first served.',
      tags: 'waiting',
      entry: 'requestSlot',
      on: {
        'SLOT.AWAITED': [
          { guard: 'isHeeded', actions: [{ type: 'recordWait', params: ofEvent }, 'tellQueued'] },
          { actions: { type: 'recordWait', params: ofEvent } },
        ],
        'SLOT.GRANTED': [
          {
            guard: { type: 'somebodyMadeRoom', params: ofEvent },
            target: 'handingOver',
            actions: { type: 'noteRoomMaker', params: ofEvent },
          },
          { guard: 'isHeeded', target: 'exchanging', actions: 'tellAsking' },
          { target: 'exchanging' },
        ],
        'DOWNLOAD.CANCELLED': { target: 'idle', actions: 'withdrawSlot' },
      },
    },
    handingOver: {
      description: 'Has the slot that somebody else had: waking up takes a moment.',
      on: { 'DOWNLOAD.CANCELLED': { target: 'closing', actions: 'noteCancel' } },
      after: { handOver: [{ guard: 'isHeeded', target: 'exchanging', actions: 'tellAsking' }, { target: 'exchanging' }] },
    },
    exchanging: {
      description: 'The request is under way, with its tries.',
      tags: 'asking',
      entry: 'ask',
      on: {
        'EXCHANGE.ANSWERED': [
          {
            guard: 'isLayer',
            target: 'opened',
            actions: { type: 'noteResponse', params: ofEvent },
          },
          {
            guard: 'takesSlot',
            target: 'idle',
            actions: [
              { type: 'noteResponse', params: ofEvent },
              { type: 'letGo', params: { kind: 'complete' } },
              'releaseSlot',
              'tellEnded',
            ],
          },
          {
            target: 'idle',
            actions: [{ type: 'noteResponse', params: ofEvent }, { type: 'letGo', params: { kind: 'complete' } }, 'tellEnded'],
          },
        ],
        'EXCHANGE.FAILED': { target: 'closing', actions: { type: 'noteFailure', params: ofEvent } },
        'DOWNLOAD.CANCELLED': { target: 'closing', actions: ['cancelExchange', 'noteCancel'] },
      },
    },
    opened: {
      description: 'The answer has come, its body waits to be read.',
      entry: 'tellOpened',
      on: {
        'DOWNLOAD.READ': { target: 'receiving', actions: { type: 'noteBytes', params: ofEvent } },
        'DOWNLOAD.CANCELLED': { target: 'closing', actions: [{ type: 'letGo', params: { kind: 'broken' } }, 'noteCancel'] },
      },
    },
    receiving: {
      description: 'Bytes arrive at the rate that the network gives, until all have come or something happens to the response.',
      tags: 'downloading',
      entry: ['startFlow', { type: 'tellFlowing', params: { part: 'first' } }],
      on: {
        'FLOW.FINISHED': [
          { guard: 'isSlow', target: 'slowed' },
          { guard: 'isStalled', target: 'stalled' },
          { guard: 'falters', target: 'faltering' },
          { guard: 'isBroken', target: 'closing', actions: ['recordBreak', { type: 'letGo', params: { kind: 'broken' } }, 'noteEnd'] },
          {
            guard: 'takesSlot',
            target: 'idle',
            actions: [{ type: 'letGo', params: { kind: 'complete' } }, 'releaseSlot', 'tellEnded'],
          },
          { target: 'idle', actions: [{ type: 'letGo', params: { kind: 'complete' } }, 'tellEnded'] },
        ],
        'DOWNLOAD.CANCELLED': {
          target: 'closing',
          actions: ['cancelFlow', { type: 'letGo', params: { kind: 'broken' } }, 'noteCancel'],
        },
      },
    },
    slowed: {
      description: 'The registry goes on at a trickle.',
      tags: 'downloading',
      entry: ['tellStalled', 'startSlowFlow', { type: 'tellFlowing', params: { part: 'slow' } }],
      on: {
        'FLOW.FINISHED': { target: 'closing', actions: [{ type: 'letGo', params: { kind: 'complete' } }, 'noteEnd'] },
        'DOWNLOAD.CANCELLED': {
          target: 'closing',
          actions: ['cancelFlow', { type: 'letGo', params: { kind: 'broken' } }, 'noteCancel'],
        },
      },
    },
    faltering: {
      description: 'No byte comes any more, and after a while the response breaks off.',
      tags: 'downloading',
      entry: ['tellStalled', { type: 'tellFlowing', params: { part: 'slow' } }],
      on: { 'DOWNLOAD.CANCELLED': { target: 'closing', actions: [{ type: 'letGo', params: { kind: 'broken' } }, 'noteCancel'] } },
      after: { faltering: { target: 'closing', actions: ['recordBreak', { type: 'letGo', params: { kind: 'broken' } }, 'noteEnd'] } },
    },
    stalled: {
      description: 'No byte comes any more, and nobody says so: only a cancellation ends this. It keeps its slot.',
      tags: 'downloading',
      // Its flow is over for the network: how far it has come is told.
      entry: ['tellStalled', { type: 'tellFlowing', params: { part: 'slow' } }],
      on: { 'DOWNLOAD.CANCELLED': { target: 'closing', actions: [{ type: 'letGo', params: { kind: 'broken' } }, 'noteCancel'] } },
    },
    closing: {
      description: 'It is over before its time: the slot goes to the next in line, and the fetch hears why; whoever cancelled it knows.',
      always: [
        { guard: and(['takesSlot', 'isCancelled']), target: 'idle', actions: 'releaseSlot' },
        { guard: 'takesSlot', target: 'idle', actions: ['releaseSlot', 'tell'] },
        { guard: 'isCancelled', target: 'idle' },
        { target: 'idle', actions: 'tell' },
      ],
    },
  },
});
