import { and, assign, not, sendTo, setup } from 'xstate';
import type { PullError } from '../../../src/rules/runtime/errors/pull-error.ts';
import { countsRequests } from '../../../src/rules/runtime/images/progress-watch.ts';
import type { MetadataWrite } from '../../../src/rules/runtime/images/pull-items.ts';
import { syncMicros } from '../../../src/rules/runtime/profiles/runtime-profile.ts';
import { ofEvent, reportUnhandled } from '../../chart-parts.ts';
import type { DiskFull } from '../../world/disk.ts';
import type { UnpackingsCounted } from '../../world/network-protocol.ts';
import type { RecorderEvent } from '../../world/recorder.ts';
import type { RegistryAnswer } from '../../world/registry-protocol.ts';
import type { PullProgressEvent } from '../pull-progress.ts';
import * as left from './bytes-left.ts';
import type { ConnectionGiven, ConnectionsEvent, TokenDenied } from './connections.ts';
import * as fetch from './fetch-context.ts';
import type * as protocol from './fetch-protocol.ts';
import * as reports from './fetch-reports.ts';
import { judgeAnswer } from './judge-answer.ts';
import * as request from './registry-request.ts';
import * as body from './response-body.ts';

type SpawnChunkFetch = (
  src: 'chunkFetch',
  options: { readonly id: string; readonly input: protocol.FetchInput },
) => protocol.ChunkFetch;

/** Receivers of messages. */
type Sending = { readonly context: fetch.FetchContext };
const toRecorder = ({ context }: Sending) => context.input.recorder;
const toSlots = ({ context }: Sending) => context.input.slots;
const toConnections = ({ context }: Sending) => context.input.connections;
const toNetwork = ({ context }: Sending) => context.input.network;
const toContent = ({ context }: Sending) => context.input.content;
const toWatch = ({ context }: Sending) => fetch.requireWatch(context);
const toPull = ({ context }: Sending) => context.input.pull;

