import type { ActorRef, Snapshot } from 'xstate';
import type { KubeletSettings } from '../../src/kubelet/configuration/settings.ts';
import type { PullCredential } from '../../src/kubelet/credentials/pull-credential.ts';
import type { NodeTimings } from '../../src/kubelet/pods/timings.ts';
import type { Profile } from '../../src/kubelet/profile.ts';
import type { Image } from '../../src/runtime/images/image.ts';
import type { RuntimeProfile } from '../../src/runtime/profiles/runtime-profile.ts';
import type { RegistryHost } from '../../src/runtime/registry/registry-host.ts';
import type { PrePullRef, PrePullRequested } from '../kubeadm/pre-pull-context.ts';
import type { KubeletRef } from '../kubelet/kubelet-protocol.ts';
import type { PullRecordsRef } from '../pull/pull-records.ts';
import type { ContainerRuntime } from '../runtime/container-runtime-protocol.ts';
import type { ImageServiceRef } from '../runtime/image-service.ts';
import type { ApiServer, PodArrived, PodDeleted, PodEdited } from './api-server.ts';
import type { Clock } from './clock.ts';
import type { Disk } from './disk.ts';
import type { FaultEvent, ImageRemoved } from './fault.ts';
import type { Network } from './network-protocol.ts';
import type { Peers } from './peers.ts';
import type { RandomSource } from './random-source.ts';
import type { Recorder } from './recorder.ts';
import type { Registry } from './registry-protocol.ts';

/**
 * The kubelet ends and starts again. `settings`: the configuration that it finds then, where it was changed; a kubelet
 * reads it at its start and never again. What becomes of pulls under way in the runtime, `pulls` says.
 */
export type KubeletRestarted = {
  readonly type: 'KUBELET.RESTARTED';
  readonly pulls: 'lost' | 'completed';
  readonly settings?: KubeletSettings;
};

/** What happens to a node from outside. */
export type NodeEvent =
  | PodArrived
  | PodEdited
  | PodDeleted
  | KubeletRestarted
  | { readonly type: 'NODE.WENT_DOWN' }
  | ImageRemoved
  /** Someone pulls images beside the kubelet. */
  | PrePullRequested
  | FaultEvent;

export type NodeRef = ActorRef<Snapshot<unknown>, NodeEvent>;

export interface NodeMachineInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly profile: Profile;
  readonly settings: KubeletSettings;
  readonly timings: NodeTimings;
  readonly runtimeProfile: RuntimeProfile;
  readonly images: Readonly<Record<string, Image>>;
  readonly presentImages: readonly string[];
  /** Absent: none. */
  readonly pinnedImages?: readonly string[];
  /** What the runtime makes sandboxes of; absent: of nothing that it would have to pull. */
  readonly sandboxImage?: string;
  /** What the node's own docker config has: any pod may pull with it. Absent: none. */
  readonly nodeCredentials?: readonly PullCredential[];
  readonly registries: Readonly<Record<string, Registry>>;
  /** Absent: every registry is asked itself. */
  readonly registryHosts?: Readonly<Record<string, readonly RegistryHost[]>>;
  /** How long TCP and TLS take, by host; absent: no time. */
  readonly connectMicros?: Readonly<Record<string, number>>;
  /** Absent: as many processors as unpacking wants. */
  readonly cpus?: number;
  readonly network: Network;
  /** Hears which layers and images the node has; absent: it gives them to nobody. */
  readonly peers?: Peers;
  readonly diskBytes: number | null;
  readonly diskUsedBytes: number;
}

/** `settings` here are those that the next kubelet starts with. */
export interface NodeContext extends NodeMachineInput {
  readonly runtime: ContainerRuntime;
  readonly imageService: ImageServiceRef;
  readonly disk: Disk;
  readonly records: PullRecordsRef;
  readonly apiServer: ApiServer;
  readonly prePull: PrePullRef;
  /** undefined while the kubelet is down. */
  readonly kubelet: KubeletRef | undefined;
  /** What the kubelet that runs, or ran last, was started with. */
  readonly startedWith: KubeletSettings;
}
