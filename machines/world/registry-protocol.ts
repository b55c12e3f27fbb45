import type { ActorRef, Snapshot } from 'xstate';
import type { BodyFault } from '../../src/runtime/registry/body-fault.ts';
import type { RequestKind } from '../../src/runtime/registry/request-match.ts';
import type { Because } from '../../src/trace/observation.ts';
import type { FaultEvent } from './fault.ts';

/** What a runtime asks of a registry over HTTP. `token`: of the server that the registry's challenge names. */
export interface RegistryRequest {
  /** Unique among those under way: the requester's name, and the connection of a pull. */
  readonly id: string;
  readonly method: 'HEAD' | 'GET';
  readonly kind: RequestKind;
  /** The name after the default tag. */
  readonly image: string;
  /** Whether the registry has such an image at all. */
  readonly exists: boolean;
  /** Of the credential that comes with it; absent: the request is anonymous. */
  readonly identity?: string | undefined;
  /** The node that asks, for limits per client; absent: nobody counts. */
  readonly client?: string;
  /** Of a layer: its place in the manifest, its digest, its size, and the first byte wanted (`Range: bytes=N-`). */
  readonly layer?: number;
  readonly digest?: string;
  readonly bytes?: number;
  readonly offset?: number;
  /** What the Authorization header holds; absent: there is none. */
  readonly authorization?: 'basic' | 'bearer';
}

/** The client has gone away and wants no answer; an answer that is already decided may still arrive. */
export type HttpCancelled = { readonly type: 'HTTP.CANCELLED'; readonly id: string };

export type RegistryEvent = ({ readonly type: 'HTTP.REQUESTED' } & RegistryCall) | HttpCancelled | FaultEvent;

export interface RegistryCall {
  readonly request: RegistryRequest;
  readonly requester: RegistryClient;
  /** The answer comes when it has travelled; absent: when it is decided, and the requester has it travel. */
  readonly travels?: true;
}

/**
 * It is decided at the moment when the request is sent, and arrives `roundTripMicros` later. `id` is the request's, `fault` is
 * the fault that caused the answer.
 */
export type RegistryAnswer =
  | {
      readonly type: 'HTTP.ANSWERED';
      readonly id?: string;
      /** 206 where a range was asked for and the registry knows ranges. */
      readonly status: number;
      readonly roundTripMicros: number;
      readonly fault: string | undefined;
      /** Of a 401: how to come back. */
      readonly challenge?: 'basic' | 'bearer';
      /** Of an error: what the body says, as far as runtimes show it; absent: what that registry is known to say. */
      readonly message?: string;
      /** Why it is so, where no fault of the scenario is to blame: the pull limit. */
      readonly because?: Because;
      /** Of a 307: who has what was asked for. */
      readonly redirect?: BlobStore;
      /** Of a layer: what follows over the network; absent: all that was asked for, from the registry itself. */
      readonly body?: ResponseBody;
    }
  /** No connection. */
  | { readonly type: 'HTTP.REFUSED'; readonly id?: string; readonly roundTripMicros: number; readonly fault: string }
  /** The connection is reset instead of an answer. */
  | { readonly type: 'HTTP.RESET'; readonly id?: string; readonly roundTripMicros: number; readonly fault: string };

export interface ResponseBody {
  /** The registry whose limits it takes: another where a pull-through cache had to ask its upstream. */
  readonly from: string;
  /** How it ends before its time, after so many bytes of this response. */
  readonly bodyFault?: BodyFault;
}

/**
 * Asks where a registry that has not everything itself gets its content: a pull-through cache, or what nodes give to each other. It
 * answers the client. `bodyFault`: what happens to the body.
 */
export type ContentRequested = { readonly type: 'CONTENT.REQUESTED'; readonly bodyFault?: BodyFault } & RegistryCall;

export type ContentSource = ActorRef<Snapshot<unknown>, ContentRequested | HttpCancelled>;

/** Where a registry sends those who ask it for a blob: a host with connections of its own, which asks for no credentials. */
export interface BlobStore {
  readonly host: string;
  readonly registry: Registry;
  /** How long its answers are under way. */
  readonly roundTripMicros: number;
}

export type { BodyFault };

export type RegistryClient = ActorRef<Snapshot<unknown>, RegistryAnswer>;

export type Registry = ActorRef<Snapshot<unknown>, RegistryEvent>;