/** What the charts of a fetch, and of one that fetches chunks for it, name. */
const fetchSetup = setup({
  types: {
    input: {} as protocol.FetchInput,
    context: {} as fetch.FetchContext,
    events: {} as fetch.FetchMessage,
  },
  guards: {
    opensFile: ({ context }) => fetch.currentItem(context).open.micros > 0,
    isPresent: ({ context }) => fetch.currentItem(context).isPresent,
    isSpoiled: ({ context }) => fetch.currentItem(context).spoiledBy !== undefined,
    givesWay: ({ context }) => fetch.currentItem(context).giveWayMicros > 0,
    nodeUnpacks: (_, unpackings: UnpackingsCounted['unpackings']) => unpackings > 0,
    notesBlob: ({ context }) => fetch.currentItem(context).note.micros > 0,
    moreFollow: ({ context }) => context.order.items.length > 1,
    isGoing: ({ context }) => context.outcome === 'going',
    isCancelled: ({ context }) => context.outcome === 'cancelled',
    // The request:
    takesSlot: ({ context }) => request.requireWanted(context).takesSlot,
    waitedForRelease: (_, releasedBy: string | undefined) => releasedBy !== undefined,
    /** Whether the watch of this pull counts requests (the local path of containerd 2). */
    watchCountsRequests: ({ context }) =>
      countsRequests(context.input.profile.options) && !fetch.isOfChunks(context),
    isNew: (_, setUpMicros: number) => setUpMicros > 0,
    isLayer: ({ context }) => request.requireWanted(context).layer >= 0,
    // What an answer means, one guard for each verdict:
    isRedirected: ({ context }, answer: RegistryAnswer) => judgeAnswer(context, answer) === 'redirected',
    bringsLayer: ({ context }, answer: RegistryAnswer) => judgeAnswer(context, answer) === 'layerFollows',
    isComplete: ({ context }, answer: RegistryAnswer) => judgeAnswer(context, answer) === 'complete',
    bringsToken: ({ context }, answer: RegistryAnswer) => judgeAnswer(context, answer) === 'tokenFetched',
    refusesToken: ({ context }, answer: RegistryAnswer) => judgeAnswer(context, answer) === 'tokenRefused',
    demandsToken: ({ context }, answer: RegistryAnswer) => judgeAnswer(context, answer) === 'tokenDemanded',
    demandsPassword: ({ context }, answer: RegistryAnswer) =>
      judgeAnswer(context, answer) === 'passwordDemanded',
    allowsRetryAfterRest: ({ context }, answer: RegistryAnswer) =>
      judgeAnswer(context, answer) === 'retriedAfterRest',
    allowsRetry: ({ context }, answer: RegistryAnswer) => judgeAnswer(context, answer) === 'retried',
    hidesReason: ({ context }, answer: RegistryAnswer) => judgeAnswer(context, answer) === 'reasonWanted',
    isFailure: ({ context }, answer: RegistryAnswer) => judgeAnswer(context, answer) === 'failed',
    hasFailed: ({ context }) => context.request.failure !== undefined,
    opensLayer: ({ context }) => fetch.opensLayer(context),
    hasNextHost: ({ context }) => fetch.hasNextHost(context),
    isResumed: ({ context }) => fetch.isResumed(context),
    // The response:
    isSlow: ({ context }) => body.bodyFaultMet(context)?.kind === 'trickle',
    isStalled: ({ context }) => body.bodyFaultMet(context)?.kind === 'stalled',
    stallsThenBreaks: ({ context }) => body.stallMicrosBeforeBreak(context) > 0,
    isBroken: ({ context }) => body.breakKind(context) !== undefined,
    isOver: ({ context }, params: protocol.ChunkEnded) => fetch.failureAt(context, params) !== undefined,
    isCut: (_, params: protocol.ChunkEnded) => params.end.kind === 'cut',
    isPart: ({ context }, worker: protocol.ChunkEnded['worker']) => fetch.isPart(context, worker),
    comesInChunks: ({ context }) => context.layer.chunks !== undefined,
    hasWorkers: ({ context }) => context.workers.length > 0,
    hasChunk: ({ context }) => fetch.nextWorker(context) >= 0,
    lacksWorker: ({ context }) => fetch.nextWorker(context) >= context.workers.length,
    // Its end:
    someWorkerMayRun: ({ context }) => context.dropped < context.workers.length,
    holdsSpace: ({ context }) => context.layer.spaceBytes > 0,
    flows: ({ context }) => context.layer.flow !== undefined,
    leavesMore: ({ context }) => left.leavesMore(context),
  },
  delays: {
    pause: ({ context }) => fetch.currentItem(context).pauseMicros,
    giveWay: ({ context }) => fetch.currentItem(context).giveWayMicros,
    handOver: ({ context }) => context.input.profile.delays.slotHandOver,
    setUp: ({ context }) => context.request.given.setUpMicros,
    beforeRetry: ({ context }) => request.beforeRetry(context),
    /** The disk answers before this delay has elapsed. */
    instant: 0,
    beforeBreak: ({ context }) => body.stallMicrosBeforeBreak(context),
    beforeResume: ({ context }) => context.input.profile.delays.beforeRetry,
    sync: ({ context }) => syncMicros(context.input.profile, fetch.currentItem(context).bytes),
    failureSpread: ({ context }) => fetch.failureSpreadMicros(context),
  },
  actions: {
    begin: assign(({ context }, params: protocol.FetchOrder) => fetch.fetching(context.input, params)),
    nextItem: assign(({ context }) => fetch.fetching(context.input, fetch.withoutFirst(context.order))),
    requestWrite: sendTo(
      ({ context }) => context.input.metadata,
      ({ context, self }, params: MetadataWrite) => fetch.write(context, params, self),
    ),
    withdrawWrite: sendTo(
      ({ context }) => context.input.metadata,
      ({ context }) => ({ type: 'WRITE.WITHDRAWN', writer: context.input.name }) as const,
    ),
    askUnpackings: sendTo(
      toNetwork,
      ({ context, self }) =>
        ({ type: 'UNPACKINGS.ASKED', linkId: context.input.linkId, requester: self }) as const,
    ),
    notifyWatch: sendTo(toWatch, (_, params: PullProgressEvent) => params),
    record: sendTo(toRecorder, (_, params: RecorderEvent) => params),
    // The request:
    noteWanted: assign({ request: ({ context }) => fetch.nextRequest(context) }),
    nextHost: assign(({ context }) => fetch.atNextHost(context)),
    requestSlot: sendTo(toSlots, ({ context, self }) => body.slotRequest(context, self)),
    withdrawSlot: sendTo(
      toSlots,
      ({ context }) => ({ type: 'SLOT.WITHDRAWN', holder: context.input.name }) as const,
    ),
    releaseSlot: sendTo(toSlots, ({ context }) => body.slotReturn(context)),
    noteReleaser: assign({ request: ({ context }, by: string | undefined) => body.admitted(context, by) }),
    notifyConnections: sendTo(toConnections, (_, params: ConnectionsEvent) => params),
    requestConnection: sendTo(toConnections, ({ context, self }) =>
      request.connectionRequest(context, 'CONNECTION.REQUESTED', self),
    ),
    requestToken: sendTo(toConnections, ({ context, self }) =>
      request.connectionRequest(context, 'TOKEN.REQUESTED', self),
    ),
    noteConnection: assign({
      request: ({ context }, params: ConnectionGiven) => request.connected(context, params),
    }),
    releaseAfterRead: sendTo(toConnections, ({ context }) => request.releaseConnection(context, 'read')),
    releaseAfterError: sendTo(toConnections, ({ context }) => request.releaseConnection(context, 'error')),
    releaseToRetry: sendTo(toConnections, ({ context }) => request.releaseConnection(context, 'again')),
    dropConnection: sendTo(toConnections, ({ context }) => request.releaseConnection(context, 'dropped')),
    sendRequest: sendTo(
      ({ context }) => request.addressee(context).registry,
      ({ context, self }) => request.httpRequest(context, self),
    ),
    cancelRequest: sendTo(
      ({ context }) => request.addressee(context).registry,
      ({ context }) => ({ type: 'HTTP.CANCELLED', id: request.requestId(context) }) as const,
    ),
    noteAnswer: assign({
      request: ({ context }, params: RegistryAnswer) => request.answered(context, params),
    }),
    recordAnswer: sendTo(toRecorder, ({ context }) => request.recordAnswer(context)),
    followRedirect: assign({ request: ({ context }) => request.redirected(context) }),
    askAgain: assign({ request: ({ context }) => request.repeated(context) }),
    askForToken: assign({ request: ({ context }) => request.askingAside(context, 'token') }),
    askWhy: assign({ request: ({ context }) => request.askingAside(context, 'tag') }),
    noteFailure: assign({ request: ({ context }) => request.withFailure(context, request.failure(context)) }),
    noteDenied: assign({
      request: ({ context }, error: TokenDenied) =>
        request.withFailure(context, request.deniedTo(context, error)),
    }),
    // The response:
    takeSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context, self }) =>
        ({ type: 'SPACE.TAKEN', bytes: fetch.missingBytes(context), requester: self }) as const,
    ),
    cancelSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context, self }) =>
        ({ type: 'SPACE.CANCELLED', bytes: fetch.missingBytes(context), requester: self }) as const,
    ),
    noteSpace: assign(({ context }) => fetch.withLayer(context, { spaceBytes: fetch.missingBytes(context) })),
    noteRoom: assign(({ context }, params: DiskFull) => fetch.onFullDisk(context, params)),
    noteBytes: assign({ bytes: ({ context }) => fetch.readBytes(context) }),
    startFlow: sendTo(toNetwork, ({ context, self }) => body.firstFlow(context, self)),
    startSlowFlow: sendTo(toNetwork, ({ context, self }) => body.slowFlow(context, self)),
    noteFlow: assign(({ context }, { part }: body.BodyPart) => fetch.withFlow(context, part)),
    notifyReceiving: sendTo(toWatch, ({ context }, { part }: body.BodyPart) =>
      reports.progressReceiving(context, part),
    ),
    recordStall: sendTo(toRecorder, ({ context }) => reports.recordStall(context)),
    recordBreak: sendTo(toRecorder, ({ context }) => body.recordBreak(context)),
    cancelFlow: sendTo(
      toNetwork,
      ({ context }) => ({ type: 'FLOW.CANCELLED', ...body.flowName(context) }) as const,
    ),
    measureFlow: sendTo(toNetwork, ({ context, self }) => fetch.flowQuestion(context, self)),
    noteMeasured: assign(({ context }, bytes: readonly number[]) => fetch.flowMeasured(context, bytes)),
    closeBody: sendTo(toConnections, ({ context }) =>
      request.releaseConnection(context, body.endOfBody(context)),
    ),
    // Chunks, and those that fetch them:
    planChunks: assign(({ context }) => fetch.withLayer(context, { chunks: fetch.plannedChunks(context) })),
    /** The only place where a fetch spawns. */
    openWorker: assign(({ context, spawn, self }) => {
      const options = { id: `chunks-${context.workers.length}`, input: fetch.workerInput(context, self) };
      return { workers: [...context.workers, (spawn as unknown as SpawnChunkFetch)('chunkFetch', options)] };
    }),
    handOver: sendTo(
      ({ context }) => fetch.requireWorker(context, 0),
      ({ context }) => fetch.chunkOpened(context),
    ),
    askChunk: sendTo(
      ({ context }) => fetch.requireWorker(context, fetch.nextWorker(context)),
      ({ context }) => fetch.chunkRequest(context),
    ),
    beginChunk: assign(({ context }) => fetch.chunkBegun(context)),
    takeChunk: assign((_, params: protocol.ChunkRequested) => request.chunkWanted(params)),
    takeResponse: assign((_, params: protocol.ChunkOpened) => request.responseGiven(params)),
    notifyFetch: sendTo(
      ({ context }) => fetch.requireChunkTask(context).fetch,
      ({ context }) => fetch.chunkAnswer(context),
    ),
    forgetCancel: assign({ outcome: 'going' }),
    noteSpoiled: assign(({ context }) => left.refuseSpoiled(context)),
    // Its end:
    noteEnd: assign(({ context }, params: protocol.ChunkEnded) => fetch.ended(context, params)),
    goOn: assign(({ context }, params: protocol.ChunkEnded) => fetch.brokenOff(context, params)),
    noteGivenUp: assign(({ context }, params: protocol.ChunkEnded) => fetch.givenUp(context, params)),
    noteError: assign({ outcome: ({ context }, error: PullError) => fetch.worstError(context, error) }),
    noteRequestFailure: assign({ outcome: ({ context }) => fetch.requestFailure(context) }),
    noteCancel: assign({ outcome: 'cancelled' }),
    recordFailure: sendTo(toRecorder, ({ context }) => reports.recordFetch(context, 'failed')),
    recordUnresumed: sendTo(toRecorder, ({ context }) => reports.recordUnresumed(context)),
    beginDropping: assign({ dropped: 0 }),
    drop: sendTo(({ context }) => fetch.requireWorker(context, context.dropped), { type: 'FETCH.CANCELLED' }),
    countDropped: assign({ dropped: ({ context }) => context.dropped + 1 }),
    keepPartialBlob: sendTo(toContent, ({ context }) => left.blobLeft(context)),
    freeSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context }) => ({ type: 'SPACE.FREED', bytes: left.unusedBytes(context) }) as const,
    ),
    forgetSpace: assign(({ context }) => fetch.withLayer(context, { spaceBytes: 0 })),
    notifyFinished: sendTo(toPull, ({ context }) => reports.finished(context)),
    notifyKept: sendTo(toPull, ({ context }) => reports.kept(context)),
    notifyDropped: sendTo(toPull, { type: 'FETCH.DROPPED' }),
    notifyFailed: sendTo(
      toPull,
      ({ context }) => ({ type: 'FETCH.FAILED', error: context.outcome as PullError }) as const,
    ),
    reportUnhandled,
  },
});

