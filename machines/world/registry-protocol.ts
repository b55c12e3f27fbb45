import type { ActorRef, Snapshot } from 'xstate';
import type { HostMisfit } from '../../src/rules/runtime/registry/registry-host.ts';
import type { BodyFault, RequestKind } from '../../src/rules/runtime/registry/request-fault.ts';
import type { Because } from '../../src/trace/observation.ts';
import type { FaultEvent } from './fault.ts';

/**
 * A request of a runtime to a registry over HTTP. `token` goes to the server that the registry's challenge
 * names.
 */
export interface RegistryRequest {
  /** Unique among the open requests: the requester's name, and the connection of its pull. */
  readonly id: string;
  readonly method: 'HEAD' | 'GET';
  readonly kind: RequestKind;
  /** The image's name, with the default tag filled in. */
  readonly image: string;
  /** Whether the registry has this image at all. */
  readonly exists: boolean;
  /** The identity of the credential in the request; absent if the request is anonymous. */
  readonly identity?: string | undefined;
  /** The node that asks, for limits per client; absent if requests are not counted. */
  readonly client?: string;
  /**
   * For a layer: its place in the manifest, its digest, its size, and the first byte wanted
   * (`Range: bytes=N-`).
   */
  readonly layer?: number;
  readonly digest?: string;
  readonly bytes?: number;
  readonly offset?: number;
  /** The kind of the Authorization header; absent if there is none. */
  readonly authorization?: 'basic' | 'bearer';
  /** The repository's name at this registry; absent: the image's own. */
  readonly repository?: string;
  /** Why nothing can be got under the address to which it goes; absent: something can. */
  readonly misfit?: HostMisfit;
}

/** The client has gone away and wants no answer. An answer that is already decided may still arrive. */
export type HttpCancelled = { readonly type: 'HTTP.CANCELLED'; readonly id: string };

export type RegistryEvent = ({ readonly type: 'HTTP.REQUESTED' } & RegistryCall) | HttpCancelled | FaultEvent;

export interface RegistryCall {
  readonly request: RegistryRequest;
  readonly requester: RegistryClient;
  /**
   * Present if the answer is sent after its round trip; absent if it is sent at once, and the requester waits
   * for the round trip.
   */
  readonly travels?: true;
}

/**
 * The answer to a request. It is decided when the request is sent, and arrives `roundTripMicros` later. `id`
 * is the request's; `fault` is the fault that caused the answer.
 */
export type RegistryAnswer =
  | {
      readonly type: 'HTTP.ANSWERED';
      readonly id?: string;
      /** 206 if a range was requested and the registry supports ranges. */
      readonly status: number;
      readonly roundTripMicros: number;
      readonly fault: string | undefined;
      /** For a 401: the authorization with which the client must come back. */
      readonly challenge?: 'basic' | 'bearer';
      /**
       * For an error: the text of the body, as far as runtimes show it; absent if that registry's usual text
       * is meant.
       */
      readonly message?: string;
      /** For an error: it has no body. */
      readonly emptyBody?: true;
      /** The body is a page for people, though the status is that of success. */
      readonly isWebPage?: true;
      /** The cause, if it is no fault of the scenario: the pull limit. */
      readonly because?: Because;
      /** For a 307: the host that has the content. */
      readonly redirect?: BlobStore;
      /**
       * For a layer: the body that follows over the network; absent if it is all that was requested, from the
       * registry itself.
       */
      readonly body?: ResponseBody;
    }
  /** The connection was refused. */
  | {
      readonly type: 'HTTP.REFUSED';
      readonly id?: string;
      readonly roundTripMicros: number;
      /** Absent if the host has no address. */
      readonly fault: string | undefined;
    }
  /** The connection was reset before an answer. */
  | {
      readonly type: 'HTTP.RESET';
      readonly id?: string;
      readonly roundTripMicros: number;
      readonly fault: string;
    };

export interface ResponseBody {
  /** The registry whose limits apply. It is another one if a pull-through cache had to ask its upstream. */
  readonly from: string;
  /** How the body ends early, after so many bytes of this response. */
  readonly bodyFault?: BodyFault;
}

/**
 * Asks the source of a registry's content, a pull-through cache or other nodes, to answer the client.
 * `bodyFault` says what happens to the body.
 */
export type ContentRequested = {
  readonly type: 'CONTENT.REQUESTED';
  readonly bodyFault?: BodyFault;
} & RegistryCall;

export type ContentSource = ActorRef<Snapshot<unknown>, ContentRequested | HttpCancelled>;

/**
 * The host to which a registry redirects requests for blobs. It has connections of its own and asks for no
 * credentials.
 */
export interface BlobStore {
  readonly host: string;
  readonly registry: Registry;
  /** The round trip to the host. */
  readonly roundTripMicros: number;
}

export type { BodyFault };

export type RegistryClient = ActorRef<Snapshot<unknown>, RegistryAnswer>;

export type Registry = ActorRef<Snapshot<unknown>, RegistryEvent>;
