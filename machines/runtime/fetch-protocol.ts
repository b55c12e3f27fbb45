import type { ActorRef, Snapshot } from 'xstate';
import type { PullError, RequestPoint } from '../../src/runtime/errors/pull-error.ts';
import type { FetchItem } from '../../src/runtime/images/pull-items.ts';
import type { RuntimeProfile } from '../../src/runtime/profiles/runtime-profile.ts';
import type { RegistryHost } from '../../src/runtime/registry/registry-host.ts';
import type { Because } from '../../src/trace/observation.ts';
import type { PullSlots } from '../pull/pull-slots.ts';
import type { Clock } from '../world/clock.ts';
import type { Disk } from '../world/disk.ts';
import type { Network } from '../world/network-protocol.ts';
import type { Recorder } from '../world/recorder.ts';
import type { Registry, RegistryAnswer } from '../world/registry-protocol.ts';
import type { ConnectionGiven, Connections } from './connections.ts';
import type { Content } from './content-store.ts';
import type { MetadataStore } from './metadata-store.ts';
import type { PullProgress } from './pull-progress.ts';

export type FetchEvent = ({ readonly type: 'FETCH.REQUESTED' } & FetchOrder) | FetchCancelled;

type FetchCancelled = { readonly type: 'FETCH.CANCELLED' };

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

export interface FetchInput extends FetchOrder {
  readonly name: string;
  readonly recorder: Recorder;
  /** Whoever called PullImage, by the name of its actor. */
  readonly caller: string;
  readonly clock: Clock;
  readonly profile: RuntimeProfile;
  readonly image: string;
  /** Whether the registry has it. */
  readonly exists: boolean;
  /** Of the credential that requests come with; absent: they are anonymous. */
  readonly identity?: string | undefined;
  /** Its number within the pull. */
  readonly fetch: number;
  readonly pull: ActorRef<Snapshot<unknown>, FetchAnswer>;
  /** In the order in which they are asked: mirrors first, the registry itself last. */
  readonly hosts: readonly FetchHost[];
  readonly connections: Connections;
  readonly slots: PullSlots;
  readonly network: Network;
  /** The node: its link, and who asks. */
  readonly linkId: string;
  readonly disk: Disk;
  /** Hears of what a layer that is given up leaves behind. */
  readonly content: Content;
  readonly metadata: MetadataStore;
  /** Of one that fetches chunks of a layer for another. */
  readonly task?: ChunkTask;
}

/** One of the places where the images of a registry are looked for. */
export interface FetchHost extends RegistryHost {
  readonly registry: Registry;
}

/** One thing to be asked for at one host. */
export interface Wanted extends RequestPoint {
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

/** What is known of a request, over one connection after another, and of the answer to it. */
export interface RegistryResponse {
  /** undefined: nothing was wanted yet. */
  readonly wanted: Wanted | undefined;
  /** What is being asked: what is wanted, the token for it, or why it is forbidden. */
  readonly asked: RequestPoint;
  /** Requests for what is wanted, the one under way included. */
  readonly requests: number;
  /** How many of the last answers to those had the same status, and which. */
  readonly sameStatus: number;
  readonly status: number;
  readonly given: ConnectionGiven;
  readonly answer: RegistryAnswer;
  /** Why there is no answer to go on with. */
  readonly failure: PullError | undefined;
}

/** How a response ended, and up to which byte of the layer it brought it. */
export interface ResponseEnd {
  readonly kind: 'complete' | 'corrupt' | 'cut' | 'reset';
  readonly start: number;
  readonly bytes: number;
}

/** For whom chunks are fetched. */
export interface ChunkTask {
  readonly fetch: ActorRef<Snapshot<unknown>, ChunkAnswer>;
  /** The name of that fetch. */
  readonly name: string;
  /** The number of this one within it. */
  readonly worker: number;
}

export type ChunkEvent =
  | { readonly type: 'CHUNK.REQUESTED'; readonly wanted: Wanted; readonly bytes: number }
  /** The first chunk: the response that brings it has begun already. */
  | { readonly type: 'CHUNK.OPENED'; readonly response: RegistryResponse; readonly bytes: number }
  | FetchCancelled;

/** What a fetch hears; `worker` is the number of the one that speaks. */
export type ChunkAnswer = ({ readonly type: 'CHUNK.ENDED' } & ChunkEnded) | { readonly type: 'CHUNK.FAILED'; readonly error: PullError };

export interface ChunkEnded {
  readonly worker: number;
  readonly end: ResponseEnd;
}

export type ChunkFetch = ActorRef<Snapshot<unknown>, ChunkEvent>;
