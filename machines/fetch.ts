import { and, assign, sendTo, setup } from 'xstate';
import type { Because } from '../src/kubelet/observation.ts';
import type { PullError } from '../src/runtime/pull-error.ts';
import type { FetchItem } from '../src/runtime/pull-items.ts';
import { requestObservation } from '../src/runtime/request-observation.ts';
import { commitMicros } from '../src/runtime/runtime-profile.ts';
import type { DiskFull } from './disk.ts';
import { becauseOf, type FetchContext, faultOf, fetching, httpStatusOf, itemOf, noAnswer } from './fetch-context.ts';
import type { FetchEvent, FetchInput } from './fetch-protocol.ts';
import type { FlowFinished } from './network-protocol.ts';
import type { SlotGranted } from './pull-slots.ts';
import { unhandled } from './recorder.ts';
import type { RegistryAnswer } from './registry-protocol.ts';

/**
 * One connection of a pull to its registry: asks for one thing after another, each with its fixed cost, its turn for a
 * download slot, its round trip and its retries; a layer's bytes then come over the network.
 * Mirrors containerd's docker fetcher (core/remotes/docker: httpReadSeeker, and `request.doWithRetries` for statuses).
 */
export const fetchMachine = setup({
  types: {
    input: {} as FetchInput,
    context: {} as FetchContext,
    events: {} as FetchEvent | SlotGranted | RegistryAnswer | FlowFinished | DiskFull,
  },
  guards: {
    takesSlot: ({ context }) => itemOf(context).takesSlot,
    somebodyMadeRoom: (_, params: { releasedBy: string | undefined }) => params.releasedBy !== undefined,
    isRefused: ({ context }) => context.answer.type === 'HTTP.REFUSED',
    mayRetry: ({ context }) => context.requests < context.input.profile.requestsMax(httpStatusOf(context)),
    isFailedStatus: ({ context }) => httpStatusOf(context) !== 200,
    isLayer: ({ context }) => itemOf(context).layer >= 0,
    isCancelled: ({ context }) => context.outcome === 'cancelled',
    moreFollow: ({ context }) => context.items.length > 1,
  },
  delays: {
    pause: ({ context }) => itemOf(context).pauseMicros,
    handOver: ({ context }) => context.input.profile.delays.slotHandOver,
    roundTrip: ({ context }) => context.answer.roundTripMicros,
    beforeRetry: ({ context }) => context.input.profile.delays.beforeRetry,
    commit: ({ context }) => commitMicros(context.input.profile.delays, itemOf(context).bytes),
  },
  actions: {
    begin: assign((_, params: { items: readonly FetchItem[] }) => fetching(params.items)),
    nextItem: assign({ items: ({ context }) => context.items.slice(1), requests: 1, because: undefined }),
    requestSlot: sendTo(
      ({ context }) => context.input.slots,
      ({ context, self }) => ({ type: 'SLOT.REQUESTED', requester: self, holder: context.input.name }) as const,
    ),
    withdrawSlot: sendTo(
      ({ context }) => context.input.slots,
      ({ context }) => ({ type: 'SLOT.WITHDRAWN', holder: context.input.name }) as const,
    ),
    releaseSlot: sendTo(
      ({ context }) => context.input.slots,
      ({ context }) => ({ type: 'SLOT.RELEASED', holder: context.input.name }) as const,
    ),
    noteRoomMaker: assign({
      because: (_, params: { releasedBy: string | undefined }): Because => ({ kind: 'downloadSlot', actor: params.releasedBy ?? '' }),
    }),
    sendRequest: sendTo(
      ({ context }) => context.input.registry,
      ({ context, self }) => {
        const { method, kind } = itemOf(context);
        const { name: id, image, exists, identity } = context.input;
        const request = { id, method, kind, image, exists, identity };
        return { type: 'HTTP.REQUESTED', request, requester: self } as const;
      },
    ),
    cancelRequest: sendTo(
      ({ context }) => context.input.registry,
      ({ context }) => ({ type: 'HTTP.CANCELLED', id: context.input.name }) as const,
    ),
    countRequest: assign({ requests: ({ context }) => context.requests + 1 }),
    noteAnswer: assign({ answer: (_, params: RegistryAnswer) => params }),
    recordRequest: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, params: { state: 'sent' | 'answered' | 'failed' }) => {
        const { host, image, name } = context.input;
        const status = params.state === 'answered' ? httpStatusOf(context) : undefined;
        const observation = requestObservation(itemOf(context), host, image, params.state, status);
        return { type: 'RECORD', actor: name, observation, ...(params.state === 'sent' ? becauseOf(context) : faultOf(context)) } as const;
      },
    ),
    recordFetch: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, params: { state: 'started' | 'fetched' | 'failed'; error?: string }) => {
        const { digest, layer, bytes } = itemOf(context);
        const observation = { type: 'fetch', image: context.input.image, digest, layer, bytes, ...params } as const;
        return {
          type: 'RECORD',
          actor: context.input.name,
          observation,
          ...(params.state === 'started' ? becauseOf(context) : {}),
        } as const;
      },
    ),
    noteStatus: assign({
      outcome: ({ context }): PullError => ({ kind: 'status', status: httpStatusOf(context), at: itemOf(context) }),
    }),
    noteRefusal: assign({ outcome: ({ context }): PullError => ({ kind: 'refused', at: itemOf(context) }) }),
    noteDiskFull: assign({ outcome: ({ context }): PullError => ({ kind: 'diskFullDownload', digest: itemOf(context).digest }) }),
    noteCancel: assign({ outcome: 'cancelled' }),
    startFlow: sendTo(
      ({ context }) => context.input.network,
      ({ context, self }) => {
        const { bytes } = itemOf(context);
        return {
          type: 'FLOW.REQUESTED',
          id: context.input.name,
          bytes,
          linkId: context.input.linkId,
          registry: context.input.host,
          requester: self,
        } as const;
      },
    ),
    cancelFlow: sendTo(
      ({ context }) => context.input.network,
      ({ context }) =>
        ({ type: 'FLOW.CANCELLED', id: context.input.name, linkId: context.input.linkId, registry: context.input.host }) as const,
    ),
    takeSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context, self }) => ({ type: 'SPACE.TAKEN', bytes: itemOf(context).bytes, requester: self }) as const,
    ),
    freeSpace: sendTo(
      ({ context }) => context.input.disk,
      ({ context }) => ({ type: 'SPACE.FREED', bytes: itemOf(context).bytes }) as const,
    ),
    tellFinished: sendTo(
      ({ context }) => context.input.pull,
      ({ context }) => ({ type: 'FETCH.FINISHED', fetch: context.input.fetch, layer: itemOf(context).layer }) as const,
    ),
    tellFailed: sendTo(
      ({ context }) => context.input.pull,
      ({ context }) => ({ type: 'FETCH.FAILED', error: context.outcome as PullError }) as const,
    ),
    reportUnhandled: sendTo(
      ({ context }) => context.input.recorder,
      ({ context, event }) => unhandled(context.input.name, event),
    ),
  },
}).createMachine({
  id: 'fetch',
  description: 'One connection of an image pull to its registry.',
  context: ({ input }) => ({ input, answer: noAnswer, ...fetching(input.items) }),
  initial: 'pausing',
  on: {
    'FETCH.CANCELLED': { description: 'It lets go of what it holds.', target: '.releasing', actions: 'noteCancel' },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    idle: {
      description: 'Nothing to fetch, until the pull asks for more.',
      on: {
        'FETCH.REQUESTED': { target: 'pausing', actions: { type: 'begin', params: ({ event }) => event } },
        'FETCH.CANCELLED': {},
        'FLOW.FINISHED': { description: 'Its last byte came in the very moment in which the disk was found full.' },
      },
    },
    pausing: {
      description: "The runtime's own work before a request: a fixed cost.",
      on: { 'FETCH.CANCELLED': 'idle' },
      after: { pause: [{ guard: 'takesSlot', target: 'queueing' }, { target: 'requesting' }] },
    },
    queueing: {
      description: 'Waits for a download slot, first come first served.',
      tags: 'waiting',
      entry: 'requestSlot',
      on: {
        'SLOT.GRANTED': [
          {
            guard: { type: 'somebodyMadeRoom', params: ({ event }) => event },
            target: 'handingOver',
            actions: { type: 'noteRoomMaker', params: ({ event }) => event },
          },
          { target: 'requesting' },
        ],
        'FETCH.CANCELLED': { target: 'idle', actions: 'withdrawSlot' },
      },
    },
    handingOver: {
      description: 'Has the slot that somebody else had: waking up takes a moment.',
      after: { handOver: 'requesting' },
    },
    requesting: {
      description: 'The request is sent and its answer not known yet: a stalled registry keeps it here.',
      tags: 'asking',
      entry: [{ type: 'recordRequest', params: { state: 'sent' } }, 'sendRequest'],
      on: {
        'HTTP.ANSWERED': { target: 'travelling', actions: { type: 'noteAnswer', params: ({ event }) => event } },
        'HTTP.REFUSED': { target: 'travelling', actions: { type: 'noteAnswer', params: ({ event }) => event } },
        'FETCH.CANCELLED': { target: 'releasing', actions: ['noteCancel', 'cancelRequest'] },
      },
    },
    travelling: {
      description: 'Request and answer are on their way: one round trip.',
      tags: 'asking',
      after: {
        roundTrip: [
          { guard: 'isRefused', target: 'releasing', actions: [{ type: 'recordRequest', params: { state: 'failed' } }, 'noteRefusal'] },
          { guard: 'isFailedStatus', target: 'judging', actions: { type: 'recordRequest', params: { state: 'answered' } } },
          { guard: 'isLayer', target: 'receiving', actions: { type: 'recordRequest', params: { state: 'answered' } } },
          {
            guard: and(['moreFollow', 'takesSlot']),
            target: 'pausing',
            actions: [{ type: 'recordRequest', params: { state: 'answered' } }, 'releaseSlot', 'nextItem'],
          },
          { guard: 'moreFollow', target: 'pausing', actions: [{ type: 'recordRequest', params: { state: 'answered' } }, 'nextItem'] },
          {
            guard: 'takesSlot',
            target: 'idle',
            actions: [{ type: 'recordRequest', params: { state: 'answered' } }, 'releaseSlot', 'tellFinished'],
          },
          { target: 'idle', actions: [{ type: 'recordRequest', params: { state: 'answered' } }, 'tellFinished'] },
        ],
      },
    },
    judging: {
      description: 'The answer is an error: another try, or the end.',
      always: [
        { guard: 'mayRetry', target: 'retrying' },
        { target: 'releasing', actions: 'noteStatus' },
      ],
    },
    retrying: {
      description: 'The same request again, at once; Retry-After is not honoured.',
      after: { beforeRetry: { target: 'requesting', actions: 'countRequest' } },
    },
    receiving: {
      description: "A layer's bytes arrive, at the rate that the network gives.",
      tags: 'downloading',
      entry: [{ type: 'recordFetch', params: { state: 'started' } }, 'takeSpace', 'startFlow'],
      on: {
        'FLOW.FINISHED': [
          { guard: 'takesSlot', target: 'committing', actions: [{ type: 'recordFetch', params: { state: 'fetched' } }, 'releaseSlot'] },
          { target: 'committing', actions: { type: 'recordFetch', params: { state: 'fetched' } } },
        ],
        'DISK.FULL': {
          target: 'releasing',
          actions: [{ type: 'recordFetch', params: { state: 'failed', error: 'no space left on device' } }, 'noteDiskFull', 'cancelFlow'],
        },
        'FETCH.CANCELLED': { target: 'releasing', actions: ['noteCancel', 'cancelFlow', 'freeSpace'] },
      },
    },
    releasing: {
      description: 'It failed or is cancelled: the slot goes to the next in line.',
      always: [{ guard: 'takesSlot', target: 'settling', actions: 'releaseSlot' }, { target: 'settling' }],
    },
    settling: {
      description: 'The pull hears of a failure; whoever cancelled a fetch knows.',
      always: [
        { guard: 'isCancelled', target: 'idle' },
        { target: 'idle', actions: 'tellFailed' },
      ],
    },
    committing: {
      description: 'The blob goes to disk for good (fsync) before its layer can be unpacked.',
      on: { 'FETCH.CANCELLED': { target: 'idle', actions: 'freeSpace' } },
      after: { commit: { target: 'idle', actions: 'tellFinished' } },
    },
  },
});
