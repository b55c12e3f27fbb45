import type { ActorRef, Snapshot } from 'xstate';

/**
 * The TCP connections of one pull. HEAD goes over one of its own, everything else over others; an idle one is used again,
 * and none survives the pull (measured, shared/runtime-runs R1).
 */
export type ConnectionsEvent =
  | {
      readonly type: 'CONNECTION.REQUESTED';
      readonly pool: ConnectionPool;
      readonly host: string;
      readonly requester: ConnectionUser;
    }
  /** The whole answer has been read: the next may have it. */
  | { readonly type: 'CONNECTION.RETURNED'; readonly connection: number }
  /** It broke, or its answer was dropped half-way. */
  | { readonly type: 'CONNECTION.CLOSED'; readonly connection: number };

export type ConnectionPool = 'resolver' | 'fetcher';

/** `setUpMicros`: how long TCP and TLS take; 0 where it was open. */
export type ConnectionGiven = { readonly type: 'CONNECTION.GIVEN'; readonly connection: number; readonly setUpMicros: number };

export type ConnectionUser = ActorRef<Snapshot<unknown>, ConnectionGiven>;

export type Connections = ActorRef<Snapshot<unknown>, ConnectionsEvent>;