/**
 * The request itself, over one connection after another. The answer decides whether this is what was wanted,
 * whether another try may help, or whether the request has failed.
 */
const exchangeStates = fetchSetup.createStateConfig({
  initial: 'connecting',
  states: {
    connecting: {
      description: 'The request takes a connection: an idle one, or a new one. No time passes.',
      entry: 'requestConnection',
      on: {
        'CONNECTION.GIVEN': [
          {
            guard: { type: 'isNew', params: ({ event }) => event.setUpMicros },
            target: 'settingUp',
            actions: { type: 'noteConnection', params: ofEvent },
          },
          { target: 'asking', actions: { type: 'noteConnection', params: ofEvent } },
        ],
      },
    },
    settingUp: {
      description:
        'TCP and TLS of a new connection are set up. That takes several round trips, once for each connection of the pull; a registry far away costs a pull some hundred milliseconds here.',
      on: {
        'FETCH.CANCELLED': { target: 'ended', actions: ['noteCancel', 'recordUnresumed', 'dropConnection'] },
      },
      after: { setUp: 'asking' },
    },
    asking: {
      description:
        'The request has been sent, and the answer takes a round trip, or as long as a stalled registry keeps it. kubectl describe shows only "Pulling"; the registry’s own log shows the request.',
      entry: [
        { type: 'record', params: ({ context }) => request.requestRecord(context, { state: 'sent' }) },
        'sendRequest',
      ],
      on: {
        'HTTP.ANSWERED': [
          {
            description: 'Another host has it, and is asked at once.',
            guard: { type: 'isRedirected', params: ofEvent },
            target: 'connecting',
            actions: [
              { type: 'noteAnswer', params: ofEvent },
              'recordAnswer',
              'releaseAfterRead',
              'followRedirect',
            ],
          },
          {
            guard: { type: 'bringsLayer', params: ofEvent },
            target: 'ended',
            actions: [{ type: 'noteAnswer', params: ofEvent }, 'recordAnswer'],
          },
          {
            guard: { type: 'isComplete', params: ofEvent },
            target: 'ended',
            actions: [{ type: 'noteAnswer', params: ofEvent }, 'recordAnswer', 'closeBody'],
          },
          {
            guard: { type: 'bringsToken', params: ofEvent },
            target: 'retrying',
            actions: [
              { type: 'noteAnswer', params: ofEvent },
              'recordAnswer',
              'releaseAfterRead',
              {
                type: 'notifyConnections',
                params: ({ context }) => ({ type: 'TOKEN.FETCHED', ...request.connectionPlace(context) }),
              },
              'askAgain',
            ],
          },
          {
            guard: { type: 'refusesToken', params: ofEvent },
            target: 'ended',
            actions: [
              { type: 'noteAnswer', params: ofEvent },
              'recordAnswer',
              'releaseAfterError',
              { type: 'notifyConnections', params: ({ context }) => request.tokenDenied(context) },
              'noteFailure',
            ],
          },
          {
            guard: { type: 'demandsToken', params: ofEvent },
            target: 'authorizing',
            actions: [{ type: 'noteAnswer', params: ofEvent }, 'recordAnswer', 'releaseToRetry'],
          },
          {
            guard: { type: 'demandsPassword', params: ofEvent },
            target: 'retrying',
            actions: [
              { type: 'noteAnswer', params: ofEvent },
              'recordAnswer',
              'releaseToRetry',
              {
                type: 'notifyConnections',
                params: ({ context }) => ({
                  type: 'PASSWORD.CHOSEN',
                  ...request.connectionPlace(context),
                }),
              },
              'askAgain',
            ],
          },
          {
            guard: { type: 'allowsRetryAfterRest', params: ofEvent },
            target: 'resting',
            actions: [{ type: 'noteAnswer', params: ofEvent }, 'recordAnswer', 'releaseToRetry', 'askAgain'],
          },
          {
            guard: { type: 'allowsRetry', params: ofEvent },
            target: 'retrying',
            actions: [{ type: 'noteAnswer', params: ofEvent }, 'recordAnswer', 'releaseToRetry', 'askAgain'],
          },
          {
            guard: { type: 'hidesReason', params: ofEvent },
            target: 'retrying',
            actions: [{ type: 'noteAnswer', params: ofEvent }, 'recordAnswer', 'releaseToRetry', 'askWhy'],
          },
          {
            guard: { type: 'isFailure', params: ofEvent },
            target: 'ended',
            actions: [
              { type: 'noteAnswer', params: ofEvent },
              'recordAnswer',
              'releaseAfterError',
              'noteFailure',
            ],
          },
        ],
        'HTTP.REFUSED': {
          guard: { type: 'isFailure', params: ofEvent },
          target: 'ended',
          actions: [
            { type: 'noteAnswer', params: ofEvent },
            'recordAnswer',
            'releaseAfterError',
            'noteFailure',
          ],
        },
        'HTTP.RESET': {
          guard: { type: 'isFailure', params: ofEvent },
          target: 'ended',
          actions: [
            { type: 'noteAnswer', params: ofEvent },
            'recordAnswer',
            'releaseAfterError',
            'noteFailure',
          ],
        },
        'FETCH.CANCELLED': {
          target: 'ended',
          actions: ['noteCancel', 'recordUnresumed', 'cancelRequest', 'dropConnection'],
        },
      },
    },
    authorizing: {
      description:
        'The registry demands a token: this request fetches it, or uses one that another request has fetched. The token server is another host than the registry. If it refuses the credentials, the pull fails, and the pod shows ErrImagePull.',
      entry: 'requestToken',
      on: {
        'TOKEN.WANTED': { target: 'retrying', actions: 'askForToken' },
        'TOKEN.READY': { target: 'retrying', actions: 'askAgain' },
        'TOKEN.REFUSED': {
          target: 'ended',
          actions: { type: 'noteDenied', params: ({ event }) => event.error },
        },
      },
    },
    retrying: {
      description:
        'The next try follows at once. A registry that answers 429 therefore sees all tries of a pull within some round trips.',
      after: { beforeRetry: 'connecting' },
    },
    resting: {
      description:
        'CRI-O waits before it asks again after a 429, twice as long each time. Retry-After is not honoured.',
      tags: 'waiting',
      entry: { type: 'record', params: ({ context }) => request.recordRest(context) },
      after: { beforeRetry: 'connecting' },
    },
    ended: { description: 'The request has succeeded, failed or been cancelled.', type: 'final' },
  },
});

