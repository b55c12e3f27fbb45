import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import { emptyFifo, find, push, remove } from '../../src/rules/collections/fifo.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { SlotGranted, SlotReleased, SlotRequester } from '../pull/pull-slots.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import {
  holderBefore,
  nextInLine,
  passedOn,
  type RuntimeSlotRequested,
  type RuntimeSlotsContext,
  type RuntimeSlotsInput,
  requireNext,
  type SlotWait,
  waitsForImage,
  withoutSlot,
  withSlot,
} from './runtime-slots-context.ts';

export type RuntimeSlotsEvent =
  | RuntimeSlotRequested
  /** `image` is that of the layer, where slots are counted by image. */
  | (SlotReleased & { readonly image?: string })
  /** Withdraws a request that was not granted yet. */
  | { readonly type: 'SLOT.WITHDRAWN'; readonly holder: string };

export type RuntimeSlots = ActorRef<Snapshot<unknown>, RuntimeSlotsEvent>;

type SlotReturn = Pick<Extract<RuntimeSlotsEvent, { type: 'SLOT.RELEASED' }>, 'holder' | 'image'>;

/**
 * Decides how many layers of a node are downloaded or unpacked at once, in the order in which they came. A
 * request can be withdrawn, and a wait is recorded with the holder that it waits for: the pulls of the kubelet
 * need neither (pull-slots.ts).
 *
 * Mirrors the semaphores of containerd 2's transfer service (`max_concurrent_downloads`, 3 slots, and
 * `max_concurrent_unpacks`), and those of the SOCI snapshotter, which has more of them for each image
 * (fs/adaptive_fetch_image_layers.go). Where a runtime has no such limit `slotsMax` is Infinity, and nothing waits.
 */
export const runtimeSlotsMachine = setup({
  types: {
    input: {} as RuntimeSlotsInput,
    context: {} as RuntimeSlotsContext,
    events: {} as RuntimeSlotsEvent,
  },
  guards: {
    isLastSlot: ({ context }) => context.slotsInUse + 1 >= context.input.slotsMax,
    someoneHolds: ({ context }) => context.slotsInUse > 0,
    waitsForImage: ({ context }, wait: SlotWait) => waitsForImage(context, wait),
    someoneIsNext: ({ context }, image: string | undefined) => nextInLine(context, image) !== undefined,
    isWaiting: ({ context }, holder: string) =>
      find(context.waiting, (request) => request.holder === holder) !== undefined,
  },
  actions: {
    takeSlot: assign(({ context }, wait: SlotWait) => ({
      slotsInUse: context.slotsInUse + 1,
      lastHolder: wait.holder,
      ...withSlot(context, wait),
    })),
    freeSlot: assign(({ context }, image: string | undefined) => ({
      slotsInUse: context.slotsInUse - 1,
      ...withoutSlot(context, image),
    })),
    joinQueue: assign({
      waiting: ({ context }, params: RuntimeSlotRequested) => push(context.waiting, params),
    }),
    leaveQueue: assign(({ context }, image: string | undefined) => passedOn(context, image)),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, wait: SlotWait): RecorderEvent =>
        Object.assign({}, wait.record, { because: { kind: wait.kind, actor: holderBefore(context, wait) } }),
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
      ({ context }, { image }: SlotReturn) => requireNext(context, image).requester,
      (_, { holder }: SlotReturn): SlotGranted => ({ type: 'SLOT.GRANTED', releasedBy: holder }),
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
        'A slot is free: a request is granted at once, unless the layers of its image have as many as they may (max_concurrent_downloads_per_image of the SOCI snapshotter). What a layer waits for now is the network, the processors or the disk.',
      on: {
        'SLOT.REQUESTED': [
          {
            description: 'The layers of its image have as many slots as they may.',
            guard: { type: 'waitsForImage', params: ({ event }) => event.wait },
            actions: [
              { type: 'joinQueue', params: ofEvent },
              { type: 'record', params: ({ event }) => event.wait },
            ],
          },
          {
            guard: 'isLastSlot',
            target: 'full',
            actions: [
              { type: 'takeSlot', params: ({ event }) => event.wait },
              { type: 'grantFree', params: ({ event }) => event.requester },
            ],
          },
          {
            actions: [
              { type: 'takeSlot', params: ({ event }) => event.wait },
              { type: 'grantFree', params: ({ event }) => event.requester },
            ],
          },
        ],
        // A release by an actor that holds no slot goes on to the report of unhandled events.
        'SLOT.RELEASED': [
          {
            guard: { type: 'someoneIsNext', params: ({ event }) => event.image },
            actions: [
              { type: 'grantNext', params: ofEvent },
              { type: 'leaveQueue', params: ({ event }) => event.image },
            ],
          },
          { guard: 'someoneHolds', actions: { type: 'freeSlot', params: ({ event }) => event.image } },
        ],
        'SLOT.WITHDRAWN': {
          guard: { type: 'isWaiting', params: ({ event }) => event.holder },
          actions: { type: 'withdraw', params: ({ event }) => event.holder },
        },
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
            guard: { type: 'someoneIsNext', params: ({ event }) => event.image },
            actions: [
              { type: 'grantNext', params: ofEvent },
              { type: 'leaveQueue', params: ({ event }) => event.image },
            ],
          },
          { target: 'free', actions: { type: 'freeSlot', params: ({ event }) => event.image } },
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
