import type { ActorRef, Snapshot } from 'xstate';
import type { FaultEvent } from './fault.ts';

/** What a runtime asks of a registry over HTTP. `token`: of the server that the registry's challenge names. */
export interface RegistryRequest {
  /** The requester's name: one request at a time is under way for each. */
  readonly id: string;
  readonly method: 'HEAD' | 'GET';
  readonly kind: 'tag' | 'index' | 'manifest' | 'config' | 'layer' | 'token';
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

export type RegistryEvent =
  | { readonly type: 'HTTP.REQUESTED'; readonly request: RegistryRequest; readonly requester: RegistryClient }
  /** The client went away: no answer, please. */
  | { readonly type: 'HTTP.CANCELLED'; readonly id: string }
  | FaultEvent;

/** Decided the moment the request was sent: the client acts on it `roundTripMicros` later. `fault` is the trouble that made it so. */
export type RegistryAnswer =
  | {
      readonly type: 'HTTP.ANSWERED';
      /** 206 where a range was asked for and the registry knows ranges. */
      readonly status: number;
      readonly roundTripMicros: number;
      readonly fault: string | undefined;
      /** Of a 401: how to come back. */
      readonly challenge?: 'basic' | 'bearer';
      /** Of a layer: what follows over the network; absent: all that was asked for, from the registry itself. */
      readonly body?: ResponseBody;
    }
  /** No connection. */
  | { readonly type: 'HTTP.REFUSED'; readonly roundTripMicros: number; readonly fault: string }
  /** The connection is reset instead of an answer. */
  | { readonly type: 'HTTP.RESET'; readonly roundTripMicros: number; readonly fault: string };

export interface ResponseBody {
  /** The registry whose limits it takes: another where a pull-through cache had to ask its upstream. */
  readonly from: string;
  /** How it ends before its time, after so many bytes of this response. */
  readonly trouble?: BodyTrouble;
}

/**
 * `cut`: an orderly end (FIN) too early; `reset`: RST; `stalled`: no byte more, with the connection open; `corrupt`: all bytes,
 * and the wrong ones; `trickle`: from there on at `bytesPerSecond`.
 */
export interface BodyTrouble {
  readonly kind: 'cut' | 'reset' | 'stalled' | 'corrupt' | 'trickle';
  readonly afterBytes: number;
  readonly bytesPerSecond?: number;
  readonly fault: string;
}

export type RegistryClient = ActorRef<Snapshot<unknown>, RegistryAnswer>;

export type Registry = ActorRef<Snapshot<unknown>, RegistryEvent>;
