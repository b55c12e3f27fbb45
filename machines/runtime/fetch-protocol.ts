import type { ActorRef, Snapshot } from 'xstate';
import type { PullError } from '../../src/runtime/errors/pull-error.ts';
import type { FetchItem } from '../../src/runtime/images/pull-items.ts';
import type { PullSlots } from '../pull/pull-slots.ts';
import type { Clock } from '../world/clock.ts';
import type { Disk } from '../world/disk.ts';
import type { Network } from '../world/network-protocol.ts';
import type { Content } from './content-store.ts';
import type { FetchHost, RequestInput } from './download-request.ts';
import type { MetadataStore } from './metadata-store.ts';
import type { PullProgress } from './pull-progress.ts';

export type FetchEvent = ({ readonly type: 'FETCH.REQUESTED' } & FetchOrder) | { readonly type: 'FETCH.CANCELLED' };

/** What is to be fetched, one thing after another. */
export interface FetchOrder {
  readonly items: readonly FetchItem[];
  /** Hears of requests and of bytes that begin to flow; undefined: nobody does, and no item is a layer. */
  readonly watch: PullProgress | undefined;
}

export type FetchAnswer =
  /** Everything asked for is there; `layer` is -1 unless it was one, whose last byte came at `endedMicros`. */
  | { readonly type: 'FETCH.FINISHED'; readonly fetch: number; readonly layer: number; readonly endedMicros: number }
  | { readonly type: 'FETCH.FAILED'; readonly error: PullError };

export type Fetch = ActorRef<Snapshot<unknown>, FetchEvent>;

export interface FetchInput extends RequestInput, FetchOrder {
  readonly name: string;
  /** Its number within the pull. */
  readonly fetch: number;
  readonly clock: Clock;
  readonly pull: ActorRef<Snapshot<unknown>, FetchAnswer>;
  /** In the order in which they are asked: mirrors first, the registry itself last. */
  readonly hosts: readonly FetchHost[];
  readonly slots: PullSlots;
  readonly network: Network;
  readonly disk: Disk;
  /** Hears of what a layer that is given up leaves behind. */
  readonly content: Content;
  readonly metadata: MetadataStore;
}
