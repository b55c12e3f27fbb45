import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import type { Fault } from '../src/runtime/fault.ts';
import type { FaultEvent } from './fault.ts';
import { type Recorder, unhandled } from './recorder.ts';

export type DiskEvent =
  /** Answered only where there is no room: silence means that the bytes are the requester's. */
  | { readonly type: 'SPACE.TAKEN'; readonly bytes: number; readonly requester: DiskUser }
  | { readonly type: 'SPACE.FREED'; readonly bytes: number }
  | FaultEvent;

/** No space left on device: nothing was taken. `fault` is the trouble's id where a fault, not the capacity, is the reason. */
export type DiskFull = { readonly type: 'DISK.FULL'; readonly fault: string | undefined };

export type DiskUser = ActorRef<Snapshot<unknown>, DiskFull>;

export type Disk = ActorRef<Snapshot<unknown>, DiskEvent>;

export interface DiskInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly node: string;
  /** null: no limit. */
  readonly capacityBytes: number | null;
  /** What is on it already, the images present at the start included: the image service takes no space for those. */
  readonly usedBytes: number;
}

export interface DiskContext extends DiskInput {
  /** Ids of the disk-full faults in force. */
  readonly faults: readonly string[];
}

/**
 * The node's disk, as far as containerd's blobs and snapshots fill it. The space of a blob is taken when its first byte
 * arrives, that of a snapshot when its unpacking begins, and both in one piece (a first form: real writes fail later).
 */
export const diskMachine = setup({
  types: { input: {} as DiskInput, context: {} as DiskContext, events: {} as DiskEvent },
  guards: {
    fits: ({ context }, params: { bytes: number }) =>
      context.capacityBytes === null || context.usedBytes + params.bytes <= context.capacityBytes,
    isOurs: ({ context }, params: { fault: Fault }) =>
      params.fault.kind === 'diskFull' && (params.fault.node === undefined || params.fault.node === context.node),
    isLastFault: ({ context }, params: { id: string }) => context.faults.every((id) => id === params.id),
  },
  actions: {
    take: assign({ usedBytes: ({ context }, params: { bytes: number }) => context.usedBytes + params.bytes }),
    free: assign({
      usedBytes: ({ context }, params: { bytes: number }) => {
        if (params.bytes > context.usedBytes) throw new Error(`${context.name}: freed ${params.bytes} of ${context.usedBytes} bytes`);
        return context.usedBytes - params.bytes;
      },
    }),
    refuse: sendTo(
      (_, params: { requester: DiskUser }) => params.requester,
      ({ context }) => ({ type: 'DISK.FULL', fault: context.faults[0] }) as const,
    ),
    beginFault: assign({ faults: ({ context }, params: { id: string }) => [...context.faults, params.id] }),
    endFault: assign({ faults: ({ context }, params: { id: string }) => context.faults.filter((id) => id !== params.id) }),
    reportUnhandled: sendTo(
      ({ context }) => context.recorder,
      ({ context, event }) => unhandled(context.name, event),
    ),
  },
}).createMachine({
  id: 'disk',
  context: ({ input }) => ({ ...input, faults: [] }),
  initial: 'writable',
  on: {
    'SPACE.FREED': { actions: { type: 'free', params: ({ event }) => event } },
    'FAULT.BEGAN': [
      {
        guard: { type: 'isOurs', params: ({ event }) => event },
        target: '.full',
        actions: { type: 'beginFault', params: ({ event }) => event },
      },
      {},
    ],
    'FAULT.ENDED': {},
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    writable: {
      description: 'There is room as long as the capacity lasts.',
      on: {
        'SPACE.TAKEN': [
          { guard: { type: 'fits', params: ({ event }) => event }, actions: { type: 'take', params: ({ event }) => event } },
          { actions: { type: 'refuse', params: ({ event }) => event } },
        ],
      },
    },
    full: {
      description: 'Something else fills the disk (a fault): no write succeeds, whatever the capacity.',
      tags: 'troubled',
      on: {
        'SPACE.TAKEN': { actions: { type: 'refuse', params: ({ event }) => event } },
        'FAULT.ENDED': [
          {
            guard: { type: 'isLastFault', params: ({ event }) => event },
            target: 'writable',
            actions: { type: 'endFault', params: ({ event }) => event },
          },
          { actions: { type: 'endFault', params: ({ event }) => event } },
        ],
      },
    },
  },
});