/**
 * The request, from the wait for a slot to an answer to go on with, over one connection after another, with
 * its tries and what it takes to be let in. Mirrors `dockerFetcher.open` (core/remotes/docker/fetcher.go),
 * `request.doWithRetries` and `retryRequest` (resolver.go) with `dockerAuthorizer`: the slot is taken before
 * the request and given back when the body is closed, so that a body that is opened again waits for its turn
 * again.
 */
const requestStates = fetchSetup.createStateConfig({
  initial: 'admitting',
  on: { 'FETCH.CANCELLED': { target: '.closing', actions: ['noteCancel', 'recordUnresumed'] } },
  states: {
    admitting: {
      description: 'The request takes a download slot if it needs one. No time passes.',
      always: [
        {
          description: 'The watch does not count the request while it waits.',
          guard: and(['takesSlot', 'watchCountsRequests']),
          target: 'queueing',
          actions: { type: 'notifyWatch', params: ({ context }) => reports.progressQueued(context) },
        },
        { guard: 'takesSlot', target: 'queueing' },
        { target: 'admitted' },
      ],
    },
    queueing: {
      description:
        'The request waits for a download slot, first come first served. max_concurrent_downloads of containerd 2 is a limit of the node: a small image waits here for the layers of a large one, and its pod shows only "Pulling".',
      tags: 'waiting',
      entry: 'requestSlot',
      on: {
        'SLOT.GRANTED': [
          {
            guard: { type: 'waitedForRelease', params: ({ event }) => event.releasedBy },
            target: 'handingOver',
            actions: { type: 'noteReleaser', params: ({ event }) => event.releasedBy },
          },
          { target: 'admitted' },
        ],
        'FETCH.CANCELLED': { target: 'over', actions: ['noteCancel', 'recordUnresumed', 'withdrawSlot'] },
      },
    },
    handingOver: {
      description: 'The request has got the slot that another one had. Waking up takes a moment.',
      tags: 'waiting',
      after: { handOver: 'admitted' },
    },
    admitted: {
      description:
        'The request is about to be sent. A watch that counts requests gets a message first. No time passes.',
      always: [
        {
          guard: 'watchCountsRequests',
          target: 'exchanging',
          actions: { type: 'notifyWatch', params: ({ context }) => reports.progressAsking(context) },
        },
        { target: 'exchanging' },
      ],
    },
    exchanging: {
      ...exchangeStates,
      description:
        'The request is made, with its tries and logins. What the registry refuses for good ends the pull, and the pod shows the error in ErrImagePull.',
      tags: 'asking',
      onDone: [
        {
          description: 'The slot is kept while the body of the layer arrives.',
          guard: 'opensLayer',
          target: 'over',
        },
        { target: 'closing' },
      ],
    },
    closing: {
      description: 'No body follows, so the slot goes to the next in line. No time passes.',
      always: [{ guard: 'takesSlot', target: 'over', actions: 'releaseSlot' }, { target: 'over' }],
    },
    over: { description: 'The request is over; of a layer, the body follows.', type: 'final' },
  },
});

