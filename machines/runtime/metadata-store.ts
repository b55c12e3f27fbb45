import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import { emptyFifo, type Fifo, find, peek, push, remove, shift } from '../../src/rules/collections/fifo.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder } from '../world/recorder.ts';

interface WriteRequested {
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
  readonly clock: Clock;
}

export interface MetadataStoreContext {
  readonly input: MetadataStoreInput;
  /** The writes that wait; a transaction of the first is under way. */
  readonly writes: Fifo<WriteRequested>;
  /** When that transaction began. */
  readonly begunMicros: number;
}

type Turns = Pick<MetadataStoreContext, 'writes' | 'begunMicros'>;

/**
 * Returns the writes after one transaction of the first: the others take their turn before the rest of it.
 */
function afterOne(writes: Fifo<WriteRequested>): Fifo<WriteRequested> {
  const { type, writer, micros, transactions, requester } = peek(writes);
  return push(shift(writes), { type, writer, micros, transactions: transactions - 1, requester });
}

/**
 * Returns the writes after the transactions that have ended before now. The last one of a write is not among
 * them: it has a timer. Who comes at the very end of a transaction still comes before the rest of that write.
 */
function upToNow({ input, writes, begunMicros }: MetadataStoreContext): Turns {
  const nowMicros = input.clock.nowMicros();
  let turns = { writes, begunMicros };
  for (let first = peek(turns.writes); first.transactions > 1; first = peek(turns.writes)) {
    const endMicros = turns.begunMicros + first.micros;
    if (endMicros >= nowMicros) break;
    turns = { writes: afterOne(turns.writes), begunMicros: endMicros };
  }
  return turns;
}

/**
 * Returns when the first of these writes ends if no other comes and none is withdrawn: the one with the
 * fewest transactions left.
 */
export function firstEndMicros({ writes, begunMicros }: Turns): number {
  let rounds = Infinity;
  let roundMicros = 0;
  let lastRoundMicros = 0;
  find(writes, ({ transactions, micros }) => {
    roundMicros += micros;
    if (transactions < rounds) {
      rounds = transactions;
      lastRoundMicros = roundMicros;
    }
    return rounds === 1;
  });
  return begunMicros + (rounds - 1) * roundMicros + lastRoundMicros;
}

function withoutWriter({ input, writes, begunMicros }: MetadataStoreContext, gone: string): Turns {
  const isUnderWay = peek(writes).writer === gone;
  return {
    writes: remove(writes, ({ writer }) => writer === gone),
    begunMicros: isUnderWay ? input.clock.nowMicros() : begunMicros,
  };
}

/**
 * The database in which containerd notes blobs and snapshots: one transaction at a time on the node, each
 * with its fsync, first come, first served. Whose turn it is follows from the queue until a write comes or
 * goes, so that only the end of a write has a timer. Mirrors `update` of core/metadata/bolt.go over bbolt, as
 * measured in test/validation/runs e2 (30 layers).
 */
export const metadataStoreMachine = setup({
  types: {
    input: {} as MetadataStoreInput,
    context: {} as MetadataStoreContext,
    events: {} as MetadataStoreEvent,
  },
  guards: {
    isAlone: ({ context }, writer: string) =>
      context.writes.size === 1 && peek(context.writes).writer === writer,
    othersWait: ({ context }) => context.writes.size > 1,
  },
  delays: { untilFirstEnd: ({ context }) => firstEndMicros(context) - context.input.clock.nowMicros() },
  actions: {
    begin: assign(({ context }, params: WriteRequested) => ({
      writes: push(context.writes, params),
      begunMicros: context.input.clock.nowMicros(),
    })),
    catchUp: assign(({ context }) => upToNow(context)),
    joinQueue: assign({ writes: ({ context }, params: WriteRequested) => push(context.writes, params) }),
    leaveQueue: assign(({ context }, writer: string) => withoutWriter(context, writer)),
    notifyWriter: sendTo(({ context }) => peek(context.writes).requester, { type: 'WRITE.FINISHED' }),
    shiftQueue: assign(({ context }) => ({
      writes: shift(context.writes),
      begunMicros: context.input.clock.nowMicros(),
    })),
    reportUnhandled,
  },
}).createMachine({
  id: 'metadataStore',
  description:
    'The database of blobs and snapshots of a container runtime, one write at a time. containerd keeps it in one file, and each transaction ends with a write to the disk. Many pulls at once wait for each other here, above all with many small layers.',
  context: ({ input }) => ({ input, writes: emptyFifo(), begunMicros: 0 }),
  initial: 'idle',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    idle: {
      description:
        'No transaction is open: the next write begins at once. A single pull on a quiet node hardly ever waits for the store.',
      on: { 'WRITE.REQUESTED': { target: 'writing', actions: { type: 'begin', params: ofEvent } } },
    },
    writing: {
      description:
        'Transactions follow each other, the writes taking turns, until the first of these writes is at its end. The more writes are open, the longer each of them takes.',
      tags: 'busy',
      on: {
        'WRITE.REQUESTED': {
          target: 'writing',
          reenter: true,
          actions: ['catchUp', { type: 'joinQueue', params: ofEvent }],
        },
        'WRITE.WITHDRAWN': [
          {
            guard: { type: 'isAlone', params: ({ event }) => event.writer },
            target: 'idle',
            actions: { type: 'leaveQueue', params: ({ event }) => event.writer },
          },
          {
            target: 'writing',
            reenter: true,
            actions: ['catchUp', { type: 'leaveQueue', params: ({ event }) => event.writer }],
          },
        ],
      },
      after: {
        untilFirstEnd: [
          {
            guard: 'othersWait',
            target: 'writing',
            reenter: true,
            actions: ['catchUp', 'notifyWriter', 'shiftQueue'],
          },
          { target: 'idle', actions: ['catchUp', 'notifyWriter', 'shiftQueue'] },
        ],
      },
    },
  },
});
