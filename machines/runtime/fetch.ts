import { and, assign, not, sendTo, setup } from 'xstate';
import type { PullError } from '../../src/runtime/errors/pull-error.ts';
import type { MetadataWrite } from '../../src/runtime/images/metadata-step.ts';
import { syncMicros } from '../../src/runtime/profiles/runtime-profile.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { DiskFull } from '../world/disk.ts';
import type { FlowsMeasured } from '../world/network-protocol.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import { downloadMachine } from './download.ts';
import type { DownloadAnswer, DownloadWanted, OpenedResponse } from './download-request.ts';
import * as fetch from './fetch-context.ts';
import type { FetchEvent, FetchInput, FetchOrder } from './fetch-protocol.ts';
import type { WriteFinished } from './metadata-store.ts';
import type { PullProgressEvent } from './pull-progress.ts';

/**
 * One line of work of a pull: fetches one thing after another, each from the first host that has it, and puts a layer
 * together of the responses that bring it. Mirrors `Fetch` and `httpReadSeeker` (core/remotes/docker/fetcher.go,
 * httpreadseeker.go) and the commit of `content.Copy`.
 */
export const fetchMachine = setup({
  types: {
    input: {} as FetchInput,
    context: {} as fetch.FetchContext,
    events: {} as FetchEvent | DownloadAnswer | DiskFull | FlowsMeasured | WriteFinished,
  },
  actors: { download: downloadMachine },
  guards: {
    opensFile: ({ context }) => fetch.itemOf(context).open.micros > 0,
    notesBlob: ({ context }) => fetch.itemOf(context).note.micros > 0,
    moreFollow: ({ context }) => context.items.length > 1,
    hasNextHost: ({ context }, params: { error: PullError }) => fetch.hasNextHost(context, params.error),
    hasChunk: ({ context }) => fetch.nextWorker(context) >= 0,
    lacksDownload: ({ context }) => fetch.nextWorker(context) >= context.downloads.length,
    isOver: ({ context }, params: fetch.Ended) => fetch.failureAt(context, params) !== undefined,
    isCut: (_, params: fetch.Ended) => params.end.kind === 'cut',
    isPart: ({ context }, params: fetch.Ended) => fetch.isPart(context, params.download),
    someDownloadMayRun: ({ context }) => context.dropped < context.downloads.length,
    holdsSpace: ({ context }) => context.spaceBytes > 0,
    flows: ({ context }) => context.flow !== undefined,
    leavesMore: ({ context }) => fetch.leavesMore(context),
    isGoing: ({ context }) => context.outcome === 'going',
    isCancelled: ({ context }) => context.outcome === 'cancelled',
  },
  delays: {
    /** What the disk has to say comes before this. */
    instant: 0,
    pause: ({ context }) => fetch.itemOf(context).pauseMicros,
    beforeResume: ({ context }) => context.input.profile.delays.beforeRetry,
    sync: ({ context }) => syncMicros(context.input.profile.delays, fetch.itemOf(context).bytes),
    failureSpread: ({ context }) => fetch.failureSpreadMicros(context),
  },
  actions: {
    begin: assign(({ context }, params: FetchOrder) => fetch.fetching(context.input, params)),
    nextItem: assign(({ context }) => fetch.fetching(context.input, { ...context, items: context.items.slice(1) })),
    // The one place where this machine spawns, beside its first download.
    openDownload: assign(({ context, spawn, self }) => {
      const download = context.downloads.length;
      const opened = spawn('download', { id: `download-${download}`, input: fetch.downloadInput(context.input, download, self) });
      return { downloads: [...context.downloads, opened] };
    }),
    ask: sendTo(
      ({ context }) => fetch.downloadOf(context, 0),
      (_, params: { wanted: DownloadWanted }) => ({ type: 'DOWNLOAD.REQUESTED', wanted: params.wanted }) as const,
    ),
    nextHost: assign(({ context }, params: { error: PullError }) => ({
      turns: context.turns.slice(1),
      kept: fetch.worstOf(context, params.error),
    })),
    noteOpened: assign({ response: (_, params: { response: OpenedResponse }) => params.response }),
    tellRecorder: sendTo(
      ({ context }) => context.input.recorder,
      (_, params: RecorderEvent) => params,
    ),
    recordFailure: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }) => fetch.recordFetch(context, 'failed'),
    ),
    requestWrite: sendTo(
      ({ context }) => context.input.metadata,
      ({ context, self }, params: MetadataWrite) => fetch.write(context, params, self),
    ),
    withdrawWrite: sendTo(
      ({ context }) => context.input.metadata,
      ({ context }) => ({ type: 'WRITE.WITHDRAWN', writer: context.input.name }) as const,
    ),
    takeSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context, self }) => ({ type: 'SPACE.TAKEN', bytes: fetch.missingBytes(context), requester: self }) as const,
    ),
    noteSpace: assign({ spaceBytes: ({ context }) => fetch.missingBytes(context) }),
    noteRoom: assign({ spaceBytes: 0, roomBytes: ({ context }, params: { roomBytes: number }) => context.offset + params.roomBytes }),
    noteFlow: assign(({ context }, params: fetch.Flowing) => fetch.withFlow(context, params)),
    measureFlow: sendTo(
      ({ context }) => context.input.network,
      ({ context, self }) => fetch.flowQuestion(context, self),
    ),
    noteMeasured: assign(({ context }, params: { bytes: readonly number[] }) => fetch.flowMeasured(context, params.bytes)),
    leaveBlob: sendTo(
      ({ context }) => context.input.content,
      ({ context }) => fetch.blobLeft(context),
    ),
    freeSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context }) => ({ type: 'SPACE.FREED', bytes: fetch.unusedBytes(context) }) as const,
    ),
    forgetSpace: assign({ spaceBytes: 0 }),
    planChunks: assign({ chunks: ({ context }) => fetch.plannedChunks(context) }),
    read: sendTo(
      ({ context }, params: fetch.Reading) => fetch.downloadOf(context, params.download),
      (_, params) => ({ type: 'DOWNLOAD.READ', bytes: params.bytes }) as const,
    ),
    askChunk: sendTo(
      ({ context }) => fetch.downloadOf(context, fetch.nextWorker(context)),
      ({ context }) => ({ type: 'DOWNLOAD.REQUESTED', wanted: fetch.chunkWanted(context) }) as const,
    ),
    beginChunk: assign(({ context }) => fetch.chunkBegun(context)),
    noteEnd: assign(({ context }, params: fetch.Ended) => fetch.ended(context, params)),
    tellWatch: sendTo(
      ({ context }) => fetch.watchOf(context),
      (_, params: PullProgressEvent) => params,
    ),
    goOn: assign(({ context }, params: fetch.Ended) => fetch.brokenOff(context, params)),
    noteFailure: assign(({ context }, params: fetch.Ended) => fetch.givenUp(context, params)),
    noteShortRead: assign({ outcome: ({ context }) => fetch.shortRead(context) }),
    noteError: assign({ outcome: ({ context }, params: { error: PullError }) => fetch.worstOf(context, params.error) }),
    noteCancel: assign({ outcome: 'cancelled' }),
    beginDropping: assign({ dropped: 0 }),
    drop: sendTo(({ context }) => fetch.downloadOf(context, context.dropped), { type: 'DOWNLOAD.CANCELLED' }),
    countDropped: assign({ dropped: ({ context }) => context.dropped + 1 }),
    tellFinished: sendTo(
      ({ context }) => context.input.pull,
      ({ context }) => fetch.finished(context),
    ),
    tellFailed: sendTo(
      ({ context }) => context.input.pull,
      ({ context }) => ({ type: 'FETCH.FAILED', error: context.outcome as PullError }) as const,
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'fetch',
  description: 'One line of work of an image pull: what it fetches, one thing after another.',
  context: ({ input, spawn, self }) => ({
    input,
    downloads: [spawn('download', { id: 'download-0', input: fetch.downloadInput(input, 0, self) })],
    ...fetch.fetching(input, input),
  }),
  initial: 'pausing',
  on: {
    'FETCH.CANCELLED': { description: 'It lets go of what it holds.', target: '.dropping', actions: 'noteCancel' },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    idle: {
      description: 'Nothing to fetch, until the pull asks for more.',
      on: {
        'FETCH.REQUESTED': { target: 'pausing', actions: { type: 'begin', params: ofEvent } },
        'FETCH.CANCELLED': {},
      },
    },
    pausing: {
      description: "The runtime's own work before a request: a fixed cost.",
      on: { 'FETCH.CANCELLED': 'idle' },
      after: { pause: [{ guard: 'opensFile', target: 'openingFile' }, { target: 'opening' }] },
    },
    openingFile: {
      description: 'Its file is opened, and what came before is noted: the metadata takes one write at a time on the node.',
      entry: { type: 'requestWrite', params: ({ context }) => fetch.itemOf(context).open },
      on: { 'WRITE.FINISHED': 'opening', 'FETCH.CANCELLED': { target: 'idle', actions: 'withdrawWrite' } },
    },
    opening: {
      description: 'Asks one host after another, until one answers with what is wanted.',
      tags: 'asking',
      entry: { type: 'ask', params: ({ context }) => ({ wanted: fetch.firstWanted(context) }) },
      on: {
        'DOWNLOAD.QUEUED': { actions: { type: 'tellWatch', params: ({ context }) => fetch.progressQueued(context) } },
        'DOWNLOAD.ASKING': { actions: { type: 'tellWatch', params: ({ context }) => fetch.progressAsking(context) } },
        'DOWNLOAD.OPENED': {
          target: 'claiming',
          actions: [
            { type: 'noteOpened', params: ofEvent },
            { type: 'tellRecorder', params: ({ context }) => fetch.recordFetch(context, 'started') },
          ],
        },
        'DOWNLOAD.ENDED': [
          { guard: 'moreFollow', target: 'pausing', actions: 'nextItem' },
          { guard: 'notesBlob', target: 'noting' },
          { target: 'idle', actions: 'tellFinished' },
        ],
        'DOWNLOAD.FAILED': [
          {
            guard: { type: 'hasNextHost', params: ofEvent },
            target: 'opening',
            reenter: true,
            actions: { type: 'nextHost', params: ofEvent },
          },
          { target: 'dropping', actions: { type: 'noteError', params: ofEvent } },
        ],
      },
    },
    claiming: {
      description: 'Takes the space of the layer; the disk says at once where there is not that much. No time passes.',
      entry: ['takeSpace', 'noteSpace'],
      on: {
        'DISK.FULL': { actions: { type: 'noteRoom', params: ofEvent } },
        'FETCH.CANCELLED': { target: 'dropping', actions: ['noteCancel', 'recordFailure'] },
      },
      after: { instant: 'receiving' },
    },
    receiving: {
      description: 'A response brings the layer, or what is missing of it; or several bring its chunks, which are read in order.',
      tags: 'downloading',
      entry: ['planChunks', { type: 'read', params: ({ context }) => fetch.firstRead(context) }],
      always: [
        { guard: and(['hasChunk', 'lacksDownload']), actions: 'openDownload' },
        { guard: 'hasChunk', actions: ['askChunk', 'beginChunk'] },
      ],
      on: {
        'DOWNLOAD.QUEUED': {},
        'DOWNLOAD.ASKING': {},
        'DOWNLOAD.OPENED': { actions: { type: 'read', params: ({ context, event }) => fetch.chunkRead(context, event.download) } },
        'DOWNLOAD.FLOWING': {
          actions: [
            { type: 'noteFlow', params: ofEvent },
            { type: 'tellWatch', params: ({ context, event }) => fetch.progressReceiving(context, event) },
          ],
        },
        'FETCH.CANCELLED': [
          { guard: 'flows', target: 'dropping', actions: ['noteCancel', 'recordFailure', 'measureFlow'] },
          { target: 'dropping', actions: ['noteCancel', 'recordFailure'] },
        ],
        'DOWNLOAD.STALLED': { actions: { type: 'tellRecorder', params: ({ context, event }) => fetch.recordStall(context, event.fault) } },
        'DOWNLOAD.FAILED': {
          target: 'dropping',
          actions: [{ type: 'noteError', params: ofEvent }, 'recordFailure'],
        },
        'DOWNLOAD.ENDED': [
          {
            guard: { type: 'isOver', params: ofEvent },
            target: 'dropping',
            actions: [{ type: 'noteFailure', params: ofEvent }, 'recordFailure'],
          },
          {
            guard: { type: 'isCut', params: ofEvent },
            target: 'dropping',
            actions: { type: 'goOn', params: ofEvent },
          },
          { guard: { type: 'isPart', params: ofEvent }, actions: { type: 'noteEnd', params: ofEvent } },
          {
            target: 'committing',
            actions: [
              { type: 'noteEnd', params: ofEvent },
              { type: 'tellRecorder', params: ({ context }) => fetch.recordFetch(context, 'fetched') },
            ],
          },
        ],
      },
    },
    dropping: {
      description:
        'All responses are dropped: the layer goes on with a new one; or it is over, what has come stays for a while, and the rest of its space is free. No time passes.',
      entry: 'beginDropping',
      on: { 'FLOWS.MEASURED': { actions: { type: 'noteMeasured', params: ofEvent } } },
      always: [
        { guard: 'someDownloadMayRun', actions: ['drop', 'countDropped'] },
        { guard: 'isGoing', target: 'resuming' },
        { guard: and(['leavesMore', not('flows')]), actions: ['leaveBlob', 'freeSpace', 'forgetSpace'] },
        { guard: and(['holdsSpace', not('flows')]), actions: ['freeSpace', 'forgetSpace'] },
        { guard: and(['isCancelled', not('flows')]), target: 'idle' },
        { guard: not('flows'), target: 'failing' },
      ],
    },
    resuming: {
      description: 'The response broke off: the next one follows at once.',
      on: { 'FETCH.CANCELLED': { target: 'dropping', actions: ['noteCancel', 'recordFailure'] } },
      after: { beforeResume: 'reopening' },
    },
    reopening: {
      description: 'Asks for the rest of the layer. Where nobody gives it, what is there is all there is.',
      tags: 'asking',
      entry: { type: 'ask', params: ({ context }) => ({ wanted: fetch.restWanted(context) }) },
      on: {
        'DOWNLOAD.QUEUED': { actions: { type: 'tellWatch', params: ({ context }) => fetch.progressQueued(context) } },
        'DOWNLOAD.ASKING': { actions: { type: 'tellWatch', params: ({ context }) => fetch.progressAsking(context) } },
        'DOWNLOAD.OPENED': { target: 'receiving', actions: { type: 'noteOpened', params: ofEvent } },
        'FETCH.CANCELLED': { target: 'dropping', actions: ['noteCancel', 'recordFailure'] },
        'DOWNLOAD.FAILED': [
          {
            guard: { type: 'hasNextHost', params: ofEvent },
            target: 'reopening',
            reenter: true,
            actions: { type: 'nextHost', params: ofEvent },
          },
          { target: 'dropping', actions: ['noteShortRead', 'recordFailure'] },
        ],
      },
    },
    committing: {
      description: 'The blob goes to disk for good (fsync) before its layer can be unpacked; its digest is looked at.',
      after: {
        sync: [
          { guard: 'notesBlob', target: 'noting' },
          { guard: 'isGoing', target: 'idle', actions: 'tellFinished' },
          { target: 'dropping' },
        ],
      },
    },
    noting: {
      description: 'The metadata is to know the blob: one write at a time on the node.',
      entry: { type: 'requestWrite', params: ({ context }) => fetch.itemOf(context).note },
      on: {
        'WRITE.FINISHED': [{ guard: 'isGoing', target: 'idle', actions: 'tellFinished' }, { target: 'dropping' }],
        'FETCH.CANCELLED': { target: 'dropping', actions: ['withdrawWrite', 'noteCancel'] },
      },
    },
    failing: {
      description: 'It failed; the pull hears of it a moment later, when the slot is with the next in line already.',
      on: { 'FETCH.CANCELLED': 'idle' },
      after: { failureSpread: { target: 'idle', actions: 'tellFailed' } },
    },
  },
});
