import type { ActorRef, Snapshot } from 'xstate';
import type { PullError } from '../../src/runtime/errors/pull-error.ts';
import type { Because } from '../../src/trace/observation.ts';
import type { PullSlots } from '../pull/pull-slots.ts';
import type { Clock } from '../world/clock.ts';
import type { FlowName, Network } from '../world/network-protocol.ts';
import type { ExchangeWanted, RequestInput } from './http-exchange-protocol.ts';

export type DownloadEvent =
  | { readonly type: 'DOWNLOAD.REQUESTED'; readonly wanted: DownloadWanted }
  /** So many bytes of the response are read, and the rest is dropped. */
  | { readonly type: 'DOWNLOAD.READ'; readonly bytes: number }
  | { readonly type: 'DOWNLOAD.CANCELLED' };

export interface DownloadWanted extends ExchangeWanted {
  readonly takesSlot: boolean;
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
