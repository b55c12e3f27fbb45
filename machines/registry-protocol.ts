import type { ActorRef, Snapshot } from 'xstate';
import type { FaultEvent } from './fault.ts';

/** What a runtime asks of a registry over HTTP. */
export interface RegistryRequest {
  /** The requester's name: one request at a time is under way for each. */
  readonly id: string;
  readonly method: 'HEAD' | 'GET';
  readonly kind: 'tag' | 'index' | 'manifest' | 'config' | 'layer';
  /** The name after the default tag. */
  readonly image: string;
  /** Whether the registry has such an image at all. */
  readonly exists: boolean;
  /** Of the credential that comes with it; absent: the request is anonymous. */
  readonly identity?: string | undefined;
}

export type RegistryEvent =
  | { readonly type: 'HTTP.REQUESTED'; readonly request: RegistryRequest; readonly requester: RegistryClient }
  /** The client went away: no answer, please. */
  | { readonly type: 'HTTP.CANCELLED'; readonly id: string }
  | FaultEvent;

/** Decided the moment the request was sent: the client acts on it `roundTripMicros` later. `fault` is the trouble that made it so. */
export type RegistryAnswer =
  /** The body of a layer follows over the network. */
  | { readonly type: 'HTTP.ANSWERED'; readonly status: number; readonly roundTripMicros: number; readonly fault: string | undefined }
  | { readonly type: 'HTTP.REFUSED'; readonly roundTripMicros: number; readonly fault: string };

export type RegistryClient = ActorRef<Snapshot<unknown>, RegistryAnswer>;

export type Registry = ActorRef<Snapshot<unknown>, RegistryEvent>;
