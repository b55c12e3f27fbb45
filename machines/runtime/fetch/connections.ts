import type { ActorRef, Snapshot } from 'xstate';
import { items } from '../../../src/rules/collections/fifo.ts';
import { get, set } from '../../../src/rules/collections/sorted-map.ts';
import {
  type ConnectionTable,
  closeConnection,
  noConnections,
  returnConnection,
  takeConnection,
} from '../../../src/rules/runtime/network/connection-table.ts';
import {
  type Authorization,
  type Authorizations,
  authorizationFor,
  requestToken,
  waitingFor,
} from '../../../src/rules/runtime/registry/authorizations.ts';
import { withChanges } from '../../../src/rules/values/with-changes.ts';
import { message, type Reduced, reducer } from '../../reducer.ts';
import type { Clock } from '../../world/clock.ts';
import type { Recorder } from '../../world/recorder.ts';

/**
 * What the requests of one pull share: its TCP connections, and the word with which each registry lets it in.
 * HEAD goes over a connection of its own, everything else over others; an idle one is used again, and none
 * survives the pull (measured, docs/measurements.md R1). Each pool meets a registry's challenge by itself.
 */
export type ConnectionsEvent =
  | {
      readonly type: 'CONNECTION.REQUESTED';
      readonly pool: ConnectionPool;
      readonly host: string;
      readonly requester: ConnectionUser;
    }
  /** The whole answer has been read, and the connection can be used again. */
  | {
      readonly type: 'CONNECTION.RETURNED';
      readonly pool: ConnectionPool;
      readonly host: string;
      readonly connection: number;
    }
  /** The connection broke, or its answer was dropped before its end. */
  | { readonly type: 'CONNECTION.CLOSED'; readonly connection: number }
  /** The registry has asked for a token. The answer is a `TokenAnswer`. */
  | {
      readonly type: 'TOKEN.REQUESTED';
      readonly pool: ConnectionPool;
      readonly host: string;
      readonly requester: ConnectionUser;
    }
  /** From the requester that fetches the token. */
  | { readonly type: 'TOKEN.FETCHED'; readonly pool: ConnectionPool; readonly host: string }
  | {
      readonly type: 'TOKEN.DENIED';
      readonly pool: ConnectionPool;
      readonly host: string;
      readonly error: TokenDenied;
    }
  /** The registry has asked for user name and password, and the pull has them. */
  | { readonly type: 'PASSWORD.CHOSEN'; readonly pool: ConnectionPool; readonly host: string };

type ConnectionPool = 'resolver' | 'fetcher';

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
  /** There is no token yet: the requester must fetch it and report the result. */
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

export interface ConnectionsTable {
  readonly input: ConnectionsInput;
  readonly connections: ConnectionTable;
  readonly authorizations: Authorizations<ConnectionUser>;
}

function placeKey({ pool, host }: ConnectionPlace): string {
  return `${pool} ${host}`;
}

function kindAt(
  { authorizations }: ConnectionsTable,
  place: ConnectionPlace,
): Authorization<ConnectionUser>['kind'] | undefined {
  return get(authorizations, placeKey(place))?.kind;
}

function giveConnection(
  table: ConnectionsTable,
  { requester, ...place }: Extract<ConnectionsEvent, { type: 'CONNECTION.REQUESTED' }>,
): Reduced<ConnectionsTable> {
  const {
    input: { clock, connectMicros },
    authorizations,
  } = table;
  const {
    connection,
    isNew,
    table: connections,
  } = takeConnection(table.connections, placeKey(place), clock.nowMicros());
  const setUpMicros = isNew ? (connectMicros[place.host] ?? 0) : 0;
  const answer = {
    type: 'CONNECTION.GIVEN',
    connection,
    setUpMicros,
    ...authorizationFor(authorizations, placeKey(place)),
  } as const;
  return { table: withChanges(table, { connections }), sends: [message(requester, answer)] };
}

function denial({ authorizations }: ConnectionsTable, place: ConnectionPlace): TokenAnswer {
  const hostAuthorization = get(authorizations, placeKey(place));
  return {
    type: 'TOKEN.REFUSED',
    error: { status: hostAuthorization?.kind === 'denied' ? hostAuthorization.status : 0 },
  };
}

function tokenRequested(
  table: ConnectionsTable,
  place: ConnectionPlace,
  requester: ConnectionUser,
): ConnectionsTable {
  return withChanges(table, {
    authorizations: requestToken(table.authorizations, placeKey(place), requester),
  });
}

/** Keeps the result of a token request, and sends it to all that have waited for it. */
function authorized(
  table: ConnectionsTable,
  place: ConnectionPlace,
  authorization: Authorization<ConnectionUser>,
  news: TokenAnswer,
): Reduced<ConnectionsTable> {
  const waiting = items(waitingFor(table.authorizations, placeKey(place)));
  return {
    table: withChanges(table, { authorizations: set(table.authorizations, placeKey(place), authorization) }),
    sends: waiting.map((requester) => message(requester, news)),
  };
}

/**
 * The connections and authorizations that the requests of one pull share.
 * Mirrors Go's `http.Transport` as containerd makes it, once for the resolver and once for the fetcher, and
 * `dockerAuthorizer` (core/remotes/docker/authorizer.go), of which each of the two has its own.
 */
export const connectionsReducer = reducer<ConnectionsInput, ConnectionsTable, ConnectionsEvent>({
  id: 'connections',
  description:
    'The connections of one pull, of which a request gets one at once, and its authorization at each registry. Pulls share no connections, so that each of them pays for TCP, TLS and tokens again.',
  begin: (input) => ({ input, connections: noConnections, authorizations: undefined }),
  on: {
    'CONNECTION.REQUESTED': giveConnection,
    'CONNECTION.RETURNED': (table, { connection, ...place }) => ({
      table: withChanges(table, {
        connections: returnConnection(
          table.connections,
          placeKey(place),
          connection,
          table.input.clock.nowMicros(),
        ),
      }),
    }),
    'CONNECTION.CLOSED': (table) => ({
      table: withChanges(table, { connections: closeConnection(table.connections) }),
    }),
    'TOKEN.REQUESTED': [
      {
        guard: 'isBearer',
        when: (table, place) => kindAt(table, place) === 'bearer',
        reduce: (table, { requester }) => ({ table, sends: [message(requester, { type: 'TOKEN.READY' })] }),
      },
      {
        guard: 'isDenied',
        when: (table, place) => kindAt(table, place) === 'denied',
        reduce: (table, { requester, ...place }) => ({
          table,
          sends: [message(requester, denial(table, place))],
        }),
      },
      {
        guard: 'isBeingFetched',
        when: (table, place) => kindAt(table, place) === 'fetching',
        reduce: (table, { requester, ...place }) => ({ table: tokenRequested(table, place, requester) }),
      },
      {
        reduce: (table, { requester, ...place }) => ({
          table: tokenRequested(table, place, requester),
          sends: [message(requester, { type: 'TOKEN.WANTED' })],
        }),
      },
    ],
    'TOKEN.FETCHED': (table, place) => authorized(table, place, { kind: 'bearer' }, { type: 'TOKEN.READY' }),
    'TOKEN.DENIED': (table, { error, ...place }) =>
      authorized(table, place, { kind: 'denied', status: error.status }, { type: 'TOKEN.REFUSED', error }),
    'PASSWORD.CHOSEN': (table, place) => ({
      table: withChanges(table, {
        authorizations: set(table.authorizations, placeKey(place), { kind: 'basic' }),
      }),
    }),
  },
});
