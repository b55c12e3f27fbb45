import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';

/** The answer to a request: the pull may call the runtime, and must give the slot back. */
export type SlotGranted = { type: 'SLOT.GRANTED' };

export type PullSlotsEvent = { type: 'SLOT.REQUESTED'; requester: Requester } | { type: 'SLOT.RELEASED' };

type Requester = ActorRef<Snapshot<unknown>, SlotGranted>;

/**
 * Decides how many pulls call the runtime at once.
 *
 * Mirrors the tokens of `parallelImagePuller` in pkg/kubelet/images/puller.go (v1.27 and later): a channel
 * that holds `slotsMax` tokens and serves blocked senders in the order in which they came.
 * Without a limit (`maxParallelImagePulls` unset) `slotsMax` is Infinity, and nobody ever waits.
 */
export const pullSlotsMachine = setup({
  types: {
    input: {} as { slotsMax: number },
    context: {} as { slotsMax: number; slotsInUse: number; waiting: readonly Requester[] },
    events: {} as PullSlotsEvent,
  },
  guards: {
    isLastSlot: ({ context }) => context.slotsInUse + 1 >= context.slotsMax,
    someoneHolds: ({ context }) => context.slotsInUse > 0,
    someoneWaits: ({ context }) => context.waiting.length > 0,
  },
  actions: {
    takeSlot: assign({ slotsInUse: ({ context }) => context.slotsInUse + 1 }),
    freeSlot: assign({ slotsInUse: ({ context }) => context.slotsInUse - 1 }),
    joinQueue: assign({
      waiting: ({ context }, params: { requester: Requester }) => [...context.waiting, params.requester],
    }),
    leaveQueue: assign({ waiting: ({ context }) => context.waiting.slice(1) }),
    grant: sendTo((_, params: { requester: Requester }) => params.requester, { type: 'SLOT.GRANTED' }),
  },
}).createMachine({
  id: 'pullSlots',
  context: ({ input }) => ({ slotsMax: input.slotsMax, slotsInUse: 0, waiting: [] }),
  initial: 'free',
  states: {
    free: {
      description: 'A slot is free, so nobody waits: a request is granted at once.',
      on: {
        'SLOT.REQUESTED': [
          {
            guard: 'isLastSlot',
            target: 'full',
            actions: ['takeSlot', { type: 'grant', params: ({ event }) => ({ requester: event.requester }) }],
          },
          { actions: ['takeSlot', { type: 'grant', params: ({ event }) => ({ requester: event.requester }) }] },
        ],
        // A release that nobody owes has no transition, and the run ends with an unhandled event.
        'SLOT.RELEASED': { guard: 'someoneHolds', actions: 'freeSlot' },
      },
    },
    full: {
      description: 'Every slot is taken: pulls show "Pulling" already, but wait here in order of arrival.',
      tags: 'contended',
      on: {
        'SLOT.REQUESTED': {
          actions: { type: 'joinQueue', params: ({ event }) => ({ requester: event.requester }) },
        },
        'SLOT.RELEASED': [
          {
            guard: 'someoneWaits',
            actions: [{ type: 'grant', params: ({ context }) => ({ requester: first(context.waiting) }) }, 'leaveQueue'],
          },
          { target: 'free', actions: 'freeSlot' },
        ],
      },
    },
  },
});

/** The head of a queue that a guard has found not to be empty. */
function first<T>(queue: readonly T[]): T {
  const [head] = queue;
  if (head === undefined) throw new Error('pullSlots: granted a slot although nobody waits');
  return head;
}
