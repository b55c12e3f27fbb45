import type { ActorRef, Snapshot } from 'xstate';
import type { SortedMap } from '../../src/rules/collections/sorted-map.ts';
import type { KubeletSettings } from '../../src/rules/kubelet/configuration/settings.ts';
import type { CredentialProviderRules } from '../../src/rules/kubelet/credentials/credential-provider.ts';
import type { PullCredential } from '../../src/rules/kubelet/credentials/pull-credential.ts';
import type { PodSpec } from '../../src/rules/kubelet/pods/pod.ts';
import type { NodeTimings } from '../../src/rules/kubelet/pods/timings.ts';
import type { Profile } from '../../src/rules/kubelet/profile.ts';
import type { TriedPolicy } from '../../src/rules/kubelet/tried-policies.ts';
import type { PodUpdated, WorkerReport } from '../pod/pod-worker-protocol.ts';
import type { ImageManager } from '../pull/image-manager.ts';
import type { PullRecordsRef } from '../pull/pull-records-protocol.ts';
import type { ContainerRuntime } from '../runtime/container-runtime-protocol.ts';
import type { ImageServiceRef } from '../runtime/image-service-context.ts';
import type { Clock } from '../world/clock.ts';
import type { Disk } from '../world/disk.ts';
import type { RandomSource } from '../world/random-source.ts';
import type { Recorder } from '../world/recorder.ts';
import type { NodeConditionsChanged } from './eviction.ts';
import type { Pleg } from './pleg-protocol.ts';
import type { HandedOut, SyncLoop } from './sync-loop-protocol.ts';

/** Messages from the API server's watch, and reports of the workers. */
export type KubeletEvent =
  | { readonly type: 'POD.ADDED'; readonly spec: PodSpec }
  | PodUpdated
  | HandedOut
  | WorkerReport
  | NodeConditionsChanged;

/** A message to the API server: the pod is over, or a deleted pod has left nothing on the node. */
export type PodEnded =
  | { readonly type: 'POD.ENDED'; readonly uid: string }
  | { readonly type: 'POD.GONE'; readonly uid: string };

export type KubeletRef = ActorRef<Snapshot<unknown>, KubeletEvent>;

export interface KubeletInput {
  readonly name: string;
  readonly nodeName: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly profile: Profile;
  readonly settings: KubeletSettings;
  readonly timings: NodeTimings;
  readonly imageService: ImageServiceRef;
  readonly runtime: ContainerRuntime;
  readonly disk: Disk;
  /** null: no limit. */
  readonly diskBytes: number | null;
  /** The pull records on the node's disk. */
  readonly records: PullRecordsRef;
  /** Absent: none. */
  readonly nodeCredentials?: readonly PullCredential[];
  /** The credential providers whose runs take time or fail; absent: none. */
  readonly credentialProviders?: readonly CredentialProviderRules[];
  /** What is tried beside the rules of the release; absent: nothing. */
  readonly policy?: TriedPolicy;
  readonly apiServer: ActorRef<Snapshot<unknown>, PodEnded>;
  readonly tickOriginMicros: number;
  readonly lastRelistMicros: number | undefined;
  /**
   * The rest of the current round of image GC and of the eviction manager, each as a share in [0, 1); absent:
   * the kubelet has just started.
   */
  readonly phases?: { readonly imageGc: number; readonly eviction: number };
}

export interface KubeletContext {
  readonly input: KubeletInput;
  readonly images: ImageManager;
  readonly pleg: Pleg;
  readonly syncLoop: SyncLoop;
  /** Pods that have a place on the node: admitted, and not stopped for good. */
  readonly activePods: number;
  /** The UIDs of pods that have a worker. */
  readonly workers: SortedMap<true>;
  /** The node conditions that the eviction manager sees. The kubelet admits no pods under any of them. */
  readonly nodeConditions: readonly string[];
}
