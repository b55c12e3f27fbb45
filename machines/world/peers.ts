import type { ActorRef, AnyActorRef, Snapshot } from 'xstate';
import { emptyFifo, type Fifo, peek, push, shift } from '../../src/rules/collections/fifo.ts';
import {
  findHolders,
  type Holdings,
  type PeerDirectory,
  wantedHolding,
  withHoldings,
} from '../../src/rules/runtime/peers/peer-holdings.ts';
import { peerSource } from '../../src/rules/runtime/peers/peer-source.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import { message, type Outgoing, reducer } from '../reducer.ts';
import type { DrawAnswered, RandomSource } from './random-source.ts';
import type { Recorder } from './recorder.ts';
import { answerTo, servedStatus } from './registry-context.ts';
import type { ContentRequested, HttpCancelled, ResponseBody } from './registry-protocol.ts';

/** A node has something that it can give to others, or has lost it. */
export type HoldingsChanged = { readonly type: 'HOLDINGS.CHANGED'; readonly node: string } & Holdings;

export type PeersEvent = ContentRequested | HttpCancelled | HoldingsChanged | DrawAnswered;

export type Peers = ActorRef<Snapshot<unknown>, PeersEvent>;

export interface PeersInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly random: RandomSource;
  /** The time that a node needs to find another node that has the content, or to find that none has it. */
  readonly lookupMicros: number;
  /** The content of each node at the start, by its name. */
  readonly holdings: Readonly<Record<string, readonly string[]>>;
}

export interface PeersTable {
  readonly input: PeersInput;
  readonly directory: PeerDirectory;
  /**
   * Requests for layers that several nodes have, until a random number decides which of them sends. The
   * random source answers in the order of the requests, without delay.
   */
  readonly drawing: Fifo<ContentRequested>;
}

function holdersFor({ directory }: PeersTable, { request }: ContentRequested): readonly string[] {
  return findHolders(directory, wantedHolding(request));
}

function answered(
  { input: { lookupMicros } }: PeersTable,
  call: ContentRequested,
  status: number,
  body?: ResponseBody,
): Outgoing {
  const answerMessage = {
    type: 'HTTP.ANSWERED',
    id: call.request.id,
    status,
    roundTripMicros: lookupMicros,
    fault: undefined,
  } as const;
  return answerTo(call, body === undefined ? answerMessage : { ...answerMessage, body });
}

/** Returns the answer that one of the nodes with the layer sends it. */
function served(table: PeersTable, call: ContentRequested, value: number): Outgoing {
  const holders = holdersFor(table, call);
  const from = peerSource(holders[Math.floor(value * holders.length)] ?? '');
  const { bodyFault } = call;
  return answered(
    table,
    call,
    servedStatus(call.request, true),
    bodyFault === undefined ? { from } : { from, bodyFault },
  );
}

function drawRequest(table: PeersTable, self: AnyActorRef): Outgoing {
  return message(table.input.random, {
    type: 'DRAW.REQUESTED',
    stream: table.input.name,
    count: 1,
    requester: self,
  });
}

/**
 * The exchange of whole layers between the nodes of a cluster: who has what, and who sends it. A node asks
 * the mirror on itself, which looks for another node that has the layer. If no node has it, the answer is
 * 404, and the runtime tries the next host. Mirrors Spegel (`registryHandler`, `handleMirror` of
 * pkg/registry/registry.go, `Router.Resolve`). Which of several nodes answers first is random there.
 */
export const peersReducer = reducer<PeersInput, PeersTable, PeersEvent>({
  id: 'peers',
  description:
    'Which nodes have which layers and images, and which of them sends a layer to another node. A node that has pulled an image saves the others the way to the registry, but its own link carries what it sends.',
  begin: (input) => ({
    input,
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
          sends: [drawRequest(table, self)],
        }),
      },
      {
        reduce: (table, call) => ({
          table,
          sends: [answered(table, call, servedStatus(call.request, true))],
        }),
      },
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
