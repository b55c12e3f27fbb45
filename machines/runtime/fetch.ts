import { and, not } from 'xstate';
import { ofEvent } from '../chart-parts.ts';
import { chunkFetchMachine } from './chunk-fetch.ts';
import * as fetch from './fetch-context.ts';
import * as reports from './fetch-reports.ts';
import { bodyStates, requestStates } from './fetch-response.ts';
import { fetchSetup } from './fetch-setup.ts';

/**
 * One line of work of a pull: fetches one thing after another, each from the first host that has it, and puts a layer
 * together of the responses that bring it. Mirrors `Fetch` and `httpReadSeeker` (core/remotes/docker/fetcher.go,
 * httpreadseeker.go) and the commit of `content.Copy`. The states of a response are in fetch-response.ts.
 */
export const fetchMachine = fetchSetup
  .createMachine({
    id: 'fetch',
    description: 'One line of work of an image pull: what it fetches, one thing after another.',
    context: ({ input }) => ({ input, workers: [], ...fetch.fetching(input, input) }),
    initial: 'preparing',
    on: {
      'FETCH.CANCELLED': { description: 'It lets go of what it holds.', target: '.dropping', actions: 'noteCancel' },
      'HTTP.ANSWERED': { description: 'To a request that was dropped.' },
      'HTTP.REFUSED': {},
      'HTTP.RESET': {},
      '*': { actions: 'reportUnhandled' },
    },
    states: {
      idle: {
        description: 'Nothing to fetch, until the pull asks for more.',
        on: {
          'FETCH.REQUESTED': { target: 'preparing', actions: { type: 'begin', params: ofEvent } },
          'FETCH.CANCELLED': {},
          'FLOW.FINISHED': { description: 'Its last byte came in the very moment in which it was cancelled.' },
        },
      },
      preparing: {
        description: 'What the runtime does before a request.',
        initial: 'pausing',
        states: {
          pausing: {
            description: "The runtime's own work: a fixed cost.",
            on: { 'FETCH.CANCELLED': '#fetch.idle' },
            after: { pause: [{ guard: 'opensFile', target: 'openingFile' }, { target: '#fetch.opening' }] },
          },
          openingFile: {
            description: 'Its file is opened, and what came before is noted: the metadata takes one write at a time on the node.',
            entry: { type: 'requestWrite', params: ({ context }) => fetch.itemOf(context).open },
            on: { 'WRITE.FINISHED': '#fetch.opening', 'FETCH.CANCELLED': { target: '#fetch.idle', actions: 'withdrawWrite' } },
          },
        },
      },
      opening: {
        ...requestStates,
        description: 'Asks one host after another, until one answers with what is wanted: the item, or the rest of a layer.',
        entry: 'noteWanted',
        onDone: [
          { guard: 'isCancelled', target: 'dropping' },
          { guard: and(['hasFailed', 'hasNextHost']), target: 'opening', reenter: true, actions: 'nextHost' },
          { guard: 'hasFailed', target: 'dropping', actions: ['noteVain', 'recordUnresumed'] },
          { guard: and(['isLayer', 'isResumed']), target: 'transferring.planning' },
          {
            guard: 'isLayer',
            target: 'transferring',
            actions: { type: 'tellRecorder', params: ({ context }) => reports.recordFetch(context, 'started') },
          },
          { guard: 'moreFollow', target: 'preparing', actions: 'nextItem' },
          { guard: 'notesBlob', target: 'noting' },
          { target: 'idle', actions: 'tellFinished' },
        ],
      },
      transferring: {
        description: 'A layer comes, with this response or, where it broke off before, with one more.',
        initial: 'claiming',
        states: {
          claiming: {
            description: 'Takes the space of the layer; the disk says at once where there is not that much. No time passes.',
            entry: ['takeSpace', 'noteSpace'],
            on: {
              'DISK.FULL': { actions: { type: 'noteRoom', params: ofEvent } },
              'FETCH.CANCELLED': {
                target: 'receiving.closing',
                actions: ['noteCancel', 'recordFailure', { type: 'letGo', params: { end: 'dropped' } }],
              },
            },
            after: { instant: 'planning' },
          },
          planning: {
            description: 'Does one response bring it, or does it come in chunks?',
            entry: 'planChunks',
            always: [
              { guard: and(['comesInChunks', 'hasWorkers']), target: 'sharing', actions: 'handOver' },
              { guard: 'comesInChunks', actions: 'openWorker' },
              { target: 'receiving', actions: 'noteBytes' },
            ],
          },
          receiving: {
            ...bodyStates,
            description: 'A response brings the layer, or what is missing of it.',
            on: {
              'FETCH.CANCELLED': {
                target: '.closing',
                actions: ['noteCancel', 'recordFailure', 'measureFlow', 'cancelFlow', { type: 'letGo', params: { end: 'dropped' } }],
              },
            },
            onDone: [
              { guard: 'isCancelled', target: '#fetch.dropping' },
              {
                guard: { type: 'isOver', params: ({ context }) => fetch.wholeEnded(context) },
                target: '#fetch.dropping',
                actions: [{ type: 'noteGivenUp', params: ({ context }) => fetch.wholeEnded(context) }, 'recordFailure'],
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
                  { type: 'tellRecorder', params: ({ context }) => reports.recordFetch(context, 'fetched') },
                ],
              },
            ],
          },
          sharing: {
            description: 'Several responses bring its chunks, which are read in order.',
            tags: 'downloading',
            always: [
              { guard: and(['hasChunk', 'lacksWorker']), actions: 'openWorker' },
              { guard: 'hasChunk', actions: ['askChunk', 'beginChunk'] },
            ],
            on: {
              'FETCH.CANCELLED': { target: '#fetch.dropping', actions: ['noteCancel', 'recordFailure'] },
              'CHUNK.FAILED': { target: '#fetch.dropping', actions: [{ type: 'noteError', params: ofEvent }, 'recordFailure'] },
              'CHUNK.ENDED': [
                {
                  guard: { type: 'isOver', params: ofEvent },
                  target: '#fetch.dropping',
                  actions: [{ type: 'noteGivenUp', params: ofEvent }, 'recordFailure'],
                },
                { guard: { type: 'isCut', params: ofEvent }, target: '#fetch.dropping', actions: { type: 'goOn', params: ofEvent } },
                { guard: { type: 'isPart', params: ofEvent }, actions: { type: 'noteEnd', params: ofEvent } },
                {
                  target: '#fetch.committing',
                  actions: [
                    { type: 'noteEnd', params: ofEvent },
                    { type: 'tellRecorder', params: ({ context }) => reports.recordFetch(context, 'fetched') },
                  ],
                },
              ],
            },
          },
        },
      },
      dropping: {
        description:
          'All responses are dropped: the layer goes on with a new one; or it is over, what has come stays for a while, and the rest of its space is free. No time passes.',
        entry: 'beginDropping',
        on: {
          'FLOWS.MEASURED': { actions: { type: 'noteMeasured', params: ofEvent } },
          'FLOW.FINISHED': { description: 'Its last byte came in the very moment in which it was cancelled.' },
        },
        always: [
          { guard: 'someWorkerMayRun', actions: ['drop', 'countDropped'] },
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
        after: { beforeResume: 'opening' },
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
  })
  .provide({ actors: { chunkFetch: chunkFetchMachine } as never });
