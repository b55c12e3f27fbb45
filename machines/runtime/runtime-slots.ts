import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import { emptyFifo, type Fifo, items, peek, push, remove, shift } from '../../src/rules/collections/fifo.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type {
  PullSlotsInput,
  SlotGranted,
  SlotReleased,
  SlotRequested,
  SlotRequester,
} from '../pull/pull-slots.ts';
import type { RecorderEvent } from '../world/recorder.ts';

export type RuntimeSlotsEvent =
  | RuntimeSlotRequested
  | SlotReleased
  /** Withdraws a request that was not granted yet. */
  | { readonly type: 'SLOT.WITHDRAWN'; readonly holder: string };

export type RuntimeSlots = ActorRef<Snapshot<unknown>, RuntimeSlotsEvent>;

type RuntimeSlotRequested = SlotRequested & {
  /** The record for the trace if the requester must wait. */
  readonly wait: SlotWait;
};

export interface SlotWait {
  readonly record: Omit<Extract<RecorderEvent, { type: 'RECORD' }>, 'because'>;
  /** The kind of cause that a slot of this kind is. */
  readonly kind: 'downloadSlot' | 'unpackSlot';
  /** The name under which the trace knows the holder. */
  readonly holder: string;
}

interface RuntimeSlotsContext {
  readonly input: PullSlotsInput;
  readonly slotsInUse: number;
  /** The holder that got a slot last; while no slot is free, it still has it. */
  readonly lastHolder: string;
  readonly waiting: Fifo<RuntimeSlotRequested>;
}

/**
 * Decides how many layers of a node are downloaded or unpacked at once, in the order in which they came. A
 * request can be withdrawn, and a wait is recorded with the holder that it waits for: the pulls of the kubelet
 * need neither (pull-slots.ts).
 *
 * Mirrors the semaphores of containerd 2's transfer service (`max_concurrent_downloads`, 3 slots, and
 * `max_concurrent_unpacks`). Where a runtime has no such limit `slotsMax` is Infinity, and nothing waits.
 */
export const runtimeSlotsMachine = setup({
  types: {
    input: {} as PullSlotsInput,
    context: {} as RuntimeSlotsContext,
    events: {} as RuntimeSlotsEvent,
  },
  guards: {
    isLastSlot: ({ context }) => context.slotsInUse + 1 >= context.input.slotsMax,
    someoneHolds: ({ context }) => context.slotsInUse > 0,
    someoneWaits: ({ context }) => context.waiting.size > 0,
    isWaiting: ({ context }, holder: string) =>
      items(context.waiting).some((request) => request.holder === holder),
  },
  actions: {
    takeSlot: assign(({ context }, lastHolder: string) => ({
      slotsInUse: context.slotsInUse + 1,
      lastHolder,
    })),
    freeSlot: assign({ slotsInUse: ({ context }) => context.slotsInUse - 1 }),
    joinQueue: assign({
      waiting: ({ context }, params: RuntimeSlotRequested) => push(context.waiting, params),
    }),
    leaveQueue: assign(({ context }) => ({
      lastHolder: peek(context.waiting).wait.holder,
      waiting: shift(context.waiting),
    })),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, { record, kind }: SlotWait): RecorderEvent =>
        Object.assign({}, record, { because: { kind, actor: context.lastHolder } }),
    ),
    withdraw: assign({
      waiting: ({ context }, holder: string) =>
        remove(context.waiting, (request) => request.holder === holder),
    }),
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
  id: 'runtimeSlots',
  description:
    'The slots of a runtime for downloads or for unpacking, and the layers that wait for one. containerd 2 has them for the node (max_concurrent_downloads, max_concurrent_unpacks), so that pulls of different pods wait for each other although the kubelet lets all of them begin.',
  context: ({ input }) => ({ input, slotsInUse: 0, lastHolder: '', waiting: emptyFifo() }),
  initial: 'free',
  states: {
    free: {
      description:
        'A slot is free: a request is granted at once. What a layer waits for now is the network, the processors or the disk.',
      on: {
        'SLOT.REQUESTED': [
          {
            guard: 'isLastSlot',
            target: 'full',
            actions: [
              { type: 'takeSlot', params: ({ event }) => event.wait.holder },
              { type: 'grantFree', params: ({ event }) => event.requester },
            ],
          },
          {
            actions: [
              { type: 'takeSlot', params: ({ event }) => event.wait.holder },
              { type: 'grantFree', params: ({ event }) => event.requester },
            ],
          },
        ],
        // A release by an actor that holds no slot goes on to the report of unhandled events.
        'SLOT.RELEASED': { guard: 'someoneHolds', actions: 'freeSlot' },
      },
    },
    full: {
      description:
        'Every slot is taken: layers wait in order of arrival, and the trace has what they wait for. On a real node nothing shows it: kubectl describe says "Pulling", and the node’s network may be far from busy.',
      tags: 'contended',
      on: {
        'SLOT.REQUESTED': {
          actions: [
            { type: 'joinQueue', params: ofEvent },
            { type: 'record', params: ({ event }) => event.wait },
          ],
        },
        'SLOT.RELEASED': [
          {
            guard: 'someoneWaits',
            actions: [{ type: 'grantNext', params: ({ event }) => event.holder }, 'leaveQueue'],
          },
          { target: 'free', actions: 'freeSlot' },
        ],
        'SLOT.WITHDRAWN': {
          guard: { type: 'isWaiting', params: ({ event }) => event.holder },
          actions: { type: 'withdraw', params: ({ event }) => event.holder },
        },
      },
    },
  },
  on: { '*': { actions: 'reportUnhandled' } },
});
