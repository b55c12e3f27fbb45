import type { ActorRef, Snapshot } from 'xstate';
import type { PullError } from '../../src/runtime/errors/pull-error.ts';
import type { Image } from '../../src/runtime/images/image.ts';
import type { RuntimeProfile } from '../../src/runtime/profiles/runtime-profile.ts';
import type { Because } from '../../src/trace/observation.ts';
import type { PullSlots } from '../pull/pull-slots.ts';
import type { Disk } from '../world/disk.ts';
import type { Recorder } from '../world/recorder.ts';
import type { Processor } from './processor-protocol.ts';
import type { PullProgress } from './pull-progress.ts';

/** What the unpacking of an image tells one that unpacks its layers, one after another. */
export type LayerUnpackEvent =
  | { readonly type: 'UNPACK.REQUESTED'; readonly layer: number }
  /** The layer's blob is there. Heeded only after `UNPACK.ADMITTED`. */
  | { readonly type: 'UNPACK.SUPPLIED' }
  /** Its snapshot is committed: it is free for another layer. Said only where layers do not wait for those below them. */
  | { readonly type: 'UNPACK.COMMITTED' }
  | { readonly type: 'UNPACK.CANCELLED'; readonly because?: Because };

export type LayerUnpackAnswer =
  /** It has its snapshot, and its slot where it needs one, and wants the bytes. */
  | { readonly type: 'UNPACK.ADMITTED'; readonly layer: number }
  | { readonly type: 'UNPACK.FINISHED'; readonly layer: number }
  | { readonly type: 'UNPACK.FAILED'; readonly error: PullError };

export type LayerUnpack = ActorRef<Snapshot<unknown>, LayerUnpackEvent>;

export interface LayerUnpackInput {
  /** Unique on the node. */
  readonly name: string;
  /** Its pull, as the trace names it. */
  readonly pullName: string;
  /** Whoever called PullImage, by the name of its actor. */
  readonly caller: string;
  readonly recorder: Recorder;
  readonly unpack: ActorRef<Snapshot<unknown>, LayerUnpackAnswer>;
  readonly profile: RuntimeProfile;
  readonly image: Image;
  /** What the user says of gzip that compresses; null: nothing. */
  readonly unpackBytesPerSecond: number | null;
  /** Of the node; nobody asks for one where each image unpacks one layer after another. */
  readonly slots: PullSlots;
  readonly processor: Processor;
  readonly disk: Disk;
  readonly watch: PullProgress;
}