/**
 * The body of a response that brings a layer or a chunk of one, until enough of it has arrived or it breaks
 * off.
 */
const bodyStates = fetchSetup.createStateConfig({
  tags: 'downloading',
  initial: 'flowing',
  states: {
    flowing: {
      description:
        'Bytes arrive at the rate that the network gives, until all have arrived or a fault meets the response. All responses of the node share its link, so that each is slower the more there are.',
      entry: [
        'startFlow',
        { type: 'noteFlow', params: { part: 'first' } },
        { type: 'notifyReceiving', params: { part: 'first' } },
      ],
      on: {
        'FLOW.FINISHED': [
          { guard: 'isSlow', target: 'slowed' },
          { guard: 'isStalled', target: 'stalled' },
          { guard: 'stallsThenBreaks', target: 'stalledBeforeBreak' },
          { guard: 'isBroken', target: 'closing', actions: ['recordBreak', 'dropConnection'] },
          { target: 'closing', actions: 'closeBody' },
        ],
      },
    },
    slowed: {
      description:
        'The registry sends the rest at a trickle. The pull makes progress, so that no timeout of the runtime ends it, however long it takes.',
      entry: [
        'recordStall',
        'startSlowFlow',
        { type: 'noteFlow', params: { part: 'slow' } },
        { type: 'notifyReceiving', params: { part: 'slow' } },
      ],
      on: { 'FLOW.FINISHED': { target: 'closing', actions: 'closeBody' } },
    },
    stalledBeforeBreak: {
      description:
        'No more bytes arrive, and after a while the response breaks off. A response that ends too early is continued with another request; a connection that is reset fails the pull.',
      entry: [
        'recordStall',
        { type: 'noteFlow', params: { part: 'slow' } },
        { type: 'notifyReceiving', params: { part: 'slow' } },
      ],
      after: {
        beforeBreak: { target: 'closing', actions: ['recordBreak', 'dropConnection'] },
      },
    },
    stalled: {
      description:
        'No more bytes arrive, and nothing says so: only a cancellation ends this state. The slot is kept.',
      // The network considers the flow finished, so the watch gets how far it has come.
      entry: [
        'recordStall',
        { type: 'noteFlow', params: { part: 'slow' } },
        { type: 'notifyReceiving', params: { part: 'slow' } },
      ],
    },
    closing: {
      description: 'The body is over, so the slot goes to the next in line. No time passes.',
      always: [{ guard: 'takesSlot', target: 'over', actions: 'releaseSlot' }, { target: 'over' }],
    },
    over: { description: 'All bytes that were wanted have arrived, or no more will.', type: 'final' },
  },
});

