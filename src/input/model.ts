import type { PrePullPlan } from '../kubeadm/pre-pull-plan.ts';
import type { KubeletSettings } from '../kubelet/configuration/settings.ts';
import type { PullCredential } from '../kubelet/credentials/pull-credential.ts';
import type { PodSpec } from '../kubelet/pods/pod.ts';
import type { PodChange } from '../kubelet/pods/pod-change.ts';
import type { NodeTimings } from '../kubelet/pods/timings.ts';
import type { Fault } from '../runtime/fault.ts';
import type { Image } from '../runtime/images/image.ts';
import type { PeerShare } from '../runtime/peers/peer-source.ts';
import type { RuntimeOptions } from '../runtime/profiles/runtime-options.ts';
import type { RuntimeDelays } from '../runtime/profiles/runtime-profile.ts';
import type { PrivateRepositories } from '../runtime/registry/private-repositories.ts';
import type { PullLimit } from '../runtime/registry/pull-limit.ts';
import type { RegistryHost } from '../runtime/registry/registry-host.ts';

/**
 * What the input stage makes of files and options, and all that the simulation knows of them: plain data (it survives
 * JSON), validated, with every default filled in and secret values left out. Times are whole microseconds, sizes bytes,
 * rates bytes per second; null is "no limit".
 */
export interface SimulationInput {
  readonly seed: number;
  readonly horizonMicros: number;
  readonly nodes: readonly NodeInput[];
  /** In order of arrival; every pod has its node already. */
  readonly pods: readonly PodSpec[];
  /** By the name after the default tag (`redis` is under `redis:latest`). */
  readonly images: Readonly<Record<string, Image>>;
  /** By host name as containerd resolves it (`docker.io`, `gcr.io`, `localhost:5000`). Every image's registry is here. */
  readonly registries: Readonly<Record<string, RegistryInput>>;
  /** What nodes of the cluster give to each other; the host `peers` is among the registries then. Absent: nothing. */
  readonly peers?: PeerShare;
  readonly faults: readonly FaultInput[];
  /** What people do to pods, in order of time; absent: nothing. */
  readonly podActions?: readonly PodActionInput[];
  /** Sentences for the header of every output: sizes drawn, kinds not measured, profiles chosen by nearness. */
  readonly assumptions: readonly string[];
  /** Kinds that make no pods, counted. */
  readonly ignoredKinds: Readonly<Record<string, number>>;
  /** Kinds that nobody here knows, counted: they may make pods, by a controller that is not here. Absent: none. */
  readonly unknownKinds?: Readonly<Record<string, number>>;
}

/** A node as the simulation has it: its kubelet, its runtime, its disk and link. Times in µs, sizes in bytes, rates in bytes a second. */
export interface NodeInput {
  readonly name: string;
  /** As asked (`v1.33.2`); the profile in force is in `profileRelease`. */
  readonly kubeletVersion: string;
  /** `1.14`, `1.27`, `1.31`, `1.36` */
  readonly profileRelease: string;
  readonly kubelet: KubeletSettings;
  /** `containerd://2.4`; `path` of the release in force is chosen by src/runtime. */
  readonly runtime: string;
  readonly platform: string;
  /** null: no limit. */
  readonly linkBytesPerSecond: number | null;
  /** What it sends to other nodes at most, where they give to each other; null: no limit. Absent: they do not. */
  readonly uplinkBytesPerSecond?: number | null;
  /** What it takes in where that is less than its link: what its disk writes, or its processors get done; absent: what its link carries. */
  readonly intake?: NodeIntake;
  readonly diskBytes: number | null;
  /** Names (after the default tag) of images on the node at the start; each is in `images`. */
  readonly presentImages: readonly string[];
  /** What the node itself pulls with, for any pod; absent: nothing. */
  readonly credentials?: readonly PullCredential[];
  /** Of those, or of images that come, the ones that the runtime pins; absent: none. */
  readonly pinnedImages?: readonly string[];
  /** What the runtime makes sandboxes of (pause), and pulls where it is not there; absent: nothing. It is in `images`. */
  readonly sandboxImage?: string;
  /** What other things than images take of the disk; absent: nothing. */
  readonly diskUsedBytes?: number;
  readonly timings: NodeTimings;
  /** Images that someone pulls on the node beside the kubelet; absent: none. */
  readonly prePulls?: readonly PrePullInput[];
  /** Fixed costs of the runtime that the scenario sets, instead of the profile's. */
  readonly runtimeDelays: Partial<RuntimeDelays>;
  /** What the scenario sets of `timings` and `runtimeDelays`, in ms, for the reader of a trace; absent: nothing. */
  readonly fixedCosts?: Readonly<Record<string, number>>;
  /** What the runtime's configuration sets; absent: the runtime's defaults. */
  readonly runtimeOptions?: Partial<RuntimeOptions>;
  /** Where the runtime looks for the images of a registry (hosts.toml), by the registry's host; absent: there. */
  readonly registryHosts?: Readonly<Record<string, readonly RegistryHost[]>>;
  /** Processors, which downloads and unpacking share; absent: as many as they want. */
  readonly cpus?: number;
  /** The kind of node that what nobody tells is taken from. */
  readonly nodeProfile?: string;
  /** Its figures that are taken from there, by a Scenario's names. */
  readonly byNodeProfile?: readonly string[];
  /** What its disk writes; absent: no limit. */
  readonly diskBytesPerSecond?: number;
  /** What its runtime takes in, where the scenario says so; absent: what its processors get done. */
  readonly runtimeBytesPerSecond?: number;
}

