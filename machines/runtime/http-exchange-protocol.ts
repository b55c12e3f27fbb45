import type { ActorRef, Snapshot } from 'xstate';
import type { PullError, RequestPoint } from '../../src/runtime/errors/pull-error.ts';
import type { RuntimeProfile } from '../../src/runtime/profiles/runtime-profile.ts';
import type { RegistryHost } from '../../src/runtime/registry/registry-host.ts';
import type { Because } from '../../src/trace/observation.ts';
import type { Recorder } from '../world/recorder.ts';
import type { Registry, ResponseBody } from '../world/registry-protocol.ts';
import type { Connections } from './connections-protocol.ts';

export type ExchangeEvent =
  | { readonly type: 'EXCHANGE.REQUESTED'; readonly wanted: ExchangeWanted }
  | { readonly type: 'EXCHANGE.CANCELLED' };

/** One thing to be asked for at one host. */
export interface ExchangeWanted extends RequestPoint {
  readonly place: FetchHost;
  readonly isLastHost: boolean;
  /** A layer's place in the manifest and its size; -1 and 0 for all else. */
  readonly layer: number;
  readonly bytes: number;
  /** First byte wanted (`Range`); absent: there is no such header. */
  readonly offset?: number;
  /** Why it comes only now. */
  readonly because: Because | undefined;
}

/** The requester has the connection from here on, and must return or close it. */
export interface ExchangeAnswered {
  readonly type: 'EXCHANGE.ANSWERED';
  readonly status: number;
  readonly connection: number;
  readonly body: ResponseBody | undefined;
}

export type ExchangeAnswer = ExchangeAnswered | { readonly type: 'EXCHANGE.FAILED'; readonly error: PullError };

/** What all requests of a pull have in common. */
export interface RequestInput {
  readonly recorder: Recorder;
  /** Whoever called PullImage, by the name of its actor. */
  readonly caller: string;
  readonly profile: RuntimeProfile;
  readonly image: string;
  /** Whether the registry has it. */
  readonly exists: boolean;
  /** Of the credential that requests come with; absent: they are anonymous. */
  readonly identity?: string | undefined;
  readonly connections: Connections;
  /** The node: its link, and who asks. */
  readonly linkId: string;
}

export interface ExchangeInput extends RequestInput {
  /** Whose requests these are, in the trace and to the registry. */
  readonly name: string;
  readonly requester: ActorRef<Snapshot<unknown>, ExchangeAnswer>;
}

export type Exchange = ActorRef<Snapshot<unknown>, ExchangeEvent>;

/** One of the places where the images of a registry are looked for. */
export interface FetchHost extends RegistryHost {
  readonly registry: Registry;
}
