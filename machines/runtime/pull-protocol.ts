import type { ActorRef, Snapshot } from 'xstate';
import type { Image } from '../../src/rules/runtime/images/image.ts';
import type { RuntimeProfile } from '../../src/rules/runtime/profiles/runtime-profile.ts';
import type { PodRef } from '../../src/trace/observation.ts';
import type { Clock } from '../world/clock.ts';
import type { Disk } from '../world/disk.ts';
import type { Network } from '../world/network-protocol.ts';
import type { RandomSource } from '../world/random-source.ts';
import type { Recorder } from '../world/recorder.ts';
import type { Content } from './content-store.ts';
import type { FetchHost } from './fetch/fetch-protocol.ts';
import type { MetadataStore } from './metadata-store.ts';
import type { RuntimeSlots } from './runtime-slots.ts';

/**
 * The image service's message to a pull under way: its caller is gone, and the pull must leave nothing
 * behind.
 */
export type PullCommand = { readonly type: 'RUNTIME_PULL.CANCELLED' };

/** The end of a pull, sent once. `pull` is its name. */
export type PullEnded =
  | { readonly type: 'RUNTIME_PULL.SUCCEEDED'; readonly pull: string }
  | { readonly type: 'RUNTIME_PULL.FAILED'; readonly pull: string; readonly error: string }
  | { readonly type: 'RUNTIME_PULL.ABANDONED'; readonly pull: string };

export type PullRef = ActorRef<Snapshot<unknown>, PullCommand>;

export interface RuntimePullInput {
  readonly name: string;
  /** The actor that called PullImage, by its name. */
  readonly caller: string;
  /** The pod and the container that need the image; undefined for a pull beside the kubelet. */
  readonly pod?: PodRef | undefined;
  readonly container?: string | undefined;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly service: ActorRef<Snapshot<unknown>, PullEnded>;
  readonly random: RandomSource;
  readonly profile: RuntimeProfile;
  readonly image: Image;
  /** Whether the registry has the image. If not, the other facts about the image are invented. */
  readonly exists: boolean;
  /** The identity of the pull's credential; absent: the pull is anonymous. */
  readonly identity?: string | undefined;
  /** The hosts that are asked for the image, in this order. */
  readonly hosts: readonly FetchHost[];
  /** How long TCP and TLS take, by host; absent: no time. */
  readonly connectMicros: Readonly<Record<string, number>>;
  readonly content: Content;
  readonly slots: RuntimeSlots;
  /**
   * The node's unpack slots. None is requested where the layers of an image are unpacked one after another.
   */
  readonly unpackSlots: RuntimeSlots;
  readonly metadata: MetadataStore;
  readonly network: Network;
  readonly disk: Disk;
  readonly linkId: string;
  /** The rate that the user gave for unpacking gzip-compressed layers; null: none. */
  readonly unpackBytesPerSecond: number | null;
  /** How many bytes are written between two looks at the page cache; absent where it has no limit. */
  readonly pieceBytes?: number;
}
