import type { ActorRef, Snapshot } from 'xstate';
import type { Image } from '../../src/runtime/images/image.ts';
import type { RuntimeProfile } from '../../src/runtime/profiles/runtime-profile.ts';
import type { RegistryHost } from '../../src/runtime/registry/registry-host.ts';
import type { Clock } from '../world/clock.ts';
import type { Disk } from '../world/disk.ts';
import type { FaultEvent } from '../world/fault.ts';
import type { Network } from '../world/network-protocol.ts';
import type { RandomSource } from '../world/random-source.ts';
import type { Recorder } from '../world/recorder.ts';
import type { Registry } from '../world/registry-protocol.ts';
import type { ImageInventoryRequest, ImageServiceRequest, SandboxImageRequest } from './cri.ts';

export type ImageServiceEvent =
  | ImageServiceRequest
  | ImageInventoryRequest
  | SandboxImageRequest
  /** Someone (image GC, crictl rmi) removed the image: content that no other image needs goes away. */
  | { readonly type: 'IMAGE.REMOVED'; readonly image: string }
  /** The callers are dead. `lost`: their pulls are cancelled. `completed`: the runtime finishes them, for nobody. */
  | { readonly type: 'KUBELET.GONE'; readonly pulls: 'lost' | 'completed' }
  /** Nothing under way survives; the store does. */
  | { readonly type: 'NODE.REBOOTED' }
  | FaultEvent;

/** Assignable to `ImageService` of cri.ts. */
export type ImageServiceRef = ActorRef<Snapshot<unknown>, ImageServiceEvent>;

export interface ImageServiceInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly profile: RuntimeProfile;
  /** What registries have, by the name after the default tag. */
  readonly images: Readonly<Record<string, Image>>;
  readonly presentImages: readonly string[];
  /** Names that the runtime asks the kubelet to spare; absent: none. */
  readonly pinnedImages?: readonly string[];
  /** The image of pod sandboxes; absent: they need none. */
  readonly sandboxImage?: string;
  /** By host. */
  readonly registries: Readonly<Record<string, Registry>>;
  /** Where the images of a registry are looked for, by its host; absent: there. */
  readonly registryHosts?: Readonly<Record<string, readonly RegistryHost[]>>;
  /** How long TCP and TLS take, by host; absent: no time. */
  readonly connectMicros?: Readonly<Record<string, number>>;
  /** Processors of the node; absent: as many as unpacking wants. */
  readonly cpus?: number;
  readonly network: Network;
  readonly disk: Disk;
  /** The node's link. */
  readonly linkId: string;
  readonly timings: { readonly imageStatusMicros: number; readonly imageSizeMicros: number; readonly unpackBytesPerSecond: number | null };
}
