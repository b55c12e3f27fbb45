import { assign, sendTo, setup } from 'xstate';
import type { PullError } from '../../../src/rules/runtime/errors/pull-error.ts';
import { countsRequests } from '../../../src/rules/runtime/images/progress-watch.ts';
import type { MetadataWrite } from '../../../src/rules/runtime/images/pull-items.ts';
import { syncMicros } from '../../../src/rules/runtime/profiles/runtime-profile.ts';
import { reportUnhandled } from '../../chart-parts.ts';
import type { SlotGranted } from '../../pull/pull-slots.ts';
import type { DiskFull } from '../../world/disk.ts';
import type { FlowFinished, FlowsMeasured, UnpackingsCounted } from '../../world/network-protocol.ts';
import type { RecorderEvent } from '../../world/recorder.ts';
import type { RegistryAnswer } from '../../world/registry-protocol.ts';
import type { WriteFinished } from '../metadata-store.ts';
import type { PullProgressEvent } from '../pull-progress.ts';
import type { ConnectionGiven, ConnectionsEvent, TokenAnswer, TokenDenied } from './connections.ts';
import * as fetch from './fetch-context.ts';
import type {
  ChunkAnswer,
  ChunkEnded,
  ChunkEvent,
  ChunkFetch,
  FetchEvent,
  FetchInput,
  FetchOrder,
} from './fetch-protocol.ts';
import * as reports from './fetch-reports.ts';
import { judgeAnswer } from './judge-answer.ts';
import * as request from './registry-request.ts';
import * as body from './response-body.ts';

type SpawnChunkFetch = (
  src: 'chunkFetch',
  options: { readonly id: string; readonly input: FetchInput },
) => ChunkFetch;

/**
 * What the charts of a fetch and of one that fetches chunks for it name: fetch.ts and chunk-fetch.ts; the
 * states of a response, which both have, are in fetch-response.ts.
 */
