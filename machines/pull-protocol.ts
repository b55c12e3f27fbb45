import type { ActorRef, Snapshot } from 'xstate';
import type { Image } from '../src/runtime/image.ts';
import type { RuntimeProfile } from '../src/runtime/runtime-profile.ts';
import type { Content } from './content-store.ts';
import type { Dice } from './dice.ts';
import type { Disk } from './disk.ts';
import type { Network } from './network-protocol.ts';
import type { PullSlots } from './pull-slots.ts';
import type { Recorder } from './recorder.ts';
import type { Registry } from './registry-protocol.ts';

/** What the image service tells a pull under way: its caller is gone, nothing of it may survive. */
export type PullCommand = { readonly type: 'PULL.CANCELLED' };

/** How a pull ended, told once. `pull` is its name. */
export type PullEnded =
  | { readonly type: 'PULL.SUCCEEDED'; readonly pull: string }
  | { readonly type: 'PULL.FAILED'; readonly pull: string; readonly error: string }
  | { readonly type: 'PULL.ABANDONED'; readonly pull: string };

export type PullRef = ActorRef<Snapshot<unknown>, PullCommand>;

export interface RuntimePullInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly service: ActorRef<Snapshot<unknown>, PullEnded>;
  readonly dice: Dice;
  readonly profile: RuntimeProfile;
  readonly image: Image;
  /** Whether the registry has the image; where not, all else of it is made up. */
  readonly exists: boolean;
  /** Of the credential of this pull; absent: it is anonymous. */
  readonly identity?: string | undefined;
  readonly host: string;
  readonly registry: Registry;
  readonly content: Content;
  readonly slots: PullSlots;
  readonly network: Network;
  readonly disk: Disk;
  readonly linkId: string;
  readonly unpackBytesPerSecond: number;
}
