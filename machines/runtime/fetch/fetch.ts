import { and, not } from 'xstate';
import { ofEvent } from '../../chart-parts.ts';
import { chunkFetchMachine } from './chunk-fetch.ts';
import * as fetch from './fetch-context.ts';
import * as reports from './fetch-reports.ts';
import { bodyStates, requestStates } from './fetch-response.ts';
import { fetchSetup } from './fetch-setup.ts';

/**
 * One line of work of a pull: fetches one thing after another, each from the first host that has it, and puts
 * a layer together of the responses that bring it. Mirrors `Fetch` and `httpReadSeeker`
 * (core/remotes/docker/fetcher.go, httpreadseeker.go) and the commit of `content.Copy`. The states of a
 * response are in fetch-response.ts.
 */
export const fetchMachine = fetchSetup
  .createMachine({
    id: 'fetch',
    description: 'A fetch of an image pull: it gets one item after another from registries.',
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
        description: 'There is nothing to fetch until the pull asks for more.',
        on: {
          'FETCH.REQUESTED': { target: 'preparing', actions: { type: 'begin', params: ofEvent } },
          'FETCH.CANCELLED': { actions: 'notifyDropped' },
          'FLOW.FINISHED': { description: 'The last byte arrived at the moment of the cancellation.' },
        },
      },
      preparing: {
        description: 'The runtime prepares the request for an item.',
        initial: 'pausing',
        states: {
          pausing: {
            description: "The runtime's own work: a fixed cost.",
            on: { 'FETCH.CANCELLED': { target: '#fetch.idle', actions: 'notifyDropped' } },
            after: {
              pause: [
                { guard: 'opensFile', target: 'openingFile' },
                { guard: 'isPresent', target: '#fetch.idle', actions: 'notifyKept' },
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
                { guard: { type: 'nodeUnpacks', params: ofEvent }, target: 'givingWay' },
                { target: '#fetch.opening' },
              ],
              'FETCH.CANCELLED': { target: '#fetch.idle', actions: 'notifyDropped' },
            },
          },
          givingWay: {
            description:
              'An unpacking keeps the processors busy, and the request waits for its turn on them.',
            on: { 'FETCH.CANCELLED': { target: '#fetch.idle', actions: 'notifyDropped' } },
            after: { giveWay: '#fetch.opening' },
          },
        },
      },
      opening: {
        ...requestStates,
        description:
          'One host after another is asked, until one answers with what is wanted: the item, or the rest of a layer.',
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
        description: 'A layer arrives, in one response or, after one that broke off, in several.',
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
                  actions: [
                    'noteCancel',
                    'recordFailure',
                    'cancelSpace',
                    'forgetSpace',
                    { type: 'releaseConnection', params: { end: 'dropped' } },
                  ],
                },
                {
                  description: 'The disk has refused the layer.',
                  target: 'receiving.closing',
                  actions: [
                    'noteCancel',
                    'recordFailure',
                    { type: 'releaseConnection', params: { end: 'dropped' } },
                  ],
                },
              ],
            },
            after: { instant: 'planning' },
          },
          planning: {
            description: 'It is decided whether the layer arrives in one response or in chunks.',
            entry: 'planChunks',
            always: [
              { guard: and(['comesInChunks', 'hasWorkers']), target: 'sharing', actions: 'handOver' },
              { guard: 'comesInChunks', actions: 'openWorker' },
              { target: 'receiving', actions: 'noteBytes' },
            ],
          },
          receiving: {
            ...bodyStates,
            description: 'One response brings the layer, or what is missing of it.',
            on: {
              'FETCH.CANCELLED': {
                target: '.closing',
                actions: [
                  'noteCancel',
                  'recordFailure',
                  'measureFlow',
                  'cancelFlow',
                  { type: 'releaseConnection', params: { end: 'dropped' } },
                ],
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
            description: 'Workers fetch the chunks of the layer, which are read in order.',
            tags: 'downloading',
            always: [
              { guard: and(['hasChunk', 'lacksWorker']), actions: 'openWorker' },
              { guard: 'hasChunk', actions: ['askChunk', 'beginChunk'] },
            ],
            on: {
              'FETCH.CANCELLED': { target: '#fetch.dropping', actions: ['noteCancel', 'recordFailure'] },
              'CHUNK.FAILED': {
                target: '#fetch.dropping',
                actions: [{ type: 'noteError', params: ofEvent }, 'recordFailure'],
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
                { guard: { type: 'isPart', params: ofEvent }, actions: { type: 'noteEnd', params: ofEvent } },
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
          'FLOWS.MEASURED': { actions: { type: 'noteMeasured', params: ofEvent } },
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
        description: 'The response broke off, and the next request follows at once.',
        on: { 'FETCH.CANCELLED': { target: 'dropping', actions: ['noteCancel', 'recordFailure'] } },
        after: { beforeResume: 'opening' },
      },
      committing: {
        description:
          'The blob is written to disk (fsync) before its layer can be unpacked, and its digest is checked.',
        after: {
          sync: [
            { guard: 'notesBlob', target: 'noting' },
            { guard: 'isGoing', target: 'idle', actions: 'notifyFinished' },
            { target: 'dropping' },
          ],
        },
      },
      noting: {
        description: 'The blob is entered in the metadata store, where other writes may come first.',
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
