import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import { emptyFifo, type Fifo, peek, push, remove, shift } from '../../src/collections/fifo.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { Recorder } from '../world/recorder.ts';

export interface WriteRequested {
  readonly type: 'WRITE.REQUESTED';
  /** The requester's name, unique on the node. It may have one write at a time. */
  readonly writer: string;
  /** How long each transaction takes. */
  readonly micros: number;
  /** The number of transactions, one after another. Those of others may come between them. */
  readonly transactions: number;
  readonly requester: MetadataWriter;
}

/** The messages to a node's metadata store. */
export type MetadataStoreEvent =
  | WriteRequested
  /** The requester gives up a write that has not finished. */
  | { readonly type: 'WRITE.WITHDRAWN'; readonly writer: string };

export type WriteFinished = { readonly type: 'WRITE.FINISHED' };

export type MetadataWriter = ActorRef<Snapshot<unknown>, WriteFinished>;

export type MetadataStore = ActorRef<Snapshot<unknown>, MetadataStoreEvent>;

export interface MetadataStoreInput {
  readonly name: string;
  readonly recorder: Recorder;
}

export interface MetadataStoreContext {
  readonly input: MetadataStoreInput;
  /** The writes that wait; the first is under way. */
  readonly writes: Fifo<WriteRequested>;
}

/** Returns the writes after one transaction of the first: the others take their turn before the rest of it. */
function afterOne(writes: Fifo<WriteRequested>): Fifo<WriteRequested> {
  const { type, writer, micros, transactions, requester } = peek(writes);
  return push(shift(writes), { type, writer, micros, transactions: transactions - 1, requester });
}

/**
 * The database in which containerd notes blobs and snapshots: one transaction at a time on the node, each with its fsync, first
 * come, first served. Mirrors `update` of core/metadata/bolt.go over bbolt, as measured in test/validation/runs e2 (30 layers).
 */
export const metadataStoreMachine = setup({
  types: { input: {} as MetadataStoreInput, context: {} as MetadataStoreContext, events: {} as MetadataStoreEvent },
  guards: {
    isUnderWay: ({ context }, params: { writer: string }) => peek(context.writes).writer === params.writer,
    isAlone: ({ context }, params: { writer: string }) => context.writes.size === 1 && peek(context.writes).writer === params.writer,
    othersWait: ({ context }) => context.writes.size > 1,
    hasMore: ({ context }) => peek(context.writes).transactions > 1,
  },
  delays: { transaction: ({ context }) => peek(context.writes).micros },
  actions: {
    joinQueue: assign({ writes: ({ context }, params: WriteRequested) => push(context.writes, params) }),
    leaveQueue: assign({
      writes: ({ context }, params: { writer: string }) => remove(context.writes, ({ writer }) => writer === params.writer),
    }),
    goLast: assign({ writes: ({ context }) => afterOne(context.writes) }),
    tellWriter: sendTo(({ context }) => peek(context.writes).requester, { type: 'WRITE.FINISHED' }),
    shiftQueue: assign({ writes: ({ context }) => shift(context.writes) }),
    reportUnhandled,
  },
}).createMachine({
  id: 'metadataStore',
  description: 'The database of blobs and snapshots of a container runtime, one write at a time.',
  context: ({ input }) => ({ input, writes: emptyFifo() }),
  initial: 'idle',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    idle: {
      description: 'Nobody writes.',
      on: { 'WRITE.REQUESTED': { target: 'writing', actions: { type: 'joinQueue', params: ofEvent } } },
    },
    writing: {
      description: 'A transaction is under way; other writes wait.',
      tags: 'busy',
      on: {
        'WRITE.REQUESTED': { actions: { type: 'joinQueue', params: ofEvent } },
        'WRITE.WITHDRAWN': [
          {
            guard: { type: 'isAlone', params: ofEvent },
            target: 'idle',
            actions: { type: 'leaveQueue', params: ofEvent },
          },
          {
            guard: { type: 'isUnderWay', params: ofEvent },
            target: 'writing',
            reenter: true,
            actions: { type: 'leaveQueue', params: ofEvent },
          },
          { actions: { type: 'leaveQueue', params: ofEvent } },
        ],
      },
      after: {
        transaction: [
          { guard: 'hasMore', target: 'writing', reenter: true, actions: 'goLast' },
          { guard: 'othersWait', target: 'writing', reenter: true, actions: ['tellWriter', 'shiftQueue'] },
          { target: 'idle', actions: ['tellWriter', 'shiftQueue'] },
        ],
      },
    },
  },
});