export const fetchSetup = setup({
  types: {
    input: {} as FetchInput,
    context: {} as fetch.FetchContext,
    events: {} as
      | FetchEvent
      | ChunkEvent
      | ChunkAnswer
      | SlotGranted
      | ConnectionGiven
      | TokenAnswer
      | RegistryAnswer
      | FlowFinished
      | FlowsMeasured
      | UnpackingsCounted
      | DiskFull
      | WriteFinished,
  },
  guards: {
    opensFile: ({ context }) => fetch.currentItem(context).open.micros > 0,
    isPresent: ({ context }) => fetch.currentItem(context).isPresent,
    givesWay: ({ context }) => fetch.currentItem(context).giveWayMicros > 0,
    nodeUnpacks: (_, params: UnpackingsCounted) => params.unpackings > 0,
    notesBlob: ({ context }) => fetch.currentItem(context).note.micros > 0,
    moreFollow: ({ context }) => context.items.length > 1,
    isGoing: ({ context }) => context.outcome === 'going',
    isCancelled: ({ context }) => context.outcome === 'cancelled',
    // The request:
    takesSlot: ({ context }) => request.requireWanted(context).takesSlot,
    waitedForRelease: (_, params: { releasedBy: string | undefined }) => params.releasedBy !== undefined,
    /** Whether the watch of this pull counts requests (the local path of containerd 2). */
    watchCountsRequests: ({ context }) =>
      countsRequests(context.input.profile.options) && !fetch.isOfChunks(context),
    isNew: (_, params: { setUpMicros: number }) => params.setUpMicros > 0,
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
    hasFailed: ({ context }) => context.failure !== undefined,
    opensLayer: ({ context }) => fetch.opensLayer(context),
    hasNextHost: ({ context }) => fetch.hasNextHost(context),
    isResumed: ({ context }) => fetch.isResumed(context),
    // The response:
    isSlow: ({ context }) => body.bodyFaultMet(context)?.kind === 'trickle',
    isStalled: ({ context }) => body.bodyFaultMet(context)?.kind === 'stalled',
    stallsThenBreaks: ({ context }) => body.stallMicrosBeforeBreak(context) > 0,
    isBroken: ({ context }) => body.breakKind(context) !== undefined,
    isOver: ({ context }, params: ChunkEnded) => fetch.failureAt(context, params) !== undefined,
    isCut: (_, params: ChunkEnded) => params.end.kind === 'cut',
    isPart: ({ context }, params: ChunkEnded) => fetch.isPart(context, params.worker),
    comesInChunks: ({ context }) => context.chunks !== undefined,
    hasWorkers: ({ context }) => context.workers.length > 0,
    hasChunk: ({ context }) => fetch.nextWorker(context) >= 0,
    lacksWorker: ({ context }) => fetch.nextWorker(context) >= context.workers.length,
    // Its end:
    someWorkerMayRun: ({ context }) => context.dropped < context.workers.length,
    holdsSpace: ({ context }) => context.spaceBytes > 0,
    flows: ({ context }) => context.flow !== undefined,
    leavesMore: ({ context }) => fetch.leavesMore(context),
  },
  delays: {
    pause: ({ context }) => fetch.currentItem(context).pauseMicros,
    giveWay: ({ context }) => fetch.currentItem(context).giveWayMicros,
    handOver: ({ context }) => context.input.profile.delays.slotHandOver,
    setUp: ({ context }) => context.given.setUpMicros,
    beforeRetry: ({ context }) => request.beforeRetry(context),
    /** The disk answers before this delay has elapsed. */
    instant: 0,
    beforeBreak: ({ context }) => body.stallMicrosBeforeBreak(context),
    beforeResume: ({ context }) => context.input.profile.delays.beforeRetry,
    sync: ({ context }) => syncMicros(context.input.profile, fetch.currentItem(context).bytes),
    failureSpread: ({ context }) => fetch.failureSpreadMicros(context),
  },
  actions: {
    begin: assign(({ context }, params: FetchOrder) => fetch.fetching(context.input, params)),
    nextItem: assign(({ context }) =>
      fetch.fetching(context.input, { ...context, items: context.items.slice(1) }),
    ),
    requestWrite: sendTo(
      ({ context }) => context.input.metadata,
      ({ context, self }, params: MetadataWrite) => fetch.write(context, params, self),
    ),
    withdrawWrite: sendTo(
      ({ context }) => context.input.metadata,
      ({ context }) => ({ type: 'WRITE.WITHDRAWN', writer: context.input.name }) as const,
    ),
    askUnpackings: sendTo(
      ({ context }) => context.input.network,
      ({ context, self }) =>
        ({ type: 'UNPACKINGS.ASKED', linkId: context.input.linkId, requester: self }) as const,
    ),
    notifyWatch: sendTo(
      ({ context }) => fetch.requireWatch(context),
      (_, params: PullProgressEvent) => params,
    ),
    record: sendTo(
      ({ context }) => context.input.recorder,
      (_, params: RecorderEvent) => params,
    ),
    // The request:
    noteWanted: assign(({ context }) => fetch.nextRequest(context)),
    nextHost: assign(({ context }) => ({
      turns: context.turns.slice(1),
      kept: fetch.worstError(context, fetch.requireFailure(context)),
    })),
    requestSlot: sendTo(
      ({ context }) => context.input.slots,
      ({ context, self }) =>
        ({
          type: 'SLOT.REQUESTED',
          requester: self,
          holder: context.input.name,
          wait: body.slotWait(context),
        }) as const,
    ),
    withdrawSlot: sendTo(
      ({ context }) => context.input.slots,
      ({ context }) => ({ type: 'SLOT.WITHDRAWN', holder: context.input.name }) as const,
    ),
    releaseSlot: sendTo(
      ({ context }) => context.input.slots,
      ({ context }) => ({ type: 'SLOT.RELEASED', holder: context.input.name }) as const,
    ),
    noteReleaser: assign({
      wanted: ({ context }, params: { releasedBy: string | undefined }) =>
        body.admitted(context, params.releasedBy),
    }),
    notifyConnections: sendTo(
      ({ context }) => context.input.connections,
      (_, params: ConnectionsEvent) => params,
    ),
    requestConnection: sendTo(
      ({ context }) => context.input.connections,
      ({ context, self }) =>
        ({ type: 'CONNECTION.REQUESTED', ...request.connectionPlace(context), requester: self }) as const,
    ),
    requestToken: sendTo(
      ({ context }) => context.input.connections,
      ({ context, self }) =>
        ({ type: 'TOKEN.REQUESTED', ...request.connectionPlace(context), requester: self }) as const,
    ),
    noteConnection: assign({ given: (_, params: ConnectionGiven) => params }),
    releaseConnection: sendTo(
      ({ context }) => context.input.connections,
      ({ context }, params: { end: request.RequestEnd }) => request.releaseConnection(context, params.end),
    ),
    sendRequest: sendTo(
      ({ context }) => request.addressee(context).registry,
      ({ context, self }) =>
        ({
          type: 'HTTP.REQUESTED',
          request: request.registryRequest(context),
          requester: self,
          travels: true,
        }) as const,
    ),
    cancelRequest: sendTo(
      ({ context }) => request.addressee(context).registry,
      ({ context }) => ({ type: 'HTTP.CANCELLED', id: request.requestId(context) }) as const,
    ),
    noteAnswer: assign(({ context }, params: RegistryAnswer) => request.answered(context, params)),
    recordAnswer: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }) => request.recordAnswer(context),
    ),
    followRedirect: assign(({ context }) => request.redirected(context)),
    askAgain: assign(({ context }) => ({
      asked: request.requireWanted(context),
      requests: context.requests + 1,
      redirect: undefined,
    })),
    askForToken: assign({ asked: { method: 'GET', kind: 'token', digest: '' } }),
    askWhy: assign({ asked: { method: 'GET', kind: 'tag', digest: '' } }),
    noteFailure: assign({ failure: ({ context }) => request.failure(context) }),
    noteDenied: assign({
      failure: ({ context }, params: { error: TokenDenied }) => request.deniedTo(context, params.error),
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
    noteSpace: assign({ spaceBytes: ({ context }) => fetch.missingBytes(context) }),
    noteRoom: assign(({ context }, { fault, roomBytes }: DiskFull) => ({
      spaceBytes: 0,
      roomBytes: context.offset + roomBytes,
      layerFault: fault,
    })),
    noteBytes: assign({ bytes: ({ context }) => fetch.readBytes(context) }),
    startFlow: sendTo(
      ({ context }) => context.input.network,
      ({ context, self }) => body.firstFlow(context, self),
    ),
    startSlowFlow: sendTo(
      ({ context }) => context.input.network,
      ({ context, self }) => body.slowFlow(context, self),
    ),
    noteFlow: assign(({ context }, params: { part: 'first' | 'slow' }) =>
      fetch.withFlow(context, params.part),
    ),
    notifyReceiving: sendTo(
      ({ context }) => fetch.requireWatch(context),
      ({ context }, params: { part: 'first' | 'slow' }) => reports.progressReceiving(context, params.part),
    ),
    recordStall: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }) => reports.recordStall(context),
    ),
    recordBreak: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }) => body.recordBreak(context),
    ),
    cancelFlow: sendTo(
      ({ context }) => context.input.network,
      ({ context }) => ({ type: 'FLOW.CANCELLED', ...body.flowName(context) }) as const,
    ),
    measureFlow: sendTo(
      ({ context }) => context.input.network,
      ({ context, self }) => fetch.flowQuestion(context, self),
    ),
    noteMeasured: assign(({ context }, params: { bytes: readonly number[] }) =>
      fetch.flowMeasured(context, params.bytes),
    ),
    closeBody: sendTo(
      ({ context }) => context.input.connections,
      ({ context }) => request.releaseConnection(context, body.endOfBody(context)),
    ),
    // Chunks, and those that fetch them:
    planChunks: assign({ chunks: ({ context }) => fetch.plannedChunks(context) }),
    /** The only place where a fetch spawns. */
    openWorker: assign(({ context, spawn, self }) => {
      const id = `chunks-${context.workers.length}`;
      const worker = (spawn as unknown as SpawnChunkFetch)('chunkFetch', {
        id,
        input: fetch.workerInput(context, self),
      });
      return { workers: [...context.workers, worker] };
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
    takeChunk: assign((_, { wanted, bytes }: Extract<ChunkEvent, { type: 'CHUNK.REQUESTED' }>) => ({
      ...request.wanting(wanted),
      bytes,
    })),
    takeResponse: assign((_, { response, bytes }: Extract<ChunkEvent, { type: 'CHUNK.OPENED' }>) => ({
      ...response,
      bytes,
    })),
    notifyFetch: sendTo(
      ({ context }) => fetch.requireChunkTask(context).fetch,
      ({ context }) => fetch.chunkAnswer(context),
    ),
    forgetCancel: assign({ outcome: 'going' }),
    // Its end:
    noteEnd: assign(({ context }, params: ChunkEnded) => fetch.ended(context, params)),
    goOn: assign(({ context }, params: ChunkEnded) => fetch.brokenOff(context, params)),
    noteGivenUp: assign(({ context }, params: ChunkEnded) => fetch.givenUp(context, params)),
    noteError: assign({
      outcome: ({ context }, params: { error: PullError }) => fetch.worstError(context, params.error),
    }),
    noteRequestFailure: assign({ outcome: ({ context }) => fetch.requestFailure(context) }),
    noteCancel: assign({ outcome: 'cancelled' }),
    recordFailure: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }) => reports.recordFetch(context, 'failed'),
    ),
    recordUnresumed: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }) => reports.recordUnresumed(context),
    ),
    beginDropping: assign({ dropped: 0 }),
    drop: sendTo(({ context }) => fetch.requireWorker(context, context.dropped), { type: 'FETCH.CANCELLED' }),
    countDropped: assign({ dropped: ({ context }) => context.dropped + 1 }),
    keepPartialBlob: sendTo(
      ({ context }) => context.input.content,
      ({ context }) => fetch.blobLeft(context),
    ),
    freeSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context }) => ({ type: 'SPACE.FREED', bytes: fetch.unusedBytes(context) }) as const,
    ),
    forgetSpace: assign({ spaceBytes: 0 }),
    notifyFinished: sendTo(
      ({ context }) => context.input.pull,
      ({ context }) => reports.finished(context),
    ),
    notifyKept: sendTo(
      ({ context }) => context.input.pull,
      ({ context }) =>
        ({
          type: 'FETCH.KEPT',
          fetch: context.input.fetch,
          layer: fetch.currentItem(context).layer,
        }) as const,
    ),
    notifyDropped: sendTo(({ context }) => context.input.pull, { type: 'FETCH.DROPPED' }),
    notifyFailed: sendTo(
      ({ context }) => context.input.pull,
      ({ context }) => ({ type: 'FETCH.FAILED', error: context.outcome as PullError }) as const,
    ),
    reportUnhandled,
  },
});