/**
 * Fetches chunks of a layer for a fetch, one after another. Mirrors a worker of `dockerFetcher.open` of
 * containerd (core/remotes/docker/fetcher.go), which has several of them where layers come in chunks.
 */
export const chunkFetchMachine = fetchSetup.createMachine({
  id: 'chunkFetch',
  description:
    'An actor that fetches chunks of a layer, one at a time. containerd 2 has them where concurrent_layer_fetch_buffer is set: one layer then uses several connections and slots.',
  context: ({ input }) => ({ input, workers: [], ...fetch.fetching(input, input) }),
  initial: 'idle',
  on: {
    'HTTP.ANSWERED': { description: 'The answer is to a request that was dropped.' },
    'HTTP.REFUSED': {},
    'HTTP.RESET': {},
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    idle: {
      description:
        'The fetch has asked for no chunk. It has as many chunks under way as it may have, or none is left.',
      entry: 'forgetCancel',
      on: {
        'CHUNK.REQUESTED': { target: 'opening', actions: { type: 'takeChunk', params: ofEvent } },
        'CHUNK.OPENED': { target: 'receiving', actions: { type: 'takeResponse', params: ofEvent } },
        'FETCH.CANCELLED': {},
        'FLOW.FINISHED': { description: 'The last byte arrived at the moment of the cancellation.' },
      },
    },
    opening: {
      ...requestStates,
      description:
        'The chunk is asked for. It is a request with a Range header, which takes a slot and a connection of its own.',
      onDone: [
        { guard: 'isCancelled', target: 'idle' },
        { guard: 'hasFailed', target: 'idle', actions: 'notifyFetch' },
        { target: 'receiving' },
      ],
    },
    receiving: {
      ...bodyStates,
      description:
        'The chunk arrives. Others of the same layer arrive beside it; the layer is complete when all have come.',
      on: {
        'FETCH.CANCELLED': { target: '.closing', actions: ['noteCancel', 'cancelFlow', 'dropConnection'] },
      },
      onDone: [
        { guard: 'isCancelled', target: 'idle' },
        { target: 'idle', actions: 'notifyFetch' },
      ],
    },
  },
});

/**
 * One line of work of a pull: fetches one thing after another, each from the first host that has it, and puts
 * a layer together of the responses that bring it. Mirrors `Fetch` and `httpReadSeeker`
 * (core/remotes/docker/fetcher.go, httpreadseeker.go) and the commit of `content.Copy`.
 */
