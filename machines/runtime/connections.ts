import { assign, sendTo, setup } from 'xstate';
import { emptyFifo, type Fifo, peek, shift } from '../../src/collections/fifo.ts';
import { get, set } from '../../src/collections/sorted-map.ts';
import {
  type ConnectionTable,
  closeConnection,
  noConnections,
  returnConnection,
  takeConnection,
} from '../../src/runtime/network/connection-table.ts';
import { type Authorizations, authorizationFor, requestToken, waitingFor } from '../../src/runtime/registry/authorizations.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type {
  ConnectionGiven,
  ConnectionPlace,
  ConnectionsEvent,
  ConnectionsInput,
  ConnectionUser,
  TokenAnswer,
  TokenDenied,
} from './connections-protocol.ts';

export interface ConnectionsContext {
  readonly input: ConnectionsInput;
  readonly table: ConnectionTable;
  /** The connection that was given last. */
  readonly given: ConnectionGiven;
  readonly authorizations: Authorizations<ConnectionUser>;
  /** Who has waited for a token and hears of it now, and what. */
  readonly toTell: Fifo<ConnectionUser>;
  readonly news: TokenAnswer;
}

function keyOf({ pool, host }: ConnectionPlace): string {
  return `${pool} ${host}`;
}

function taken({ input, table, authorizations }: ConnectionsContext, place: ConnectionPlace): Partial<ConnectionsContext> {
  const next = takeConnection(table, keyOf(place), input.clock.nowMicros());
  const setUpMicros = next.isNew ? (input.connectMicros[place.host] ?? 0) : 0;
  const { connection } = next;
  const given: ConnectionGiven = { type: 'CONNECTION.GIVEN', connection, setUpMicros, ...authorizationFor(authorizations, keyOf(place)) };
  return { table: next.table, given };
}

function denialOf({ authorizations }: ConnectionsContext, place: ConnectionPlace): TokenDenied {
  const known = get(authorizations, keyOf(place));
  return { status: known?.kind === 'denied' ? known.status : 0 };
}

/**
 * The connections and authorizations that the requests of one pull share.
 * Mirrors Go's `http.Transport` as containerd makes it, once for the resolver and once for the fetcher, and
 * `dockerAuthorizer` (core/remotes/docker/authorizer.go), of which each of the two has its own.
 */
export const connectionsMachine = setup({
  types: { input: {} as ConnectionsInput, context: {} as ConnectionsContext, events: {} as ConnectionsEvent },
  guards: {
    someoneIsToHear: ({ context }) => context.toTell.size > 0,
    isBearer: ({ context }, params: ConnectionPlace) => get(context.authorizations, keyOf(params))?.kind === 'bearer',
    isDenied: ({ context }, params: ConnectionPlace) => get(context.authorizations, keyOf(params))?.kind === 'denied',
    isBeingFetched: ({ context }, params: ConnectionPlace) => get(context.authorizations, keyOf(params))?.kind === 'fetching',
  },
  actions: {
    reportUnhandled,
    take: assign(({ context }, params: ConnectionPlace) => taken(context, params)),
    give: sendTo(
      (_, params: { requester: ConnectionUser }) => params.requester,
      ({ context }) => context.given,
    ),
    return: assign(({ context }, params: ConnectionPlace & { connection: number }) => ({
      table: returnConnection(context.table, keyOf(params), params.connection, context.input.clock.nowMicros()),
    })),
    close: assign({ table: ({ context }) => closeConnection(context.table) }),
    noteTokenRequest: assign(({ context }, params: ConnectionPlace & { requester: ConnectionUser }) => ({
      authorizations: requestToken(context.authorizations, keyOf(params), params.requester),
    })),
    sendToFetch: sendTo((_, params: { requester: ConnectionUser }) => params.requester, { type: 'TOKEN.WANTED' }),
    sayReady: sendTo((_, params: { requester: ConnectionUser }) => params.requester, { type: 'TOKEN.READY' }),
    sayRefused: sendTo(
      (_, params: ConnectionPlace & { requester: ConnectionUser }) => params.requester,
      ({ context }, params) => ({ type: 'TOKEN.REFUSED', error: denialOf(context, params) }) as const,
    ),
    keepToken: assign(({ context }, params: ConnectionPlace) => ({
      toTell: waitingFor(context.authorizations, keyOf(params)),
      news: { type: 'TOKEN.READY' } as const,
      authorizations: set(context.authorizations, keyOf(params), { kind: 'bearer' } as const),
    })),
    keepDenial: assign(({ context }, params: ConnectionPlace & { error: TokenDenied }) => ({
      toTell: waitingFor(context.authorizations, keyOf(params)),
      news: { type: 'TOKEN.REFUSED', error: params.error } as const,
      authorizations: set(context.authorizations, keyOf(params), { kind: 'denied', status: params.error.status } as const),
    })),
    keepPassword: assign(({ context }, params: ConnectionPlace) => ({
      authorizations: set(context.authorizations, keyOf(params), { kind: 'basic' } as const),
    })),
    tell: sendTo(
      ({ context }) => peek(context.toTell),
      ({ context }) => context.news,
    ),
    shiftTold: assign({ toTell: ({ context }) => shift(context.toTell) }),
  },
}).createMachine({
  id: 'connections',
  description: 'The connections of one pull, and how it is let in.',
  context: ({ input }) => ({
    input,
    table: noConnections,
    given: { type: 'CONNECTION.GIVEN', connection: 0, setUpMicros: 0 },
    authorizations: undefined,
    toTell: emptyFifo(),
    news: { type: 'TOKEN.READY' },
  }),
  initial: 'serving',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    serving: {
      description: 'Who asks for a connection gets one at once: an idle one, or a new one that is still to be set up.',
      on: {
        'CONNECTION.REQUESTED': {
          actions: [
            { type: 'take', params: ofEvent },
            { type: 'give', params: ofEvent },
          ],
        },
        'CONNECTION.RETURNED': { actions: { type: 'return', params: ofEvent } },
        'CONNECTION.CLOSED': { actions: 'close' },
        'TOKEN.REQUESTED': [
          { guard: { type: 'isBearer', params: ofEvent }, actions: { type: 'sayReady', params: ofEvent } },
          { guard: { type: 'isDenied', params: ofEvent }, actions: { type: 'sayRefused', params: ofEvent } },
          {
            guard: { type: 'isBeingFetched', params: ofEvent },
            actions: { type: 'noteTokenRequest', params: ofEvent },
          },
          {
            actions: [
              { type: 'noteTokenRequest', params: ofEvent },
              { type: 'sendToFetch', params: ofEvent },
            ],
          },
        ],
        'TOKEN.FETCHED': { target: 'telling', actions: { type: 'keepToken', params: ofEvent } },
        'TOKEN.DENIED': { target: 'telling', actions: { type: 'keepDenial', params: ofEvent } },
        'PASSWORD.CHOSEN': { actions: { type: 'keepPassword', params: ofEvent } },
      },
    },
    telling: {
      description: 'Requests that have waited for the token hear how it went, in the order in which they came; no time passes.',
      always: [{ guard: 'someoneIsToHear', actions: ['tell', 'shiftTold'] }, { target: 'serving' }],
    },
  },
});
