import { and, assign, sendTo, setup } from 'xstate';
import { heedsRequests } from '../../src/runtime/images/progress-watch.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { SlotAnswer } from '../pull/pull-slots.ts';
import type { FlowFinished } from '../world/network-protocol.ts';
import type { RegistryAnswer } from '../world/registry-protocol.ts';
import type { ConnectionGiven, TokenAnswer, TokenDenied } from './connections.ts';
import type { DownloadContext } from './download-context.ts';
import * as download from './download-context.ts';
import type { DownloadAnswer, DownloadEvent, DownloadInput, DownloadWanted } from './download-request.ts';
import * as request from './download-request.ts';

/**
 * One response, from the wait for a slot to its last byte: the request, over one connection after another, with its tries and
 * what it takes to be let in; then as much of the body as is wanted, as far as it comes.
 * Mirrors `dockerFetcher.open` (core/remotes/docker/fetcher.go), `request.doWithRetries` and `retryRequest` (resolver.go) with
 * `dockerAuthorizer`: the slot is taken before the request and given back when the body is closed, so that a body that is
 * opened again waits for its turn again.
 */
export const downloadMachine = setup({
  types: {
    input: {} as DownloadInput,
    context: {} as DownloadContext,
    events: {} as DownloadEvent | SlotAnswer | ConnectionGiven | TokenAnswer | RegistryAnswer | FlowFinished,
  },
  guards: {
    takesSlot: ({ context }) => request.wantedOf(context).takesSlot,
    isToTakeSlot: (_, params: { wanted: DownloadWanted }) => params.wanted.takesSlot,
    somebodyMadeRoom: (_, params: { releasedBy: string | undefined }) => params.releasedBy !== undefined,
    /** By a watch that goes by requests. */
    isHeeded: ({ context }) => heedsRequests(context.input.profile.options),
    /** Not to a request that was dropped. */
    isAwaited: ({ context }, params: RegistryAnswer) => params.id === request.idOf(context),
    isNew: (_, params: { setUpMicros: number }) => params.setUpMicros > 0,
    isGood: ({ context }) => request.isGood(context) && !request.isAside(context),
    isLayer: ({ context }) => request.wantedOf(context).layer >= 0,
    isToken: ({ context }) => context.asked.kind === 'token' && request.isGood(context),
    isNoToken: ({ context }) => request.failureKind(context) === 'tokenRefused',
    isLost: ({ context }) => request.isLost(context),
    needsToken: ({ context }) => request.isChallenged(context, 'bearer') && request.hasTries(context),
    needsPassword: ({ context }) => request.isChallenged(context, 'basic') && request.hasTries(context),
    mayTryAgain: ({ context }) => request.mayTryAgain(context),
    mayAskWhy: ({ context }) => request.mayAskWhy(context),
    isSlow: ({ context }) => download.bodyFaultMet(context)?.kind === 'trickle',
    isStalled: ({ context }) => download.bodyFaultMet(context)?.kind === 'stalled',
    falters: ({ context }) => download.falterMicros(context) > 0,
    isBroken: ({ context }) => download.breakOf(context) !== undefined,
    isGoing: ({ context }) => context.outcome === 'going',
    isCancelled: ({ context }) => context.outcome === 'cancelled',
  },
  delays: {
    handOver: ({ context }) => context.input.profile.delays.slotHandOver,
    setUp: ({ context }) => context.given.setUpMicros,
    beforeRetry: ({ context }) => request.beforeRetry(context),
    faltering: ({ context }) => download.falterMicros(context),
  },
  actions: {
    begin: assign((_, params: { wanted: DownloadWanted }) => download.beginning(params.wanted)),
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
      wanted: ({ context }, params: { releasedBy: string | undefined }) => download.admitted(context, params.releasedBy),
    }),
    requestConnection: sendTo(
      ({ context }) => context.input.connections,
      ({ context, self }) => ({ type: 'CONNECTION.REQUESTED', ...request.placeOf(context), requester: self }) as const,
    ),
    noteConnection: assign({ given: (_, params: ConnectionGiven) => params }),
    letGo: sendTo(
      ({ context }) => context.input.connections,
      ({ context }, params: { end: request.RequestEnd }) => request.lettingGo(context, params.end),
    ),
    sendRequest: sendTo(
      ({ context }) => request.wantedOf(context).place.registry,
      ({ context, self }) => ({ type: 'HTTP.REQUESTED', request: request.requestOf(context), requester: self, travels: true }) as const,
    ),
    cancelRequest: sendTo(
      ({ context }) => request.wantedOf(context).place.registry,
      ({ context }) => ({ type: 'HTTP.CANCELLED', id: request.idOf(context) }) as const,
    ),
    recordSent: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }) => request.recordOf(context, { state: 'sent' }),
    ),
    noteAnswer: assign(({ context }, params: RegistryAnswer) => request.answered(context, params)),
    recordAnswer: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }) => request.recordAnswer(context),
    ),
    askAgain: assign(({ context }) => ({ asked: request.wantedOf(context), requests: context.requests + 1 })),
    askForToken: assign({ asked: { method: 'GET', kind: 'token', digest: '' } }),
    askWhy: assign({ asked: { method: 'GET', kind: 'tag', digest: '' } }),
    requestToken: sendTo(
      ({ context }) => context.input.connections,
      ({ context, self }) => ({ type: 'TOKEN.REQUESTED', ...request.placeOf(context), requester: self }) as const,
    ),
    tellToken: sendTo(
      ({ context }) => context.input.connections,
      ({ context }) => ({ type: 'TOKEN.FETCHED', ...request.placeOf(context) }) as const,
    ),
    tellDenial: sendTo(
      ({ context }) => context.input.connections,
      ({ context }) => ({ type: 'TOKEN.DENIED', ...request.placeOf(context), error: { status: request.statusOf(context) } }) as const,
    ),
    choosePassword: sendTo(
      ({ context }) => context.input.connections,
      ({ context }) => ({ type: 'PASSWORD.CHOSEN', ...request.placeOf(context) }) as const,
    ),
    noteFailure: assign({ outcome: ({ context }) => download.failed(context, request.failure(context)) }),
    noteDenied: assign({
      outcome: ({ context }, params: { error: TokenDenied }) => download.failed(context, request.deniedTo(context, params.error)),
    }),
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
        ({ type: 'DOWNLOAD.STALLED', download: context.input.download, fault: download.bodyFaultMet(context)?.fault ?? '' }) as const,
    ),
    recordBreak: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }) => download.recordBreak(context),
    ),
    noteEnd: assign({ outcome: ({ context }) => download.ended(context) }),
    noteCancel: assign({ outcome: 'cancelled' }),
    closeBody: sendTo(
      ({ context }) => context.input.connections,
      ({ context }) => request.lettingGo(context, download.endOfBody(context)),
    ),
    tell: sendTo(
      ({ context }) => context.input.fetch,
      ({ context }) => context.outcome as DownloadAnswer,
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'download',
  description: 'One response of a registry, from the wait for a slot to its last byte.',
  context: ({ input }) => ({ input, ...download.beginning(undefined) }),
  initial: 'idle',
  on: {
    'HTTP.ANSWERED': { description: 'To a request that was dropped.' },
    'HTTP.REFUSED': {},
    'HTTP.RESET': {},
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    idle: {
      description: 'Nothing is wanted.',
      on: {
        'DOWNLOAD.REQUESTED': [
          { guard: { type: 'isToTakeSlot', params: ofEvent }, target: 'queueing', actions: { type: 'begin', params: ofEvent } },
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
      initial: 'connecting',
      on: {
        'DOWNLOAD.CANCELLED': { target: 'closing', actions: 'noteCancel' },
      },
      onDone: [
        { guard: and(['isGoing', 'isLayer']), target: 'reading' },
        { guard: 'isGoing', target: 'closing', actions: ['closeBody', 'noteEnd'] },
        { target: 'closing' },
      ],
      states: {
        connecting: {
          description: 'Takes a connection: an idle one, or a new one. No time passes.',
          entry: 'requestConnection',
          on: {
            'CONNECTION.GIVEN': [
              {
                guard: { type: 'isNew', params: ofEvent },
                target: 'settingUp',
                actions: { type: 'noteConnection', params: ofEvent },
              },
              { target: 'asking', actions: { type: 'noteConnection', params: ofEvent } },
            ],
          },
        },
        settingUp: {
          description: 'TCP and TLS of a new connection.',
          on: { 'DOWNLOAD.CANCELLED': { target: 'over', actions: [{ type: 'letGo', params: { end: 'dropped' } }, 'noteCancel'] } },
          after: { setUp: 'asking' },
        },
        asking: {
          description: 'The request is sent and not answered yet: one round trip, and as long as a stalled registry keeps it.',
          entry: ['recordSent', 'sendRequest'],
          on: {
            'HTTP.ANSWERED': {
              guard: { type: 'isAwaited', params: ofEvent },
              target: 'judging',
              actions: [{ type: 'noteAnswer', params: ofEvent }, 'recordAnswer'],
            },
            'HTTP.REFUSED': {
              guard: { type: 'isAwaited', params: ofEvent },
              target: 'judging',
              actions: [{ type: 'noteAnswer', params: ofEvent }, 'recordAnswer'],
            },
            'HTTP.RESET': {
              guard: { type: 'isAwaited', params: ofEvent },
              target: 'judging',
              actions: [{ type: 'noteAnswer', params: ofEvent }, 'recordAnswer'],
            },
            'DOWNLOAD.CANCELLED': {
              target: 'over',
              actions: ['cancelRequest', { type: 'letGo', params: { end: 'dropped' } }, 'noteCancel'],
            },
          },
        },
        judging: {
          description: 'Is this what was wanted? If not, is there another way to get it, or is it over?',
          always: [
            { guard: 'isGood', target: 'over' },
            { guard: 'isToken', target: 'retrying', actions: [{ type: 'letGo', params: { end: 'read' } }, 'tellToken', 'askAgain'] },
            { guard: 'isNoToken', target: 'over', actions: [{ type: 'letGo', params: { end: 'error' } }, 'tellDenial', 'noteFailure'] },
            { guard: 'isLost', target: 'over', actions: [{ type: 'letGo', params: { end: 'error' } }, 'noteFailure'] },
            { guard: 'needsToken', target: 'authorizing', actions: { type: 'letGo', params: { end: 'again' } } },
            {
              guard: 'needsPassword',
              target: 'retrying',
              actions: [{ type: 'letGo', params: { end: 'again' } }, 'choosePassword', 'askAgain'],
            },
            { guard: 'mayTryAgain', target: 'retrying', actions: [{ type: 'letGo', params: { end: 'again' } }, 'askAgain'] },
            { guard: 'mayAskWhy', target: 'retrying', actions: [{ type: 'letGo', params: { end: 'again' } }, 'askWhy'] },
            { target: 'over', actions: [{ type: 'letGo', params: { end: 'error' } }, 'noteFailure'] },
          ],
        },
        authorizing: {
          description: 'A token is needed: this request fetches it, or another has it, or is fetching it.',
          entry: 'requestToken',
          on: {
            'TOKEN.WANTED': { target: 'retrying', actions: 'askForToken' },
            'TOKEN.READY': { target: 'retrying', actions: 'askAgain' },
            'TOKEN.REFUSED': { target: 'over', actions: { type: 'noteDenied', params: ofEvent } },
          },
        },
        retrying: {
          description: 'The next request follows at once (CRI-O waits after a 429); Retry-After is not honoured.',
          after: { beforeRetry: 'connecting' },
        },
        over: { description: 'There is an answer to go on with, or there will be none.', type: 'final' },
      },
    },
    reading: {
      description: 'A layer is answered: its body is read, as far as it is wanted and comes.',
      initial: 'opened',
      on: { 'DOWNLOAD.CANCELLED': { target: 'closing', actions: [{ type: 'letGo', params: { end: 'dropped' } }, 'noteCancel'] } },
      onDone: [{ guard: 'isGoing', target: 'closing', actions: ['closeBody', 'noteEnd'] }, { target: 'closing' }],
      states: {
        opened: {
          description: 'The answer has come, its body waits to be read.',
          entry: 'tellOpened',
          on: { 'DOWNLOAD.READ': { target: 'receiving', actions: { type: 'noteBytes', params: ofEvent } } },
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
              { guard: 'isBroken', target: 'over', actions: ['recordBreak', { type: 'letGo', params: { end: 'dropped' } }, 'noteEnd'] },
              { target: 'over' },
            ],
            'DOWNLOAD.CANCELLED': { target: 'over', actions: ['cancelFlow', { type: 'letGo', params: { end: 'dropped' } }, 'noteCancel'] },
          },
        },
        slowed: {
          description: 'The registry goes on at a trickle.',
          tags: 'downloading',
          entry: ['tellStalled', 'startSlowFlow', { type: 'tellFlowing', params: { part: 'slow' } }],
          on: {
            'FLOW.FINISHED': 'over',
            'DOWNLOAD.CANCELLED': { target: 'over', actions: ['cancelFlow', { type: 'letGo', params: { end: 'dropped' } }, 'noteCancel'] },
          },
        },
        faltering: {
          description: 'No byte comes any more, and after a while the response breaks off.',
          tags: 'downloading',
          entry: ['tellStalled', { type: 'tellFlowing', params: { part: 'slow' } }],
          after: { faltering: { target: 'over', actions: ['recordBreak', { type: 'letGo', params: { end: 'dropped' } }, 'noteEnd'] } },
        },
        stalled: {
          description: 'No byte comes any more, and nobody says so: only a cancellation ends this. It keeps its slot.',
          tags: 'downloading',
          // Its flow is over for the network: how far it has come is told.
          entry: ['tellStalled', { type: 'tellFlowing', params: { part: 'slow' } }],
        },
        over: { description: 'All that was wanted has come, or no more will.', type: 'final' },
      },
    },
    closing: {
      description: 'It is over: the slot goes to the next in line, and the fetch hears how it ended; whoever cancelled it knows.',
      always: [
        { guard: and(['takesSlot', 'isCancelled']), target: 'idle', actions: 'releaseSlot' },
        { guard: 'takesSlot', target: 'idle', actions: ['releaseSlot', 'tell'] },
        { guard: 'isCancelled', target: 'idle' },
        { target: 'idle', actions: 'tell' },
      ],
    },
  },
});
