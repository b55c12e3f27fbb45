import type { ActorRef, Snapshot } from 'xstate';
import type { Clock } from '../world/clock.ts';
import type { Recorder } from '../world/recorder.ts';

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
  /** The whole answer has been read: the next may have it. */
  | { readonly type: 'CONNECTION.RETURNED'; readonly pool: ConnectionPool; readonly host: string; readonly connection: number }
  /** It broke, or its answer was dropped half-way. */
  | { readonly type: 'CONNECTION.CLOSED'; readonly connection: number }
  /** The registry has asked for a token; answered with one of `TokenAnswer`. */
  | { readonly type: 'TOKEN.REQUESTED'; readonly pool: ConnectionPool; readonly host: string; readonly requester: ConnectionUser }
  /** By the one that was told to fetch it. */
  | { readonly type: 'TOKEN.FETCHED'; readonly pool: ConnectionPool; readonly host: string }
  | { readonly type: 'TOKEN.DENIED'; readonly pool: ConnectionPool; readonly host: string; readonly error: TokenDenied }
  /** The registry has asked for user name and password, and there are some. */
  | { readonly type: 'PASSWORD.CHOSEN'; readonly pool: ConnectionPool; readonly host: string };

export type ConnectionPool = 'resolver' | 'fetcher';

/** What a connection is good for. */
export interface ConnectionPlace {
  readonly pool: ConnectionPool;
  readonly host: string;
}

/** Why there is no token: the status with which the token server answered; 0: it did not. */
export interface TokenDenied {
  readonly status: number;
}

/** `setUpMicros`: how long TCP and TLS take; 0 where it was open. */
export type ConnectionGiven = {
  readonly type: 'CONNECTION.GIVEN';
  readonly connection: number;
  readonly setUpMicros: number;
  /** What the Authorization header of requests to that host holds by now; absent: there is none. */
  readonly authorization?: 'basic' | 'bearer';
};

export type TokenAnswer =
  /** Nobody has it: the requester is to fetch it, and to say how that went. */
  | { readonly type: 'TOKEN.WANTED' }
  /** It is there: requests over connections given from now on have it. */
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