export const fetchMachine = fetchSetup
  .createMachine({
    id: 'fetch',
    description:
      'A fetch of an image pull: it gets one item after another from registries. A pull has one for each connection. The first one gets the manifest and the config before any layer.',
    context: ({ input }) => ({ input, workers: [], ...fetch.fetching(input, input) }),
    initial: 'preparing',
    on: {
      'FETCH.CANCELLED': {
        description: 'The fetch releases everything that it holds.',
        target: '.dropping',
        actions: 'noteCancel',
      },
      'HTTP.ANSWERED': { description: 'The answer is to a request that was dropped.' },
      'HTTP.REFUSED': {},
      'HTTP.RESET': {},
      'DISK.FULL': { description: 'The disk refused the layer at the moment of the cancellation.' },
      'UNPACKINGS.COUNTED': { description: 'The fetch was cancelled in the moment in which it asked.' },
      '*': { actions: 'reportUnhandled' },
    },
    states: {
      idle: {
        description:
          'There is nothing to fetch until the pull asks for more. The pull has no layer left to give it, or waits for layers that another pull fetches.',
        on: {
          'FETCH.REQUESTED': { target: 'preparing', actions: { type: 'begin', params: ofEvent } },
          'FETCH.CANCELLED': { actions: 'notifyDropped' },
          'FLOW.FINISHED': { description: 'The last byte arrived at the moment of the cancellation.' },
        },
      },
      preparing: {
        description:
          'The runtime prepares the request for an item. It takes some milliseconds for each layer; an image of many small layers is slow for that reason on any network.',
        initial: 'pausing',
        states: {
          pausing: {
            description:
              "The runtime's own work: a fixed cost. It was measured, and does not depend on the size of the item.",
            on: { 'FETCH.CANCELLED': { target: '#fetch.idle', actions: 'notifyDropped' } },
            after: {
              pause: [
                { guard: 'opensFile', target: 'openingFile' },
                { guard: 'isPresent', target: '#fetch.idle', actions: 'notifyKept' },
                {
                  guard: 'isSpoiled',
                  target: '#fetch.committing',
                  actions: ['noteSpoiled', 'recordFailure'],
                },
                { guard: 'givesWay', target: 'lookingForUnpackings' },
                { target: '#fetch.opening' },
              ],
            },
          },
          openingFile: {
            description:
              'The file of the blob is opened and the item before it is written down, in the metadata store, where other writes may come first. A blob that is there is written down itself.',
            entry: { type: 'requestWrite', params: ({ context }) => fetch.currentItem(context).open },
            on: {
              'WRITE.FINISHED': [
                { guard: 'isPresent', target: '#fetch.idle', actions: 'notifyKept' },
                {
                  guard: 'isSpoiled',
                  target: '#fetch.committing',
                  actions: ['noteSpoiled', 'recordFailure'],
                },
                { guard: 'givesWay', target: 'lookingForUnpackings' },
                { target: '#fetch.opening' },
              ],
              'FETCH.CANCELLED': { target: '#fetch.idle', actions: ['withdrawWrite', 'notifyDropped'] },
            },
          },
          lookingForUnpackings: {
            description:
              'Whether the node unpacks a layer decides how soon the request is sent. No time passes.',
            entry: 'askUnpackings',
            on: {
              'UNPACKINGS.COUNTED': [
                {
                  guard: { type: 'nodeUnpacks', params: ({ event }) => event.unpackings },
                  target: 'givingWay',
                },
                { target: '#fetch.opening' },
              ],
              'FETCH.CANCELLED': { target: '#fetch.idle', actions: 'notifyDropped' },
            },
          },
          givingWay: {
            description:
              'An unpacking keeps the processors busy, and the request waits for its turn on them. It takes some milliseconds, and only while a layer of any pull is unpacked on the node.',
            on: { 'FETCH.CANCELLED': { target: '#fetch.idle', actions: 'notifyDropped' } },
            after: { giveWay: '#fetch.opening' },
          },
        },
      },
      opening: {
        ...requestStates,
        description:
          'One host after another is asked, until one answers with what is wanted: the item, or the rest of a layer. Mirrors come first, the registry itself last. The pull fails when none of them has the item.',
        entry: 'noteWanted',
        onDone: [
          { guard: 'isCancelled', target: 'dropping' },
          { guard: and(['hasFailed', 'hasNextHost']), target: 'opening', reenter: true, actions: 'nextHost' },
          { guard: 'hasFailed', target: 'dropping', actions: ['noteRequestFailure', 'recordUnresumed'] },
          { guard: and(['isLayer', 'isResumed']), target: 'transferring.planning' },
          {
            guard: 'isLayer',
            target: 'transferring',
            actions: { type: 'record', params: ({ context }) => reports.recordFetch(context, 'started') },
          },
          { guard: 'moreFollow', target: 'preparing', actions: 'nextItem' },
          { guard: 'notesBlob', target: 'noting' },
          { target: 'idle', actions: 'notifyFinished' },
        ],
      },
      transferring: {
        description:
          'A layer arrives, in one response or, after one that broke off, in several. kubectl shows nothing of it; the network traffic of the node does.',
        initial: 'claiming',
        states: {
          claiming: {
            description:
              'The fetch takes disk space for the layer; the disk says at once if there is not enough. No time passes.',
            entry: ['takeSpace', 'noteSpace'],
            on: {
              'DISK.FULL': { actions: ['cancelSpace', { type: 'noteRoom', params: ofEvent }] },
              'FETCH.CANCELLED': [
                {
                  guard: 'holdsSpace',
                  target: 'receiving.closing',
                  actions: ['noteCancel', 'recordFailure', 'cancelSpace', 'forgetSpace', 'dropConnection'],
                },
                {
                  description: 'The disk has refused the layer.',
                  target: 'receiving.closing',
                  actions: ['noteCancel', 'recordFailure', 'dropConnection'],
                },
              ],
            },
            after: { instant: 'planning' },
          },
          planning: {
            description:
              'It is decided whether the layer arrives in one response or in chunks. No time passes.',
            entry: 'planChunks',
            always: [
              { guard: and(['comesInChunks', 'hasWorkers']), target: 'sharing', actions: 'handOver' },
              { guard: 'comesInChunks', actions: 'openWorker' },
              { target: 'receiving', actions: 'noteBytes' },
            ],
          },
          receiving: {
            ...bodyStates,
            description:
              'One response brings the layer, or what is missing of it. Where the registry limits each connection, that limit decides how long it takes, however fast the link is.',
            on: {
              'FETCH.CANCELLED': {
                target: '.closing',
                actions: ['noteCancel', 'recordFailure', 'measureFlow', 'cancelFlow', 'dropConnection'],
              },
            },
            onDone: [
              { guard: 'isCancelled', target: '#fetch.dropping' },
              {
                guard: { type: 'isOver', params: ({ context }) => fetch.wholeEnded(context) },
                target: '#fetch.dropping',
                actions: [
                  { type: 'noteGivenUp', params: ({ context }) => fetch.wholeEnded(context) },
                  'recordFailure',
                ],
              },
              {
                guard: { type: 'isCut', params: ({ context }) => fetch.wholeEnded(context) },
                target: '#fetch.dropping',
                actions: { type: 'goOn', params: ({ context }) => fetch.wholeEnded(context) },
              },
              {
                target: '#fetch.committing',
                actions: [
                  { type: 'noteEnd', params: ({ context }) => fetch.wholeEnded(context) },
                  { type: 'record', params: ({ context }) => reports.recordFetch(context, 'fetched') },
                ],
              },
            ],
          },
          sharing: {
            description:
              'Workers fetch the chunks of the layer, which are read in order. A registry that limits each connection delivers a large layer faster this way.',
            tags: 'downloading',
            always: [
              { guard: and(['hasChunk', 'lacksWorker']), actions: 'openWorker' },
              { guard: 'hasChunk', actions: ['askChunk', 'beginChunk'] },
            ],
            on: {
              'FETCH.CANCELLED': { target: '#fetch.dropping', actions: ['noteCancel', 'recordFailure'] },
              'CHUNK.FAILED': {
                target: '#fetch.dropping',
                actions: [{ type: 'noteError', params: ({ event }) => event.error }, 'recordFailure'],
              },
              'CHUNK.ENDED': [
                {
                  guard: { type: 'isOver', params: ofEvent },
                  target: '#fetch.dropping',
                  actions: [{ type: 'noteGivenUp', params: ofEvent }, 'recordFailure'],
                },
                {
                  guard: { type: 'isCut', params: ofEvent },
                  target: '#fetch.dropping',
                  actions: { type: 'goOn', params: ofEvent },
                },
                {
                  guard: { type: 'isPart', params: ({ event }) => event.worker },
                  actions: { type: 'noteEnd', params: ofEvent },
                },
                {
                  target: '#fetch.committing',
                  actions: [
                    { type: 'noteEnd', params: ofEvent },
                    { type: 'record', params: ({ context }) => reports.recordFetch(context, 'fetched') },
                  ],
                },
              ],
            },
          },
        },
      },
      dropping: {
        description:
          'All responses are dropped. Either the layer is resumed with a new one, or its fetch is over: bytes that have arrived may stay, and the rest of its disk space is freed. No time passes.',
        entry: 'beginDropping',
        on: {
          'FLOWS.MEASURED': { actions: { type: 'noteMeasured', params: ({ event }) => event.bytes } },
          'FLOW.FINISHED': {
            description: 'Its last byte came in the very moment in which it was cancelled.',
          },
        },
        always: [
          { guard: 'someWorkerMayRun', actions: ['drop', 'countDropped'] },
          { guard: 'isGoing', target: 'resuming' },
          {
            guard: and(['leavesMore', not('flows')]),
            actions: ['keepPartialBlob', 'freeSpace', 'forgetSpace'],
          },
          { guard: and(['holdsSpace', not('flows')]), actions: ['freeSpace', 'forgetSpace'] },
          { guard: and(['isCancelled', not('flows')]), target: 'idle', actions: 'notifyDropped' },
          { guard: not('flows'), target: 'failing' },
        ],
      },
      resuming: {
        description:
          'The response broke off, and the next request follows at once. It asks only for the bytes that are missing. The fourth response in a row that brings no byte fails the pull.',
        on: { 'FETCH.CANCELLED': { target: 'dropping', actions: ['noteCancel', 'recordFailure'] } },
        after: { beforeResume: 'opening' },
      },
      committing: {
        description:
          'The blob is written to disk (fsync) before its layer can be unpacked, and its digest is checked. That takes about half a millisecond for each megabyte. Content that was damaged on its way is found here, and the pull fails. Until the garbage collection the wrong bytes stay, and the next pull of the image fails here too, without a request.',
        after: {
          sync: [
            { guard: 'notesBlob', target: 'noting' },
            { guard: 'isGoing', target: 'idle', actions: 'notifyFinished' },
            { target: 'dropping' },
          ],
        },
      },
      noting: {
        description:
          'The blob is entered in the metadata store, where other writes may come first. The more pulls run on the node, the longer it waits.',
        entry: { type: 'requestWrite', params: ({ context }) => fetch.currentItem(context).note },
        on: {
          'WRITE.FINISHED': [
            { guard: 'isGoing', target: 'idle', actions: 'notifyFinished' },
            { target: 'dropping' },
          ],
          'FETCH.CANCELLED': { target: 'dropping', actions: ['withdrawWrite', 'noteCancel'] },
        },
      },
      failing: {
        description:
          'The fetch has failed. The pull gets the error a moment later, when the slot already belongs to the next in line.',
        on: { 'FETCH.CANCELLED': { target: 'idle', actions: 'notifyDropped' } },
        after: { failureSpread: { target: 'idle', actions: 'notifyFailed' } },
      },
    },
  })
  .provide({ actors: { chunkFetch: chunkFetchMachine } as never });
