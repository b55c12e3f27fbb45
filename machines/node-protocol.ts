import type { ActorRef, Snapshot } from 'xstate';
import type { Fifo } from '../src/kubelet/fifo.ts';
import type { PodSpec } from '../src/kubelet/pod.ts';
import type { Profile } from '../src/kubelet/profile.ts';
import type { KubeletSettings } from '../src/kubelet/settings.ts';
import type { NodeTimings } from '../src/kubelet/timings.ts';
import type { Image } from '../src/runtime/image.ts';
import type { RuntimeProfile } from '../src/runtime/runtime-profile.ts';
import type { Clock } from './clock.ts';
import type { ContainerRuntime } from './container-runtime.ts';
import type { Dice } from './dice.ts';
import type { Disk } from './disk.ts';
import type { FaultEvent } from './fault.ts';
import type { ImageServiceRef } from './image-service.ts';
import type { KubeletEvent } from './kubelet.ts';
import type { Network } from './network.ts';
import type { PullRecordsRef } from './pull-records.ts';
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
  | { readonly type: 'POD.ARRIVED'; readonly spec: PodSpec }
  | KubeletRestarted
  | { readonly type: 'NODE.WENT_DOWN' }
  | { readonly type: 'IMAGE.REMOVED'; readonly image: string }
  | FaultEvent;

export type NodeRef = ActorRef<Snapshot<unknown>, NodeEvent>;

export interface NodeMachineInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly dice: Dice;
  readonly profile: Profile;
  readonly settings: KubeletSettings;
  readonly timings: NodeTimings;
  readonly runtimeProfile: RuntimeProfile;
  readonly images: Readonly<Record<string, Image>>;
  readonly presentImages: readonly string[];
  readonly registries: Readonly<Record<string, Registry>>;
  readonly network: Network;
  readonly diskBytes: number | null;
  readonly diskUsedBytes: number;
}

/** `settings` here are those that the next kubelet starts with. */
export interface NodeContext extends NodeMachineInput {
  readonly runtime: ContainerRuntime;
  readonly imageService: ImageServiceRef;
  readonly disk: Disk;
  readonly records: PullRecordsRef;
  /** undefined while the kubelet is down. */
  readonly kubelet: ActorRef<Snapshot<unknown>, KubeletEvent> | undefined;
  /** What the kubelet that runs, or ran last, was started with. */
  readonly startedWith: KubeletSettings;
  /** What the API server has bound to this node and not ended, in order of arrival. */
  readonly pods: ReadonlyMap<string, PodSpec>;
  /** Those that a kubelet which has just started is still to hear of. */
  readonly toAdd: Fifo<PodSpec>;
}