export interface NodeIntake {
  readonly bytesPerSecond: number;
  readonly limit: 'disk' | 'cpus';
}

export interface PrePullInput extends PrePullPlan {
  readonly atMicros: number;
}

/** A registry, or another host that pulls go to: how far it is, and what it gives at most. Rates in bytes a second; null: no limit. */
export interface RegistryInput {
  readonly host: string;
  readonly roundTripMicros: number;
  readonly egressBytesPerSecond: number | null;
  readonly bytesPerSecondPerResponse: number | null;
  /** All answers to one node together; absent or null: no limit. */
  readonly bytesPerSecondPerClient?: number | null;
  /** TCP and TLS of a new connection; absent: 0. */
  readonly connectMicros?: number;
  /** `bearer`: also anonymous requests need a token; absent: nobody is asked for anything. */
  readonly authentication?: 'basic' | 'bearer';
  /** Absent: as much as anybody wants. */
  readonly pullLimit?: PullLimit;
  /** A pull-through cache: the host that it asks for what it does not have; absent: it has everything. */
  readonly cacheOf?: string;
  /** Where it sends those who ask for a blob: the host of another of these; absent: it has them itself. */
  readonly blobStore?: string;
  /** Patterns of the images that it has (src/runtime/images/image-pattern.ts); absent: whatever exists. */
  readonly images?: readonly string[];
  /** Whether it knows Range requests; absent: it does. */
  readonly ranges?: boolean;
  /** Absent: all of it is public. */
  readonly private?: readonly PrivateRepositories[];
  /** Its figures that the Scenario tells, by its names for them; absent: none. */
  readonly told?: readonly string[];
}

export interface FaultWindow {
  readonly fromMicros: number;
  /** null: until the end of the run. */
  readonly untilMicros: number | null;
}

/** What happens to a node at a moment, rather than for a time. */
export type NodeFault =
  | {
      readonly kind: 'kubeletRestart';
      readonly node?: string;
      readonly pulls: 'lost' | 'completed';
      /** What each node's kubelet reads from then on, where the restart comes with a changed configuration. */
      readonly settings?: Readonly<Record<string, KubeletSettings>>;
    }
  | { readonly kind: 'nodeReboot'; readonly node?: string }
  | { readonly kind: 'imageRemoved'; readonly node?: string; readonly image: string };

/** Timed faults. `registry` is a host (absent: all of them), `image` a name after the default tag, `node` a node's name. */
export type FaultInput = FaultWindow & (Fault | NodeFault);

/** The pod that a controller makes in place of one that was deleted. */
export interface PodReplacement {
  readonly spec: PodSpec;
  /** It comes so long after the deletion was asked for, or after the pod was gone. */
  readonly after: 'deletion' | 'removal';
  readonly delayMicros: number;
}

/**
 * How a controller brings a new template to the pods that are there.
 * - `surge`: so many pods beyond those wanted, and so many of those may be missing or not ready
 * - `recreate`: all old ones go, and then all new ones come
 * - `perNode`: the old one goes before the new one comes; so many may be missing or not ready
 * - `ordered`: likewise, one after the other, and only while all are ready
 */
export type RolloutStrategy =
  | { readonly kind: 'surge'; readonly surgeMax: number; readonly unavailableMax: number }
  | { readonly kind: 'perNode'; readonly unavailableMax: number }
  | { readonly kind: 'recreate' }
  | { readonly kind: 'ordered' };

/** One of a workload's pods: those that may be there by then, in order, and the one that is to be. */
export interface RolloutLine {
  readonly uids: readonly string[];
  readonly spec: PodSpec;
}

/**
 * Something that somebody does to pods. `uids`: the pod and those that may have come in its place by then, in order; it
 * meets the last of them that is there, and nothing where none is, or where that one is being deleted.
 */
export type PodActionInput = { readonly atMicros: number } & (
  | {
      readonly kind: 'delete';
      readonly uids: readonly string[];
      readonly graceMicros: number;
      /** null: nobody makes another. */
      readonly replacement: PodReplacement | null;
    }
  | { readonly kind: 'edit'; readonly uids: readonly string[]; readonly change: PodChange }
  /** The template of a workload changes: its pods in the order in which their turn comes. */
  | {
      readonly kind: 'rollout';
      readonly strategy: RolloutStrategy;
      readonly lines: readonly RolloutLine[];
      /** From a controller's decision until the new pod is bound to its node. */
      readonly delayMicros: number;
    }
);
