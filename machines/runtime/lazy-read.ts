import { assign, sendTo, setup } from 'xstate';
import type { PullError } from '../../src/rules/runtime/errors/pull-error.ts';
import type { LazyPart } from '../../src/rules/runtime/images/lazy-image.ts';
import { actorType, ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import type { ImageReadRequest } from './container-runtime-protocol.ts';
import type { ContentEvent } from './content-store.ts';
import { connectionsReducer } from './fetch/connections.ts';
import { fetchMachine } from './fetch/fetch.ts';
import type { FetchAnswer } from './fetch/fetch-protocol.ts';
import * as read from './lazy-read-context.ts';
import type { PullProgressEvent } from './pull-progress.ts';

/**
 * The bytes of one image that a node has pulled lazily: what containers read at their start, and what is fetched
 * behind them. Stands for the file systems of stargz, SOCI, nydus and overlaybd and for GKE's, whose documents say
 * what they fetch when (src/rules/runtime/profiles/lazy-pull.ts). Their clients ask again a few times and then give
 * the container an I/O error, after which it is started again; here it waits until the registry answers.
 */
export const lazyReadMachine = setup({
  types: {
    input: {} as read.LazyReadInput,
    context: {} as read.LazyReadContext,
    events: {} as read.LazyReadEvent | FetchAnswer | PullProgressEvent | ContentEvent,
  },
  actors: { connections: actorType(connectionsReducer), fetch: actorType(fetchMachine) },
  guards: { fetchesRest: ({ context }) => context.input.image.restBytes > 0 },
  delays: {
    askAgain: () => read.askAgainMicros,
    reading: ({ context }) => context.input.image.readMicros,
    quiet: ({ context }) => context.input.image.row.behind?.afterMicros ?? 0,
  },
  actions: {
    addReader: assign({
      readers: ({ context }, params: ImageReadRequest) => read.withReader(context, params),
    }),
    forgetReaders: assign({ readers: [] }),
    noteOffset: assign({ offset: (_, bytes: number) => bytes }),
    forgetOffset: assign({ offset: 0 }),
    ask: sendTo(
      ({ context }) => context.fetch,
      ({ context, self }, params: { part: LazyPart }) => read.partRequest(context, params.part, self),
    ),
    cancelFetch: sendTo(({ context }) => context.fetch, { type: 'FETCH.CANCELLED' }),
    keep: sendTo(
      ({ context }) => context.input.content,
      ({ context }, params: { part: LazyPart }) => read.partKept(context, params.part),
    ),
    freeSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context }) => read.partDropped(context),
    ),
    answer: sendTo(
      ({ context }) => context.input.first.requester,
      ({ context }) => read.readAnswer(context),
    ),
    answerAtOnce: sendTo(
      (_, params: ImageReadRequest) => params.requester,
      (_, params: ImageReadRequest) => read.readAnswer({ readers: [params.reader] }),
    ),
    record: sendTo(
      ({ context }) => context.input.recorder,
      (_, params: RecorderEvent) => params,
    ),
    recordFailure: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, error: PullError) => read.failedRecord(context, error),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'lazyRead',
  description:
    'The content of an image that was pulled lazily. Its containers have started and read it; what they read comes from the registry now. The pod shows Running, and is not ready if it has a readiness probe.',
  context: ({ input, spawn, self }) => {
    const { name, recorder, clock, connectMicros } = input;
    const connections = spawn('connections', {
      id: 'connections',
      input: { name: `${name}/connections`, recorder, clock, connectMicros },
    });
    const fetch = spawn('fetch', { id: 'fetch', input: read.fetchInput(input, connections, self) });
    return { input, connections, fetch, readers: [input.first.reader], offset: 0 };
  },
  initial: 'atStart',
  entry: {
    type: 'record',
    params: ({ context }) => read.readingRecord(context, context.input.first),
  },
  on: {
    'IMAGE_READ.REQUESTED': { actions: { type: 'answerAtOnce', params: ofEvent } },
    'RUNTIME_PULL.CANCELLED': {},
    'PROGRESS.RECEIVING': { description: 'No timeout watches what is read.' },
    'PROGRESS.ASKING': {},
    'PROGRESS.SETTLED': {},
    'PARTIAL_BLOB.KEPT': { actions: { type: 'noteOffset', params: ({ event }) => event.bytes } },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    unread: {
      description:
        'The node went down before what containers read at their start had come. The next container asks for it.',
      on: {
        'IMAGE_READ.REQUESTED': {
          target: 'atStart',
          actions: [
            { type: 'addReader', params: ofEvent },
            { type: 'record', params: ({ context, event }) => read.readingRecord(context, event) },
            { type: 'ask', params: { part: 'start' } },
          ],
        },
      },
    },
    atStart: {
      description:
        'Containers have started and wait for what they read first. It comes over the node’s link, which pulls use too; without the registry they wait on.',
      tags: 'downloading',
      initial: 'arriving',
      on: {
        'IMAGE_READ.REQUESTED': {
          actions: [
            { type: 'addReader', params: ofEvent },
            { type: 'record', params: ({ context, event }) => read.readingRecord(context, event) },
          ],
        },
        'RUNTIME_PULL.CANCELLED': { target: '.cancelling', actions: ['forgetReaders', 'cancelFetch'] },
      },
      states: {
        arriving: {
          description: 'The bytes come from the registry, in requests for parts of layers.',
          on: {
            'FETCH.FINISHED': {
              target: 'handingOver',
              actions: [{ type: 'keep', params: { part: 'start' } }, 'forgetOffset'],
            },
            'FETCH.FAILED': {
              target: 'awaitingRegistry',
              actions: { type: 'recordFailure', params: ({ event }) => event.error },
            },
          },
        },
        awaitingRegistry: {
          description:
            'The registry has refused or does not answer. The container hangs in its first reads; it is asked again after 5 s.',
          tags: 'waiting',
          after: { askAgain: { target: 'arriving', actions: { type: 'ask', params: { part: 'start' } } } },
        },
        handingOver: {
          description:
            'The file system gives the container what it reads, file by file, each read a call into a process of its own. This takes longer than from the disk.',
          after: {
            reading: [
              {
                guard: 'fetchesRest',
                target: '#lazyRead.behind',
                actions: [
                  { type: 'record', params: ({ context }) => read.readRecords(context) },
                  'answer',
                  'forgetReaders',
                ],
              },
              {
                target: '#lazyRead.read',
                actions: [
                  { type: 'record', params: ({ context }) => read.readRecords(context) },
                  'answer',
                  'forgetReaders',
                ],
              },
            ],
          },
          on: {
            'RUNTIME_PULL.CANCELLED': { target: '#lazyRead.read', actions: 'forgetReaders' },
          },
        },
        cancelling: {
          description: 'The node goes down: what has come of the part is dropped. No time passes.',
          on: {
            'FETCH.DROPPED': { target: '#lazyRead.unread', actions: ['freeSpace', 'forgetOffset'] },
            'FETCH.FINISHED': {},
            'RUNTIME_PULL.CANCELLED': {},
          },
        },
      },
    },
    behind: {
      description:
        'Containers run, and the rest of the image is fetched behind them. It takes a share of the link from pulls, and disk space.',
      tags: 'downloading',
      initial: 'resting',
      on: {
        'RUNTIME_PULL.CANCELLED': { target: '.cancelling', actions: 'cancelFetch' },
      },
      states: {
        resting: {
          description:
            'Nothing is fetched for a while after the last read at the start: 30 s with SOCI, no time with others.',
          after: { quiet: { target: 'arriving', actions: { type: 'ask', params: { part: 'rest' } } } },
        },
        arriving: {
          description: 'The rest of the image arrives.',
          on: {
            'FETCH.FINISHED': {
              target: '#lazyRead.complete',
              actions: [
                { type: 'keep', params: { part: 'rest' } },
                { type: 'record', params: ({ context }) => read.completeRecord(context) },
                'forgetOffset',
              ],
            },
            'FETCH.FAILED': {
              target: 'awaitingRegistry',
              actions: { type: 'recordFailure', params: ({ event }) => event.error },
            },
          },
        },
        awaitingRegistry: {
          description: 'The registry has refused or does not answer, and is asked again after 5 s.',
          tags: 'waiting',
          after: { askAgain: { target: 'arriving', actions: { type: 'ask', params: { part: 'rest' } } } },
        },
        cancelling: {
          description: 'The node goes down: what has come of the rest is dropped. No time passes.',
          on: {
            'FETCH.DROPPED': { target: '#lazyRead.read', actions: ['freeSpace', 'forgetOffset'] },
            'FETCH.FINISHED': {},
            'RUNTIME_PULL.CANCELLED': {},
          },
        },
      },
    },
    read: {
      description:
        'What containers read at their start is on the node, and nothing else is fetched. A container that starts now does not wait.',
    },
    complete: { description: 'All of the image is on the node, as after an ordinary pull.' },
  },
});
