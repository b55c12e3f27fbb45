import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import { emptyFifo, type Fifo, peek, shift } from '../../../src/collections/fifo.ts';
import { get, set } from '../../../src/collections/sorted-map.ts';
import {
  type ConnectionTable,
  closeConnection,
  noConnections,
  returnConnection,
  takeConnection,
} from '../../../src/runtime/network/connection-table.ts';
import { type Authorizations, authorizationFor, requestToken, waitingFor } from '../../../src/runtime/registry/authorizations.ts';
import { ofEvent, reportUnhandled } from '../../chart-parts.ts';
import type { Clock } from '../../world/clock.ts';
import type { Recorder } from '../../world/recorder.ts';

/**
 * What the requests of one pull share: its TCP connections, and the word with which each registry lets it in. HEAD goes over
 * a connection of its own, everything else over others; an idle one is used again, and none survives the pull (measured,
 * docs/measurements.md R1). Both pools meet a registry's challenge anew.
 */
export type ConnectionsEvent =
  | {
      readonly type: 'CONNECTION.REQUESTED';
      readonly pool: ConnectionPool;
      readonly host: string;
      readonly requester: ConnectionUser;
    }
  /** The whole answer has been read, and the connection can be used again. */
  | { readonly type: 'CONNECTION.RETURNED'; readonly pool: ConnectionPool; readonly host: string; readonly connection: number }
  /** The connection broke, or its answer was dropped before its end. */
  | { readonly type: 'CONNECTION.CLOSED'; readonly connection: number }
  /** The registry has asked for a token. The answer is a `TokenAnswer`. */
  | { readonly type: 'TOKEN.REQUESTED'; readonly pool: ConnectionPool; readonly host: string; readonly requester: ConnectionUser }
  /** From the requester that was told to fetch the token. */
  | { readonly type: 'TOKEN.FETCHED'; readonly pool: ConnectionPool; readonly host: string }
  | { readonly type: 'TOKEN.DENIED'; readonly pool: ConnectionPool; readonly host: string; readonly error: TokenDenied }
  /** The registry has asked for user name and password, and the pull has them. */
  | { readonly type: 'PASSWORD.CHOSEN'; readonly pool: ConnectionPool; readonly host: string };

export type ConnectionPool = 'resolver' | 'fetcher';

/** The requests that a connection is used for. */
export interface ConnectionPlace {
  readonly pool: ConnectionPool;
  readonly host: string;
}

/** Why there is no token: the status with which the token server answered; 0 if it did not answer. */
export interface TokenDenied {
  readonly status: number;
}

/** `setUpMicros`: how long TCP and TLS take; 0 if the connection was open. */
export type ConnectionGiven = {
  readonly type: 'CONNECTION.GIVEN';
  readonly connection: number;
  readonly setUpMicros: number;
  /** The content of the Authorization header of requests to that host; absent: there is no such header. */
  readonly authorization?: 'basic' | 'bearer';
};

export type TokenAnswer =
  /** Nobody has the token: the requester must fetch it and report the result. */
  | { readonly type: 'TOKEN.WANTED' }
  /** The token is there: requests over connections given from now on carry it. */
  | { readonly type: 'TOKEN.READY' }
  | { readonly type: 'TOKEN.REFUSED'; readonly error: TokenDenied };

export type ConnectionUser = ActorRef<Snapshot<unknown>, ConnectionGiven | TokenAnswer>;

export type Connections = ActorRef<Snapshot<unknown>, ConnectionsEvent>;

export interface ConnectionsInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** How long TCP and TLS take, by host; absent: no time. */
  readonly connectMicros: Readonly<Record<string, number>>;
}

export interface ConnectionsContext {
  readonly input: ConnectionsInput;
  readonly table: ConnectionTable;
  /** The connection that was given to a request last. */
  readonly given: ConnectionGiven;
  readonly authorizations: Authorizations<ConnectionUser>;
  /** The requesters that have waited for a token, and the answer that they get now. */
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
  description: 'The connections of one pull, and its authorization at each registry.',
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
      description: 'A request gets a connection at once: an idle one, or a new one that must still be set up.',
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
      description: 'The requests that waited for the token are answered in order of arrival; no time passes.',
      always: [{ guard: 'someoneIsToHear', actions: ['tell', 'shiftTold'] }, { target: 'serving' }],
    },
  },
});
