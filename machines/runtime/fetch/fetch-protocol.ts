import type { ActorRef, Snapshot } from 'xstate';
import type { PullError, RequestPoint } from '../../../src/rules/runtime/errors/pull-error.ts';
import type { LayerChunks } from '../../../src/rules/runtime/images/layer-chunks.ts';
import type { FetchItem } from '../../../src/rules/runtime/images/pull-items.ts';
import type { RuntimeProfile } from '../../../src/rules/runtime/profiles/runtime-profile.ts';
import type { RegistryHost } from '../../../src/rules/runtime/registry/registry-host.ts';
import type { Because } from '../../../src/trace/observation.ts';
import type { Clock } from '../../world/clock.ts';
import type { Disk } from '../../world/disk.ts';
import type { FlowName, Network } from '../../world/network-protocol.ts';
import type { Recorder } from '../../world/recorder.ts';
import type { BlobStore, BodyFault, Registry, RegistryAnswer } from '../../world/registry-protocol.ts';
import type { Content } from '../content-store.ts';
import type { MetadataStore } from '../metadata-store.ts';
import type { PullProgress } from '../pull-progress.ts';
import type { RuntimeSlots } from '../runtime-slots.ts';
import type { ConnectionGiven, Connections } from './connections.ts';

export type FetchEvent = ({ readonly type: 'FETCH.REQUESTED' } & FetchOrder) | FetchCancelled;

/** Answered by `FETCH.DROPPED`, whatever the fetch was doing. */
type FetchCancelled = { readonly type: 'FETCH.CANCELLED' };

/** The items that are to be fetched, one after another. */
export interface FetchOrder {
  readonly items: readonly FetchItem[];
  /**
   * Gets requests and bytes that begin to flow; undefined if the pull has no watch, and then no item is a
   * layer.
   */
  readonly watch: PullProgress | undefined;
}

export type FetchAnswer =
  /**
   * All items have been fetched. `layer` is -1 unless the item was a layer, whose last byte arrived at
   * `endedMicros`.
   */
  | {
      readonly type: 'FETCH.FINISHED';
      readonly fetch: number;
      readonly layer: number;
      readonly endedMicros: number;
    }
  /** The blob of a layer was there, and the pull has noted that it needs it. */
  | { readonly type: 'FETCH.KEPT'; readonly fetch: number; readonly layer: number }
  | { readonly type: 'FETCH.FAILED'; readonly error: PullError }
  /** The cancelled fetch has ended, and the content store knows which bytes stay. */
  | { readonly type: 'FETCH.DROPPED' };

export type Fetch = ActorRef<Snapshot<unknown>, FetchEvent>;

export interface FetchInput extends FetchOrder {
  readonly name: string;
  readonly recorder: Recorder;
  /** The name of the actor that called PullImage. */
  readonly caller: string;
  readonly clock: Clock;
  readonly profile: RuntimeProfile;
  readonly image: string;
  /** Whether the registry has the image. */
  readonly exists: boolean;
  /** The identity of the credential in the requests; absent: requests are anonymous. */
  readonly identity?: string | undefined;
  /** The number of this fetch within its pull. */
  readonly fetch: number;
  readonly pull: ActorRef<Snapshot<unknown>, FetchAnswer>;
  /** The hosts in the order in which they are asked: mirrors first, the registry itself last. */
  readonly hosts: readonly FetchHost[];
  readonly connections: Connections;
  readonly slots: RuntimeSlots;
  readonly network: Network;
  /** The node's name, which stands for its link, and for the client that a registry sees. */
  readonly linkId: string;
  readonly disk: Disk;
  /** Gets which bytes stay on the disk when a layer is given up. */
  readonly content: Content;
  readonly metadata: MetadataStore;
  /** Present if this actor fetches chunks for another fetch. */
  readonly task?: ChunkTask;
}

/** A host that is asked for the images of a registry. */
export interface FetchHost extends RegistryHost {
  readonly registry: Registry;
}

