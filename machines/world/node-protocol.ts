import type { ActorRef, Snapshot } from 'xstate';
import type { KubeletSettings } from '../../src/rules/kubelet/configuration/settings.ts';
import type { CredentialProviderRules } from '../../src/rules/kubelet/credentials/credential-provider.ts';
import type { PullCredential } from '../../src/rules/kubelet/credentials/pull-credential.ts';
import type { NodeTimings } from '../../src/rules/kubelet/pods/timings.ts';
import type { Profile } from '../../src/rules/kubelet/profile.ts';
import type { TriedPolicy } from '../../src/rules/kubelet/tried-policies.ts';
import type { PageCacheLimits } from '../../src/rules/runtime/disk/page-cache.ts';
import type { Image } from '../../src/rules/runtime/images/image.ts';
import type { ShortNameRules } from '../../src/rules/runtime/images/short-name.ts';
import type { RuntimeProfile } from '../../src/rules/runtime/profiles/runtime-profile.ts';
import type { RegistryHost } from '../../src/rules/runtime/registry/registry-host.ts';
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
 * The kubelet ends and starts again. `settings` is the changed configuration, if there is one: a kubelet
 * reads it only at its start. `pulls` says what happens to pulls that the runtime is working on.
 */
export type KubeletRestarted = {
  readonly type: 'KUBELET.RESTARTED';
  readonly pulls: 'lost' | 'completed';
  readonly settings?: KubeletSettings;
};

/** The events that reach a node from outside. */
export type NodeEvent =
  | PodArrived
  | PodEdited
  | PodDeleted
  | KubeletRestarted
  | { readonly type: 'NODE.WENT_DOWN' }
  | ImageRemoved
  /** The node's machine is taken away. */
  | { readonly type: 'NODE.LEFT' }
  /** The pods that set up the node's network have done so. */
  | { readonly type: 'NETWORK.CONFIGURED' }
  /** Images are pulled without the kubelet. */
  | PrePullRequested
  | FaultEvent;

export type NodeRef = ActorRef<Snapshot<unknown>, NodeEvent>;

/** The start of a node that comes while the run goes on. NETWORK.CONFIGURED says when its network is ready. */
export interface NodeStart {
  /** When its machine is requested. */
  readonly atMicros: number;
  /** From then on until its kubelet starts. */
  readonly bootMicros: number;
  /** From the start of its kubelet until the API server has its Node object. */
  readonly registrationMicros: number;
}

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
  /** Absent means none. */
  readonly pinnedImages?: readonly string[];
  /** The image from which the runtime makes sandboxes; absent if it never has to pull one. */
  readonly sandboxImage?: string;
  /** The credentials in the node's own docker config, which any pod may use. Absent means none. */
  readonly nodeCredentials?: readonly PullCredential[];
  /** The credential providers of its kubelet whose runs take time or fail. Absent means none. */
  readonly credentialProviders?: readonly CredentialProviderRules[];
  /** What its kubelet tries beside the rules of its release. Absent means nothing. */
  readonly policy?: TriedPolicy;
  readonly registries: Readonly<Record<string, Registry>>;
  /** The hosts that are asked for each registry; absent if every registry is asked directly. */
  readonly registryHosts?: Readonly<Record<string, readonly RegistryHost[]>>;
  /** What CRI-O makes of names without a registry; absent: they are those of docker.io. */
  readonly shortNames?: ShortNameRules;
  /** The time for TCP and TLS by host; absent means none. */
  readonly connectMicros?: Readonly<Record<string, number>>;
  readonly network: Network;
  /** The actor that gets which layers and images the node has; absent if the node gives them to no other. */
  readonly peers?: Peers;
  readonly diskBytes: number | null;
  readonly diskUsedBytes: number;
  /** What of the unpacked files may wait in memory; absent: any amount. */
  readonly pageCache?: PageCacheLimits;
  /** Absent: the node has been there for some time. */
  readonly start?: NodeStart;
}

export interface NodeContext {
  readonly input: NodeMachineInput;
  /** The settings with which the next kubelet starts. */
  readonly settings: KubeletSettings;
  readonly runtime: ContainerRuntime;
  readonly imageService: ImageServiceRef;
  readonly disk: Disk;
  readonly records: PullRecordsRef;
  readonly apiServer: ApiServer;
  readonly prePull: PrePullRef;
  /** undefined while the kubelet is down. */
  readonly kubelet: KubeletRef | undefined;
  /** The settings with which the running kubelet, or the last one, was started. */
  readonly startedWith: KubeletSettings;
  /** The network of a new node: `ready` once its kubelet has posted it. Absent for a node that is not new. */
  readonly network?: 'missing' | 'configured' | 'ready';
}
