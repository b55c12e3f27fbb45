import type { ActorRef, Snapshot } from 'xstate';
import type { PullError } from '../../src/runtime/errors/pull-error.ts';
import type { ContentAnswer } from '../../src/runtime/images/content-store.ts';
import type { Image } from '../../src/runtime/images/image.ts';
import type { RuntimeProfile } from '../../src/runtime/profiles/runtime-profile.ts';
import type { Because } from '../../src/trace/observation.ts';
import type { PullSlots } from '../pull/pull-slots.ts';
import type { Disk } from '../world/disk.ts';
import type { Recorder } from '../world/recorder.ts';
import type { Content } from './content-store.ts';
import type { MetadataStore } from './metadata-store-protocol.ts';
import type { Processor } from './processor-protocol.ts';
import type { PullProgress } from './pull-progress.ts';

/** What the content store says of chain ids. The pull hears it first, and passes it on. */
export type ChainAnswer = Extract<ContentAnswer, { type: 'CHAIN.GRANTED' | 'CHAIN.SHARED' | 'CHAIN.COMPLETE' }>;

/** What a pull tells the one that unpacks its image. */
export type ImageUnpackEvent =
  | ChainAnswer
  /** A layer's blob is there: fetched by this pull, or by another. */
  | { readonly type: 'LAYER.ARRIVED'; readonly layer: number }
  | { readonly type: 'UNPACKS.CANCELLED'; readonly because?: Because };

export type ImageUnpackAnswer =
  /** Every layer is unpacked and committed. */
  { readonly type: 'UNPACKS.COMPLETE' } | { readonly type: 'UNPACK.FAILED'; readonly error: PullError };

export type ImageUnpack = ActorRef<Snapshot<unknown>, ImageUnpackEvent>;

export interface ImageUnpackInput {
  /** The pull's. */
  readonly name: string;
  /** Whoever called PullImage, by the name of its actor. */
  readonly caller: string;
  readonly recorder: Recorder;
  readonly pull: ActorRef<Snapshot<unknown>, ImageUnpackAnswer>;
  readonly profile: RuntimeProfile;
  readonly image: Image;
  /** What the user says of gzip that compresses; null: nothing. */
  readonly unpackBytesPerSecond: number | null;
  readonly content: Content;
  /** Of the node; nobody asks for one where each image unpacks one layer after another. */
  readonly unpackSlots: PullSlots;
  readonly processor: Processor;
  readonly metadata: MetadataStore;
  readonly disk: Disk;
  readonly watch: PullProgress;
}
