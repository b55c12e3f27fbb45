import { assign, sendTo, setup } from 'xstate';
import { emptyFifo, type Fifo, peek, push, shift } from '../../src/rules/collections/fifo.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import { because } from '../reason.ts';
import type { Recorder } from '../world/recorder.ts';
import type { PullSlotsEvent, SlotGranted, SlotRequester } from './pull-slots.ts';

/** The serial puller has the same messages as the pull slots. */
export type SerialPullerEvent = PullSlotsEvent;

export interface Waiting {
  readonly requester: SlotRequester;
  readonly holder: string;
}

export interface SerialPullerInput {
  readonly name: string;
  readonly recorder: Recorder;
}

export interface SerialPullerContext {
  readonly input: SerialPullerInput;
  /** The channel: the requests in it, at most `maxImagePullRequests`. */
  readonly queue: Fifo<Waiting>;
  /** Callers that are blocked because the channel is full, in order of arrival. */
  readonly blocked: Fifo<Waiting>;
}

const maxImagePullRequests = 10;

const turn = because('pulls are serial, and the one before it has ended', 'servesNext');

/**
 * Lets one pull at a time call the runtime.
 *
 * Mirrors `serialImagePuller` in pkg/kubelet/images/puller.go (v1.14 to v1.36.3): one goroutine serves a
 * channel of ten requests; further callers block on the channel and are served in order of arrival.
 */
export const serialPullerMachine = setup({
  types: {
    input: {} as SerialPullerInput,
    context: {} as SerialPullerContext,
    events: {} as SerialPullerEvent,
  },
  guards: {
    isQueueFull: ({ context }) => context.queue.size >= maxImagePullRequests,
    someoneQueues: ({ context }) => context.queue.size > 0,
    isLastBlocked: ({ context }) => context.blocked.size === 1,
  },
  actions: {
    queueUp: assign({ queue: ({ context }, params: Waiting) => push(context.queue, params) }),
    block: assign({ blocked: ({ context }, params: Waiting) => push(context.blocked, params) }),
    dequeue: assign({ queue: ({ context }) => shift(context.queue) }),
    unblock: assign({
      queue: ({ context }) => push(context.queue, peek(context.blocked)),
      blocked: ({ context }) => shift(context.blocked),
    }),
    serve: sendTo((_, requester: Waiting['requester']) => requester, {
      type: 'SLOT.GRANTED',
      releasedBy: undefined,
    } satisfies SlotGranted),
    serveNext: sendTo(
      ({ context }) => peek(context.queue).requester,
      (_, holder: string): SlotGranted => ({ type: 'SLOT.GRANTED', releasedBy: holder }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'serialPuller',
  description:
    'serializeImagePulls: one pull at a time, first come first served. One large image holds up every pod of the node that needs another image, however small it is.',
  context: ({ input }) => ({ input, queue: emptyFifo(), blocked: emptyFifo() }),
  initial: 'idle',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    idle: {
      description:
        'No pull is under way: a request is served at once. The next pod of the node does not wait.',
      on: {
        'SLOT.REQUESTED': {
          ...because('no other pull is under way', 'servesNext'),
          target: 'serving',
          actions: { type: 'serve', params: ({ event }) => event.requester },
        },
      },
    },
    serving: {
      description:
        'One pull calls the runtime; up to ten more wait in the channel. Their pods show "Pulling" although nothing is fetched for them yet.',
      tags: 'contended',
      on: {
        'SLOT.REQUESTED': [
          { guard: 'isQueueFull', target: 'blocking', actions: { type: 'block', params: ofEvent } },
          { actions: { type: 'queueUp', params: ofEvent } },
        ],
        'SLOT.RELEASED': [
          {
            guard: 'someoneQueues',
            ...turn,
            actions: [{ type: 'serveNext', params: ({ event }) => event.holder }, 'dequeue'],
          },
          { target: 'idle' },
        ],
      },
    },
    blocking: {
      description:
        'The channel is full: callers block until the pulls before them have gone through it. More than ten pods wait behind the one that pulls; their order among each other is that in which they came.',
      tags: 'contended',
      on: {
        'SLOT.REQUESTED': { actions: { type: 'block', params: ofEvent } },
        'SLOT.RELEASED': [
          {
            guard: 'isLastBlocked',
            ...turn,
            target: 'serving',
            actions: [{ type: 'serveNext', params: ({ event }) => event.holder }, 'dequeue', 'unblock'],
          },
          {
            ...turn,
            actions: [{ type: 'serveNext', params: ({ event }) => event.holder }, 'dequeue', 'unblock'],
          },
        ],
      },
    },
  },
});
