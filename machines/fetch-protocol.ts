import type { ActorRef, Snapshot } from 'xstate';
import type { PullError } from '../src/runtime/pull-error.ts';
import type { FetchItem } from '../src/runtime/pull-items.ts';
import type { RuntimeProfile } from '../src/runtime/runtime-profile.ts';
import type { Disk } from './disk.ts';
import type { Network } from './network-protocol.ts';
import type { PullSlots } from './pull-slots.ts';
import type { Recorder } from './recorder.ts';
import type { Registry } from './registry-protocol.ts';

export type FetchEvent =
  /** The items are fetched one after another. */
  { readonly type: 'FETCH.REQUESTED'; readonly items: readonly FetchItem[] } | { readonly type: 'FETCH.CANCELLED' };

export type FetchAnswer =
  /** Everything asked for is there; `layer` is -1 unless it was one. */
  | { readonly type: 'FETCH.FINISHED'; readonly fetch: number; readonly layer: number }
  | { readonly type: 'FETCH.FAILED'; readonly error: PullError };

export type Fetch = ActorRef<Snapshot<unknown>, FetchEvent>;

export interface FetchInput {
  readonly name: string;
  readonly recorder: Recorder;
  /** Its number within the pull. */
  readonly fetch: number;
  readonly pull: ActorRef<Snapshot<unknown>, FetchAnswer>;
  readonly profile: RuntimeProfile;
  readonly image: string;
  /** Whether the registry has it. */
  readonly exists: boolean;
  /** Of the credential that requests come with; absent: they are anonymous. */
  readonly identity?: string | undefined;
  readonly host: string;
  readonly registry: Registry;
  readonly slots: PullSlots;
  readonly network: Network;
  readonly disk: Disk;
  readonly linkId: string;
  /** What it is opened for. */
  readonly items: readonly FetchItem[];
}
