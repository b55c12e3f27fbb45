import { chunkFetchMachine } from '../../../../../machines/runtime/fetch/fetch.ts';
import type { Wanted } from '../../../../../machines/runtime/fetch/fetch-protocol.ts';
import { wanting } from '../../../../../machines/runtime/fetch/registry-request.ts';
import { layerItems } from '../../../../rules/runtime/images/pull-items.ts';
import { containerd24 } from '../../../../rules/runtime/profiles/runtime-profiles.ts';
import { type ModelEvent, modelOf } from '../../machine-model.ts';
import { modelImage } from '../../model-node.ts';
import type { StubWorld } from '../../stub-world.ts';
import { fetchInput } from './fetch-model.ts';
import { late, projectResponse, responseEvents } from './response-events.ts';

const { named, model } = modelOf(chunkFetchMachine);

const image = modelImage('app:1', 'base');

/**
 * Chunks of a layer, from its beginning or a later byte. The second may be for anything that takes a slot in
 * a runtime with slots.
 */
function chunks({ neighbour }: StubWorld): Readonly<Record<string, Wanted>> {
  const place = {
    host: 'docker.io',
    capabilities: ['resolve', 'pull'],
    registry: neighbour('registry'),
  } as const;
  const shared = {
    place,
    isLastHost: true,
    because: undefined,
    method: 'GET',
    kind: 'layer',
    layer: 0,
    bytes: 1_000,
  } as const;
  return {
    'no slot': { ...shared, digest: 'sha256:base', takesSlot: false },
    'a slot': { ...shared, digest: 'sha256:base', takesSlot: true, offset: 400 },
  };
}

function requests(world: StubWorld): readonly ModelEvent[] {
  const answer = { type: 'HTTP.ANSWERED', status: 206, roundTripMicros: 1_200, fault: undefined } as const;
  return Object.entries(chunks(world)).flatMap(([name, wanted]) => [
    named(`CHUNK.REQUESTED (${name})`, { wanted, bytes: 500 }),
    named(`CHUNK.OPENED (${name})`, {
      response: { ...wanting(wanted), answer, status: 206 },
      bytes: 500,
    }),
  ]);
}

/**
 * One chunk after another, with and without a slot, and with every fault that a request and a body can meet.
 */
export const chunkFetchModel = model({
  input: (world) => ({
    ...fetchInput(world),
    task: { fetch: world.neighbour('fetch'), name: 'node-1/images/web/app#fetch-0', worker: 0 },
    items: layerItems(containerd24, image, { layer: 0, offset: 0 }, undefined),
  }),
  starts: { 'without credentials': {}, 'with credentials': { identity: 'robot' } },
  // A flow that is cancelled at the moment of its last byte still finishes.
  remember: ({ event }, { state }) =>
    event.type === 'FETCH.CANCELLED' && state === 'idle' ? 'cancelled' : '',
  events: ({ context, state, world, memory }) => [
    ...(state === 'idle' ? [...requests(world), ...late] : []),
    ...responseEvents(
      state,
      context,
      'chunkFetch',
      'receiving',
      context.request.wanted?.takesSlot === true ? 'little' : 'everything',
    ),
    // A connection is given at once: no event comes between.
    ...(state === 'opening.exchanging.connecting' ? [] : [named('FETCH.CANCELLED')]),
    ...(memory === 'cancelled' ? [named('FLOW.FINISHED (too late)')] : []),
  ],
  unreachable: [
    ...[
      'resting',
      'asking HTTP.ANSWERED[7] → opening.exchanging.resting',
      'asking HTTP.ANSWERED[7] → opening.exchanging.resting if allowsRetryAfterRest = true',
      'resting after beforeRetry → opening.exchanging.connecting',
    ].map((item) => ({
      item: `chunkFetch.opening.exchanging.${item}`,
      reason: 'only CRI-O rests, which fetches no chunks',
    })),
    ...[
      'admitted always[0] → opening.exchanging',
      'admitted always[0] → opening.exchanging if watchCountsRequests = true',
      'admitting always[0] → opening.queueing',
      'admitting always[0] → opening.queueing if and(takesSlot, watchCountsRequests): watchCountsRequests = true',
    ].map((item) => ({
      item: `chunkFetch.opening.${item}`,
      reason: 'the watch hears of the fetch, not of its chunks',
    })),
    ...['', ' if isComplete = true'].map((outcome) => ({
      item: `chunkFetch.opening.exchanging.asking HTTP.ANSWERED[2] → opening.exchanging.ended${outcome}`,
      reason: 'all that it asks for is of a layer',
    })),
    ...['', ' if hidesReason = true'].map((outcome) => ({
      item: `chunkFetch.opening.exchanging.asking HTTP.ANSWERED[9] → opening.exchanging.retrying${outcome}`,
      reason: 'it asks with GET, whose answer says why',
    })),
  ],
  project: ({ context, state }) => (state === 'idle' ? null : projectResponse(state, context)),
});
