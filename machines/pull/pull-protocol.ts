import type { ActorRef, Snapshot } from 'xstate';
import type { Image } from '../../src/runtime/images/image.ts';
import type { RuntimeProfile } from '../../src/runtime/profiles/runtime-profile.ts';
import type { Content } from '../runtime/content-store.ts';
import type { FetchHost } from '../runtime/download-request.ts';
import type { MetadataStore } from '../runtime/metadata-store.ts';
import type { Processor } from '../runtime/processor.ts';
import type { Clock } from '../world/clock.ts';
import type { Disk } from '../world/disk.ts';
import type { Network } from '../world/network-protocol.ts';
import type { RandomSource } from '../world/random-source.ts';
import type { Recorder } from '../world/recorder.ts';
import type { PullSlots } from './pull-slots.ts';

/** What the image service tells a pull under way: its caller is gone, nothing of it may survive. */
export type PullCommand = { readonly type: 'RUNTIME_PULL.CANCELLED' };

/** How a pull ended, told once. `pull` is its name. */
export type PullEnded =
  | { readonly type: 'RUNTIME_PULL.SUCCEEDED'; readonly pull: string }
  | { readonly type: 'RUNTIME_PULL.FAILED'; readonly pull: string; readonly error: string }
  | { readonly type: 'RUNTIME_PULL.ABANDONED'; readonly pull: string };

export type PullRef = ActorRef<Snapshot<unknown>, PullCommand>;

export interface RuntimePullInput {
  readonly name: string;
  /** Whoever called PullImage, by the name of its actor. */
  readonly caller: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly service: ActorRef<Snapshot<unknown>, PullEnded>;
  readonly random: RandomSource;
  readonly profile: RuntimeProfile;
  readonly image: Image;
  /** Whether the registry has the image; where not, all else of it is made up. */
  readonly exists: boolean;
  /** Of the credential of this pull; absent: it is anonymous. */
  readonly identity?: string | undefined;
  /** Where the image is looked for, in this order. */
  readonly hosts: readonly FetchHost[];
  /** How long TCP and TLS take, by host; absent: no time. */
  readonly connectMicros: Readonly<Record<string, number>>;
  readonly content: Content;
  readonly slots: PullSlots;
  /** Of the node; nobody asks for one where each image unpacks one layer after another. */
  readonly unpackSlots: PullSlots;
  readonly processor: Processor;
  readonly metadata: MetadataStore;
  readonly network: Network;
  readonly disk: Disk;
  readonly linkId: string;
  /** What the user says of gzip that compresses; null: nothing. */
  readonly unpackBytesPerSecond: number | null;
}
