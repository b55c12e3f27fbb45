import { ofEvent } from '../../chart-parts.ts';
import { fetching } from './fetch-context.ts';
import { bodyStates, requestStates } from './fetch-response.ts';
import { fetchSetup } from './fetch-setup.ts';

/**
 * Fetches chunks of a layer for a fetch, one after another. Mirrors a worker of `dockerFetcher.open` of
 * containerd (core/remotes/docker/fetcher.go), which has several of them where layers come in chunks.
 */
export const chunkFetchMachine = fetchSetup.createMachine({
  id: 'chunkFetch',
  description: 'An actor that fetches chunks of a layer, one at a time.',
  context: ({ input }) => ({ input, workers: [], ...fetching(input, input) }),
  initial: 'idle',
  on: {
    'HTTP.ANSWERED': { description: 'The answer is to a request that was dropped.' },
    'HTTP.REFUSED': {},
    'HTTP.RESET': {},
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    idle: {
      description: 'The fetch has asked for no chunk.',
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
      description: 'The chunk is asked for.',
      onDone: [
        { guard: 'isCancelled', target: 'idle' },
        { guard: 'hasFailed', target: 'idle', actions: 'notifyFetch' },
        { target: 'receiving' },
      ],
    },
    receiving: {
      ...bodyStates,
      description: 'The chunk arrives.',
      on: {
        'FETCH.CANCELLED': {
          target: '.closing',
          actions: ['noteCancel', 'cancelFlow', { type: 'releaseConnection', params: { end: 'dropped' } }],
        },
      },
      onDone: [
        { guard: 'isCancelled', target: 'idle' },
        { target: 'idle', actions: 'notifyFetch' },
      ],
    },
  },
});