/** What a request asks one host for. */
export interface Wanted extends RequestPoint {
  readonly place: FetchHost;
  readonly isLastHost: boolean;
  /** The place of the layer in the manifest, and its size; -1 and 0 for anything else. */
  readonly layer: number;
  readonly bytes: number;
  /** The first byte in the `Range` header; absent: there is no such header. */
  readonly offset?: number;
  /** Why the request is made only now. */
  readonly because: Because | undefined;
  readonly takesSlot: boolean;
  /** The highest rate at which the body is taken; absent: any. */
  readonly bytesPerSecondMax?: number;
}

/** The state of a request, over all its tries, and of the answer to it. */
export interface RegistryResponse {
  /** undefined: nothing was wanted yet. */
  readonly wanted: Wanted | undefined;
  /** What the current try asks for: what is wanted, a token for it, or the reason why it is forbidden. */
  readonly asked: RequestPoint;
  /** How many requests for what is wanted have been sent, including the current one. */
  readonly requests: number;
  /** How many of the last answers had the same status, and that status. */
  readonly sameStatus: number;
  readonly status: number;
  readonly given: ConnectionGiven;
  readonly answer: RegistryAnswer;
  /** The blob store to which the registry has redirected the request, and the fault of the body there. */
  readonly redirect: (BlobStore & { readonly bodyFault: BodyFault | undefined }) | undefined;
  /** The error if the request has failed. */
  readonly failure: PullError | undefined;
}

/** How much of the current item has come, if it is a layer, and what brings the rest. */
export interface ArrivingLayer {
  /** How many bytes of the layer have arrived. */
  readonly offset: number;
  /** How many bytes of the layer the disk has room for. */
  readonly roomBytes: number;
  /** The fault that has filled the disk or made the layer corrupt; undefined if none has. */
  readonly fault: string | undefined;
  /** The disk space that this fetch has taken. */
  readonly spaceBytes: number;
  /**
   * The flow that brings the layer, and the byte at which it began; undefined if there is none, or one for
   * each chunk.
   */
  readonly flow: { readonly flow: FlowName; readonly offset: number } | undefined;
  /** How many responses in a row have brought no byte. */
  readonly emptyResponses: number;
  readonly chunks: LayerChunks | undefined;
  /** When the last byte of the layer arrived. */
  readonly endedMicros: number;
}

/** How a response ended, at which byte of the layer it began, and how many bytes it brought. */
export interface ResponseEnd {
  readonly kind: 'complete' | 'corrupt' | 'cut' | 'reset';
  readonly start: number;
  readonly bytes: number;
  /** The fault that made it corrupt: unlike the others, no record of the request names it. */
  readonly fault?: string;
}

/** The fetch that chunks are fetched for. */
export interface ChunkTask {
  readonly fetch: ActorRef<Snapshot<unknown>, ChunkAnswer>;
  /** Its name. */
  readonly name: string;
  /** The number of this worker. */
  readonly worker: number;
}

export type ChunkEvent =
  | ({ readonly type: 'CHUNK.REQUESTED' } & ChunkRequested)
  /** The first chunk: the response that brings it has begun already. */
  | ({ readonly type: 'CHUNK.OPENED' } & ChunkOpened)
  | FetchCancelled;

export interface ChunkRequested {
  readonly wanted: Wanted;
  readonly bytes: number;
}

export interface ChunkOpened {
  readonly response: RegistryResponse;
  readonly bytes: number;
}

/** A worker's answer to its fetch. `worker` is its number. */
export type ChunkAnswer =
  | ({ readonly type: 'CHUNK.ENDED' } & ChunkEnded)
  | { readonly type: 'CHUNK.FAILED'; readonly error: PullError };

export interface ChunkEnded {
  readonly worker: number;
  readonly end: ResponseEnd;
}

export type ChunkFetch = ActorRef<Snapshot<unknown>, ChunkEvent>;
