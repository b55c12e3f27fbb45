import type { ActorRef, AnyActorRef, Snapshot } from 'xstate';
import { emptyFifo, type Fifo, peek, push, shift } from '../../src/collections/fifo.ts';
import { withChanges } from '../../src/collections/with-changes.ts';
import { holdersOf, type PeerDirectory, withHoldings } from '../../src/runtime/peers/peer-directory.ts';
import { type Holdings, wantedHolding } from '../../src/runtime/peers/peer-holdings.ts';
import { peerSource } from '../../src/runtime/peers/peer-source.ts';
import { message, type Outgoing, reducer } from '../reducer.ts';
import type { DrawAnswered, RandomSource } from './random-source.ts';
import type { Recorder } from './recorder.ts';
import { servedStatus } from './registry-context.ts';
import type { ContentRequested, HttpCancelled, RegistryAnswer, ResponseBody } from './registry-protocol.ts';

/** A node has come to have something that it can give to others, or has lost it. */
export type HoldingsChanged = { readonly type: 'HOLDINGS.CHANGED'; readonly node: string } & Holdings;

export type PeersEvent = ContentRequested | HttpCancelled | HoldingsChanged | DrawAnswered;

export type Peers = ActorRef<Snapshot<unknown>, PeersEvent>;

export interface PeersInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly random: RandomSource;
  /** How long it takes a node to find another that has what it wants, or to find that nobody does. */
  readonly lookupMicros: number;
  /** What nodes have at the start, by their names. */
  readonly holdings: Readonly<Record<string, readonly string[]>>;
}

export interface PeersTable extends PeersInput {
  readonly directory: PeerDirectory;
  /** Layers that somebody has, until it is drawn who sends them; the random source answers in the order of asking, and at once. */
  readonly drawing: Fifo<ContentRequested>;
}

function holdersFor({ directory }: PeersTable, { request }: ContentRequested): readonly string[] {
  return holdersOf(directory, wantedHolding(request));
}

function answered(table: PeersTable, { request, requester, travels }: ContentRequested, status: number, body?: ResponseBody): Outgoing {
  const { id } = request;
  const roundTripMicros = table.lookupMicros;
  const told = { type: 'HTTP.ANSWERED', id, status, roundTripMicros, fault: undefined } as const;
  const answer: RegistryAnswer = body === undefined ? told : { ...told, body };
  return message(requester, answer, travels === true ? { delayMicros: roundTripMicros, id: 'answer' } : undefined);
}

/** One of those that have the layer sends it. */
function served(table: PeersTable, call: ContentRequested, value: number): Outgoing {
  const holders = holdersFor(table, call);
  const from = peerSource(holders[Math.floor(value * holders.length)] ?? '');
  const { bodyFault } = call;
  return answered(table, call, servedStatus(call.request, true), bodyFault === undefined ? { from } : { from, bodyFault });
}

function drawn(table: PeersTable, self: AnyActorRef): Outgoing {
  return message(table.random, { type: 'DRAW.REQUESTED', stream: table.name, count: 1, requester: self });
}

/**
 * What the nodes of a cluster give to each other, whole layers at a time: who has what, and who of those sends it. A node that wants
 * something asks the mirror on itself, which looks for another that has it; where nobody has, the answer is 404, and the runtime goes
 * on to the next host. Mirrors Spegel (`registryHandler`, `handleMirror` of pkg/registry/registry.go, `Router.Resolve`); which of
 * several nodes answers first there is chance.
 */
export const peersReducer = reducer<PeersInput, PeersTable, PeersEvent>({
  id: 'peers',
  description: 'Which nodes have which layers and images, and which of them sends a layer to another node.',
  begin: (input) => ({
    ...input,
    directory: Object.entries(input.holdings).reduce<PeerDirectory>(
      (directory, [node, held]) => withHoldings(directory, node, { held, lost: [] }),
      undefined,
    ),
    drawing: emptyFifo(),
  }),
  on: {
    'CONTENT.REQUESTED': [
      {
        guard: 'nobodyHasIt',
        when: (table, call) => holdersFor(table, call).length === 0,
        reduce: (table, call) => ({ table, sends: [answered(table, call, 404)] }),
      },
      {
        guard: 'isLayer',
        when: (_, { request }) => request.kind === 'layer',
        reduce: (table, call, self) => ({
          table: withChanges(table, { drawing: push(table.drawing, call) }),
          sends: [drawn(table, self)],
        }),
      },
      { reduce: (table, call) => ({ table, sends: [answered(table, call, servedStatus(call.request, true))] }) },
    ],
    'DRAW.ANSWERED': (table, { values: [value = 0] }) => ({
      table: withChanges(table, { drawing: shift(table.drawing) }),
      sends: [served(table, peek(table.drawing), value)],
    }),
    'HTTP.CANCELLED': (table) => ({ table }),
    'HOLDINGS.CHANGED': (table, { node, held, lost }) => ({
      table: withChanges(table, { directory: withHoldings(table.directory, node, { held, lost }) }),
    }),
  },
});
