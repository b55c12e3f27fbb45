import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import { emptyFifo, type Fifo, peek, push, shift } from '../../src/rules/collections/fifo.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import { because } from '../reason.ts';
import type { Recorder } from '../world/recorder.ts';

/** The answer to a request: the holder may proceed, and must release the slot later. */
export type SlotGranted = {
  readonly type: 'SLOT.GRANTED';
  /** The holder whose release made room; undefined if a slot was free. */
  readonly releasedBy: string | undefined;
};

export type SlotRequested = {
  readonly type: 'SLOT.REQUESTED';
  readonly requester: SlotRequester;
  readonly holder: string;
};

export type SlotReleased = { readonly type: 'SLOT.RELEASED'; readonly holder: string };

export type PullSlotsEvent = SlotRequested | SlotReleased;

export type SlotRequester = ActorRef<Snapshot<unknown>, SlotGranted>;

export type PullSlots = ActorRef<Snapshot<unknown>, PullSlotsEvent>;

export interface PullSlotsInput {
  readonly name: string;
  readonly recorder: Recorder;
  /** Infinity: there is no limit. */
  readonly slotsMax: number;
}

export interface PullSlotsContext {
  readonly input: PullSlotsInput;
  readonly slotsInUse: number;
  readonly waiting: Fifo<SlotRequested>;
}

/**
 * Decides how many holders go on at once, in the order in which they came.
 *
 * Mirrors the tokens of `parallelImagePuller` in pkg/kubelet/images/puller.go (v1.27 and later): a channel
 * that holds `slotsMax` tokens and serves blocked senders in the order in which they came. Without a limit
 * (`maxParallelImagePulls` unset) `slotsMax` is Infinity, and no pull ever waits.
 */
export const pullSlotsMachine = setup({
  types: {
    input: {} as PullSlotsInput,
    context: {} as PullSlotsContext,
    events: {} as PullSlotsEvent,
  },
  guards: {
    isLastSlot: ({ context }) => context.slotsInUse + 1 >= context.input.slotsMax,
    someoneHolds: ({ context }) => context.slotsInUse > 0,
    someoneWaits: ({ context }) => context.waiting.size > 0,
  },
  actions: {
    takeSlot: assign({ slotsInUse: ({ context }) => context.slotsInUse + 1 }),
    freeSlot: assign({ slotsInUse: ({ context }) => context.slotsInUse - 1 }),
    joinQueue: assign({
      waiting: ({ context }, params: SlotRequested) => push(context.waiting, params),
    }),
    leaveQueue: assign({ waiting: ({ context }) => shift(context.waiting) }),
    grantFree: sendTo((_, requester: SlotRequester) => requester, {
      type: 'SLOT.GRANTED',
      releasedBy: undefined,
    }),
    grantNext: sendTo(
      ({ context }) => peek(context.waiting).requester,
      (_, releasedBy: string): SlotGranted => ({ type: 'SLOT.GRANTED', releasedBy }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'pullSlots',
  description:
    'The slots for parallel pulls, and the pulls that wait for one. maxParallelImagePulls says how many there are; without it there is no limit. A pod that waits here looks like one that pulls: kubectl describe shows only "Pulling".',
  context: ({ input }) => ({ input, slotsInUse: 0, waiting: emptyFifo() }),
  initial: 'free',
  states: {
    free: {
      description:
        'A slot is free: a request is granted at once. The pull begins in the moment in which its event "Pulling" is written.',
      on: {
        'SLOT.REQUESTED': [
          {
            guard: 'isLastSlot',
            ...because('the last free slot of maxParallelImagePulls is taken', 'takesSlot'),
            target: 'full',
            actions: ['takeSlot', { type: 'grantFree', params: ({ event }) => event.requester }],
          },
          {
            ...because('a slot is free', 'takesSlot'),
            actions: ['takeSlot', { type: 'grantFree', params: ({ event }) => event.requester }],
          },
        ],
        // A release by an actor that holds no slot goes on to the report of unhandled events.
        'SLOT.RELEASED': { guard: 'someoneHolds', actions: 'freeSlot' },
      },
    },
    full: {
      description:
        'Every slot is taken: pulls show "Pulling" already, but wait here in order of arrival. The time that they wait is in the second duration of "Successfully pulled image … in 2s (41s including waiting)".',
      tags: 'contended',
      on: {
        'SLOT.REQUESTED': { actions: { type: 'joinQueue', params: ofEvent } },
        'SLOT.RELEASED': [
          {
            guard: 'someoneWaits',
            ...because('a pull gave its slot back, and this one had waited longest', 'takesSlot'),
            actions: [{ type: 'grantNext', params: ({ event }) => event.holder }, 'leaveQueue'],
          },
          { target: 'free', actions: 'freeSlot' },
        ],
      },
    },
  },
  on: { '*': { actions: 'reportUnhandled' } },
});
