import type { ActorRef, Snapshot } from 'xstate';
import type { PullError, RequestPoint } from '../../src/runtime/errors/pull-error.ts';
import type { RuntimeProfile } from '../../src/runtime/profiles/runtime-profile.ts';
import type { RegistryHost } from '../../src/runtime/registry/registry-host.ts';
import type { Because } from '../../src/trace/observation.ts';
import type { PullSlots } from '../pull/pull-slots.ts';
import type { Clock } from '../world/clock.ts';
import type { FlowName, Network } from '../world/network-protocol.ts';
import type { Recorder } from '../world/recorder.ts';
import type { Registry } from '../world/registry-protocol.ts';
import type { Connections } from './connections-protocol.ts';

export type DownloadEvent =
  | { readonly type: 'DOWNLOAD.REQUESTED'; readonly wanted: DownloadWanted }
  /** So many bytes of the response are read, and the rest is dropped. */
  | { readonly type: 'DOWNLOAD.READ'; readonly bytes: number }
  | { readonly type: 'DOWNLOAD.CANCELLED' };

/** One thing to be asked for at one host. */
export interface DownloadWanted extends RequestPoint {
  readonly place: FetchHost;
  readonly isLastHost: boolean;
  /** A layer's place in the manifest and its size; -1 and 0 for all else. */
  readonly layer: number;
  readonly bytes: number;
  /** First byte wanted (`Range`); absent: there is no such header. */
  readonly offset?: number;
  /** Why it comes only now. */
  readonly because: Because | undefined;
  readonly takesSlot: boolean;
}

/** One of the places where the images of a registry are looked for. */
export interface FetchHost extends RegistryHost {
  readonly registry: Registry;
}

/** What a fetch hears; `download` is the number of the one that speaks. */
export type DownloadAnswer =
  /** A layer's response begins: what of it is to be read? */
  | { readonly type: 'DOWNLOAD.OPENED'; readonly download: number; readonly response: OpenedResponse }
  /** Where a watch goes by requests: it waits for a slot; it has none any more to wait for, and asks. */
  | { readonly type: 'DOWNLOAD.QUEUED'; readonly download: number }
  | { readonly type: 'DOWNLOAD.ASKING'; readonly download: number }
  /** `offset`: the byte of the layer with which the flow begins. */
  | { readonly type: 'DOWNLOAD.FLOWING'; readonly download: number; readonly flow: FlowName; readonly offset: number }
  /** No more bytes come, or hardly any. */
  | { readonly type: 'DOWNLOAD.STALLED'; readonly download: number; readonly fault: string }
  | { readonly type: 'DOWNLOAD.ENDED'; readonly download: number; readonly end: DownloadEnd }
  | { readonly type: 'DOWNLOAD.FAILED'; readonly download: number; readonly error: PullError };

export interface OpenedResponse {
  /** 206: as from the byte that was asked for; else all of it. */
  readonly status: number;
  /** The byte of the layer at which it begins. */
  readonly start: number;
  /** Why it was asked for only then. */
  readonly because: Because | undefined;
}

/** How a response ended, and up to which byte of the layer it brought it. */
export interface DownloadEnd {
  readonly kind: 'complete' | 'corrupt' | 'cut' | 'reset';
  readonly start: number;
  readonly bytes: number;
}

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

export interface DownloadInput extends RequestInput {
  readonly name: string;
  /** Its number within the fetch. */
  readonly download: number;
  readonly clock: Clock;
  readonly fetch: ActorRef<Snapshot<unknown>, DownloadAnswer>;
  readonly slots: PullSlots;
  readonly network: Network;
}

export type Download = ActorRef<Snapshot<unknown>, DownloadEvent>;
