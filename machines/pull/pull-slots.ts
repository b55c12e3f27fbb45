import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import { emptyFifo, type Fifo, items, peek, push, remove, shift } from '../../src/rules/collections/fifo.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { Recorder, RecorderEvent } from '../world/recorder.ts';

/** The answer to a request: the holder may proceed, and must release the slot later. */
export type SlotGranted = {
  readonly type: 'SLOT.GRANTED';
  /** The holder whose release made room; undefined if a slot was free. */
  readonly releasedBy: string | undefined;
};

export type PullSlotsEvent =
  | ({ readonly type: 'SLOT.REQUESTED' } & SlotRequest)
  | { readonly type: 'SLOT.RELEASED'; readonly holder: string }
  /** Withdraws a request that was not granted yet. */
  | { readonly type: 'SLOT.WITHDRAWN'; readonly holder: string };

export type SlotRequester = ActorRef<Snapshot<unknown>, SlotGranted>;

export type PullSlots = ActorRef<Snapshot<unknown>, PullSlotsEvent>;

interface SlotRequest {
  readonly requester: SlotRequester;
  readonly holder: string;
  /** The record for the trace if the requester must wait; absent: no record. */
  readonly wait?: SlotWait;
}

export interface SlotWait {
  readonly record: Omit<Extract<RecorderEvent, { type: 'RECORD' }>, 'because'>;
  /** The kind of cause that a slot of this kind is. */
  readonly kind: string;
  /** The name under which the trace knows the holder. */
  readonly holder: string;
}

function holderName({ holder, wait }: SlotRequest): string {
  return wait?.holder ?? holder;
}

function waitRecord(wait: SlotWait | undefined, heldBy: string): RecorderEvent {
  if (wait === undefined) throw new Error(`pullSlots: no record for a wait for ${heldBy}`);
  return Object.assign({}, wait.record, { because: { kind: wait.kind, actor: heldBy } });
}

/**
 * Decides how many holders go on at once, in the order in which they came.
 *
 * Mirrors the tokens of `parallelImagePuller` in pkg/kubelet/images/puller.go (v1.27 and later): a channel
 * that holds `slotsMax` tokens and serves blocked senders in the order in which they came. Without a limit
 * (`maxParallelImagePulls` unset) `slotsMax` is Infinity, and no pull ever waits. The semaphore of containerd
 * 2's transfer service (`max_concurrent_downloads`) is the same actor with 3 slots.
 */
export const pullSlotsMachine = setup({
  types: {
    input: {} as { name: string; recorder: Recorder; slotsMax: number },
    context: {} as {
      name: string;
      recorder: Recorder;
      slotsMax: number;
      slotsInUse: number;
      /** The holder that got a slot last; while no slot is free, it still has it. */
      lastHolder: string;
      waiting: Fifo<SlotRequest>;
    },
    events: {} as PullSlotsEvent,
  },
  guards: {
    isLastSlot: ({ context }) => context.slotsInUse + 1 >= context.slotsMax,
    someoneHolds: ({ context }) => context.slotsInUse > 0,
    someoneWaits: ({ context }) => context.waiting.size > 0,
    recordsWait: (_, params: SlotRequest) => params.wait !== undefined,
    isWaiting: ({ context }, params: { holder: string }) =>
      items(context.waiting).some((request) => request.holder === params.holder),
  },
  actions: {
    takeSlot: assign(({ context }, params: SlotRequest) => ({
      slotsInUse: context.slotsInUse + 1,
      lastHolder: holderName(params),
    })),
    freeSlot: assign({ slotsInUse: ({ context }) => context.slotsInUse - 1 }),
    joinQueue: assign({
      waiting: ({ context }, params: SlotRequest) => push(context.waiting, params),
    }),
    leaveQueue: assign(({ context }) => ({
      lastHolder: holderName(peek(context.waiting)),
      waiting: shift(context.waiting),
    })),
    recordWait: sendTo(
      ({ context }) => context.recorder,
      ({ context }, { wait }: SlotRequest) => waitRecord(wait, context.lastHolder),
    ),
    withdraw: assign({
      waiting: ({ context }, params: { holder: string }) =>
        remove(context.waiting, (request) => request.holder === params.holder),
    }),
    grantFree: sendTo((_, params: SlotRequest) => params.requester, {
      type: 'SLOT.GRANTED',
      releasedBy: undefined,
    }),
    grantNext: sendTo(
      ({ context }) => peek(context.waiting).requester,
      (_, params: { holder: string }) => ({ type: 'SLOT.GRANTED', releasedBy: params.holder }) as const,
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'pullSlots',
  description: 'The slots for parallel pulls, and the pulls that wait for one.',
  context: ({ input }) => ({ ...input, slotsInUse: 0, lastHolder: '', waiting: emptyFifo() }),
  initial: 'free',
  states: {
    free: {
      description: 'A slot is free: a request is granted at once.',
      on: {
        'SLOT.REQUESTED': [
          {
            guard: 'isLastSlot',
            target: 'full',
            actions: [
              { type: 'takeSlot', params: ofEvent },
              { type: 'grantFree', params: ofEvent },
            ],
          },
          {
            actions: [
              { type: 'takeSlot', params: ofEvent },
              { type: 'grantFree', params: ofEvent },
            ],
          },
        ],
        // A release by an actor that holds no slot goes on to the report of unhandled events.
        'SLOT.RELEASED': { guard: 'someoneHolds', actions: 'freeSlot' },
      },
    },
    full: {
      description: 'Every slot is taken: pulls show "Pulling" already, but wait here in order of arrival.',
      tags: 'contended',
      on: {
        'SLOT.REQUESTED': [
          {
            guard: { type: 'recordsWait', params: ofEvent },
            actions: [
              { type: 'joinQueue', params: ofEvent },
              { type: 'recordWait', params: ofEvent },
            ],
          },
          { actions: { type: 'joinQueue', params: ofEvent } },
        ],
        'SLOT.RELEASED': [
          {
            guard: 'someoneWaits',
            actions: [{ type: 'grantNext', params: ofEvent }, 'leaveQueue'],
          },
          { target: 'free', actions: 'freeSlot' },
        ],
        'SLOT.WITHDRAWN': {
          guard: { type: 'isWaiting', params: ofEvent },
          actions: { type: 'withdraw', params: ofEvent },
        },
      },
    },
  },
  on: { '*': { actions: 'reportUnhandled' } },
});
