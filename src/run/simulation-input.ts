import type { PrePullPlan } from '../rules/kubeadm/pre-pull-plan.ts';
import type { KubeletSettings } from '../rules/kubelet/configuration/settings.ts';
import type { CredentialProviderRules } from '../rules/kubelet/credentials/credential-provider.ts';
import type { PullCredential } from '../rules/kubelet/credentials/pull-credential.ts';
import type { PodChange, PodSpec } from '../rules/kubelet/pods/pod.ts';
import type { NodeTimings } from '../rules/kubelet/pods/timings.ts';
import type { TriedPolicy } from '../rules/kubelet/tried-policies.ts';
import type { DiskKindName, FileSystem } from '../rules/runtime/disk/disk-kinds.ts';
import type { PageCacheLimits } from '../rules/runtime/disk/page-cache.ts';
import type { Fault } from '../rules/runtime/fault.ts';
import type { Image } from '../rules/runtime/images/image.ts';
import type { ShortNameRules } from '../rules/runtime/images/short-name.ts';
import type { ProcessorCapacity } from '../rules/runtime/network/capacities.ts';
import type { PeerShare } from '../rules/runtime/peers/peer-source.ts';
import type { RuntimeOptions } from '../rules/runtime/profiles/runtime-options.ts';
import type { RuntimeDelays } from '../rules/runtime/profiles/runtime-profile.ts';
import type { UnpackMachine } from '../rules/runtime/profiles/unpack-machine.ts';
import type { PullLimit } from '../rules/runtime/registry/pull-limit.ts';
import type { PrivateRepositories } from '../rules/runtime/registry/registry-access.ts';
import type { RegistryHost } from '../rules/runtime/registry/registry-host.ts';

/**
 * The result of the input stage, and all that the simulation knows of files and options: plain data (it
 * survives JSON), validated, with every default filled in and without secret values. Times are whole
 * microseconds, sizes bytes, rates bytes per second; null means no limit.
 */
export interface SimulationInput {
  readonly seed: number;
  readonly horizonMicros: number;
  /** Random numbers that the seed does not decide; absent: it decides all. */
  readonly draws?: GivenDraws;
  /** What the clock shows at the start (`2026-03-01T02:00:00Z`); absent: no command needs it. */
  readonly startTime?: string;
  readonly nodes: readonly NodeInput[];
  /** In order of arrival. Every pod already has its node. */
  readonly pods: readonly PodSpec[];
  /** By the name with the default tag (`redis` is under `redis:latest`). */
  readonly images: Readonly<Record<string, Image>>;
  /**
   * By host name as containerd resolves it (`docker.io`, `gcr.io`, `localhost:5000`). Every image's registry
   * is here.
   */
  readonly registries: Readonly<Record<string, RegistryInput>>;
  /**
   * How the nodes of the cluster give layers to each other. The host `peers` is then one of the registries.
   * Absent if they do not.
   */
  readonly peers?: PeerShare;
  readonly faults: readonly FaultInput[];
  /** Actions of people on pods, in order of time; absent if there are none. */
  readonly podActions?: readonly PodActionInput[];
  /** Pods that start in order (StatefulSets); absent: none. */
  readonly podChains?: readonly PodChain[];
  /** Pods that exist before a node takes them, in order of their creation; absent: none. */
  readonly waitingPods?: readonly WaitingPod[];
  /** CronJobs whose runs do not run side by side; absent: none. */
  readonly cronRuns?: readonly CronRuns[];
  /** Jobs whose controller makes pods when others are over; absent: none. */
  readonly jobRuns?: readonly JobRun[];
  /**
   * Sentences for the header of every output: drawn sizes, figures that were not measured, profiles of
   * similar releases.
   */
  readonly assumptions: readonly string[];
  /** CronJobs that run again after the horizon; absent: none. */
  readonly recurring?: number;
  /** Sentences about what was read of the input, and what of it does not count; absent: none. */
  readonly readings?: readonly string[];
  /** Kinds that make no pods, with counts. */
  readonly ignoredKinds: Readonly<Record<string, number>>;
  /**
   * Unknown kinds, with counts: their controllers, which are not simulated, may make pods. Absent if there
   * are none.
   */
  readonly unknownKinds?: Readonly<Record<string, number>>;
  /** Pods that no node takes: a scheduler would let them wait. They are not among `pods`. Absent: none. */
  readonly unplaced?: readonly UnplacedPods[];
}

/**
 * Numbers from 0 up to 1, by the stream (the name of the actor that draws) and by their number in it, from 1
 * on.
 */
export type GivenDraws = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * UIDs of pods of which each is made once the one before it is ready, and bound to its node so much later.
 */
export interface PodChain {
  readonly uids: readonly string[];
  readonly delayMicros: number;
}

/** How far the start of a node must have come before it takes a pod, in this order. */
export type NodeStage = 'registered' | 'networkReady' | 'ready';

/** A pod that exists before its node takes it. It is one of the input's pods, which say where it will be. */
export interface WaitingPod {
  readonly uid: string;
  readonly createdAtMicros: number;
  /**
   * `registered`: it tolerates that the node is not ready, and needs no network of its own; `networkReady`: it
   * is bound as early, but its kubelet cannot start it without a network; `ready`: a scheduler binds it once
   * the node is ready.
   */
  readonly until: NodeStage;
  /** Why it has no node yet, as a scheduler says it; absent: its node is there when it is made. */
  readonly reason?: string;
}

/** A node that comes while the run goes on. Times in µs. */
export interface NodeJoin {
  /** When its machine is requested. */
  readonly atMicros: number;
  /** From then on until its kubelet starts. */
  readonly bootMicros: number;
  /** From the start of its kubelet until the API server has its Node object. */
  readonly registrationMicros: number;
  /** From the start of its kubelet until it is ready, where no pod of the run sets up its network. */
  readonly networkMicros: number;
  /** From when the pods that set up its network run until it is ready. */
  readonly networkSettleMicros: number;
  /** The UIDs of the pods on it that set up its network; absent: none. */
  readonly networkPods?: readonly string[];
}

/** The runs of a CronJob with the concurrencyPolicy Forbid or Replace, in order of time. */
export interface CronRuns {
  readonly policy: 'Forbid' | 'Replace';
  /**
   * When the controller looks at a run, and the UIDs of its pods, which are bound to their nodes so much
   * later.
   */
  readonly runs: readonly { readonly atMicros: number; readonly uids: readonly string[] }[];
  readonly delayMicros: number;
  /** How late a run may begin (startingDeadlineSeconds); null: no limit. */
  readonly deadlineMicros: number | null;
}

/** A Job whose controller makes pods when others are over. */
export interface JobRun {
  /** How many pods must succeed; null: all that are there once one of them has. */
  readonly completions: number | null;
  readonly parallelism: number;
  /** How many pods may fail. */
  readonly backoffLimit: number;
  /**
   * The UIDs of its pods in the order in which they are made: of each completion index if it is Indexed,
   * otherwise of all of them.
   */
  readonly lines: readonly (readonly string[])[];
  /** Those of them that are made at once. */
  readonly first: readonly string[];
  /** Those of them that are made only if others fail, which are not among the input's pods. */
  readonly retries: readonly PodSpec[];
  /** From the controller's look until a pod is bound to its node. */
  readonly delayMicros: number;
  /**
   * How long the first failed pod has no successor; each failure doubles it, up to `backOffMicrosMax`, until
   * a pod succeeds.
   */
  readonly backOffMicrosMin: number;
  readonly backOffMicrosMax: number;
}

/** Pods of a workload that no node takes. */
export interface UnplacedPods {
  /** `Deployment/web` */
  readonly workload: string;
  readonly pods: number;
  /** As a scheduler says it: `0/1 nodes are available: 1 Too many pods.` */
  readonly reason: string;
}

/**
 * A node in the simulation: its kubelet, its runtime, its disk and link. Times in µs, sizes in bytes, rates
 * in bytes per second.
 */
export interface NodeInput {
  readonly name: string;
  /** The requested version (`v1.33.2`). `profileRelease` has the profile that is used. */
  readonly kubeletVersion: string;
  /** The release of the profile: `1.14`, `1.27`, `1.31` or `1.36`. */
  readonly profileRelease: string;
  readonly kubelet: KubeletSettings;
  /** `containerd://2.4`. src/rules/runtime selects the release whose profile is used. */
  readonly runtime: string;
  readonly platform: string;
  /** null means no limit. */
  readonly linkBytesPerSecond: number | null;
  /**
   * The limit of what it sends to other nodes, if nodes give to each other; null means no limit. Absent if
   * they do not.
   */
  readonly uplinkBytesPerSecond?: number | null;
  /**
   * The limit of its intake if that is below its link: what its disk writes, or what its processors unpack.
   * Absent if the link is the limit.
   */
  readonly intake?: NodeIntake;
  /** What its processors get done, which downloads and unpacking share; absent means no limit. */
  readonly processors?: ProcessorCapacity;
  readonly diskBytes: number | null;
  /** Names (with the default tag) of images on the node at the start. Each is in `images`. */
  readonly presentImages: readonly string[];
  /** The node's own credentials, which any pod may use; absent means none. */
  readonly credentials?: readonly PullCredential[];
  /** The credential providers of its kubelet whose runs take time or fail; absent means none. */
  readonly credentialProviders?: readonly Omit<CredentialProviderRules, 'faults'>[];
  /** The images that the runtime pins, among those present or pulled later; absent means none. */
  readonly pinnedImages?: readonly string[];
  /**
   * The image from which the runtime makes sandboxes (pause), and which it pulls if necessary; absent if it
   * needs none. It is in `images`.
   */
  readonly sandboxImage?: string;
  /** The bytes of the disk that other files use; absent means none. */
  readonly diskUsedBytes?: number;
  readonly timings: NodeTimings;
  /** Images that are pulled on the node without the kubelet; absent means none. */
  readonly prePulls?: readonly PrePullInput[];
  /** Fixed costs of the runtime that the scenario sets in place of the profile's. */
  readonly runtimeDelays: Partial<RuntimeDelays>;
  /**
   * What the scenario sets of `timings` and `runtimeDelays`, in ms, for the reader of a trace; absent if it
   * sets nothing.
   */
  readonly fixedCosts?: Readonly<Record<string, number>>;
  /** What the runtime's configuration sets; absent for the runtime's defaults. */
  readonly runtimeOptions?: Partial<RuntimeOptions>;
  /**
   * The hosts at which the runtime looks for the images of a registry (hosts.toml), by the registry's host;
   * absent for the registry itself.
   */
  readonly registryHosts?: Readonly<Record<string, readonly RegistryHost[]>>;
  /** What CRI-O makes of names without a registry; absent: they are those of docker.io. */
  readonly shortNames?: ShortNameRules;
  /** The number of its processors; absent means no limit. */
  readonly cpus?: number;
  /** The provider's node image, by its id; absent if it is not known. */
  readonly provider?: string;
  /** What is tried beside the rules of its kubelet's release; absent: nothing. */
  readonly policy?: TriedPolicy;
  /** The kind of node from which figures that were not given are taken. */
  readonly nodeProfile?: string;
  /** The figures that are taken from it, by a Scenario's names. */
  readonly byNodeProfile?: readonly string[];
  /** The figures that the type of its machine gives, by a Scenario's names. */
  readonly byInstanceType?: readonly string[];
  /** The rate of its disk; absent means no limit. */
  readonly diskBytesPerSecond?: number;
  /** Its memory; absent: any amount. */
  readonly memoryBytes?: number;
  /** The file system of its images; absent: ext4. */
  readonly fileSystem?: FileSystem;
  /** The kind of its disk, such as `gp3`; absent if it is not known. */
  readonly diskKind?: DiskKindName;
  /** The instance type of its machine; absent if it is not known. */
  readonly machine?: string;
  /** What of the unpacked files may wait in its memory; absent: any amount. */
  readonly pageCache?: PageCacheLimits;
  /** How it unpacks, beside the machine on which the runtimes were measured; absent: as that one. */
  readonly unpackMachine?: UnpackMachine;
  /** The intake of its runtime, if the scenario sets it; absent if its processors decide. */
  readonly runtimeBytesPerSecond?: number;
  /** When it comes, and what its start takes; absent: it is there from the start. */
  readonly join?: NodeJoin;
  /** When its machine is gone; absent: it stays. Its pods are deleted before. */
  readonly goneAtMicros?: number;
}

interface NodeIntake {
  readonly bytesPerSecond: number;
  readonly limit: 'disk' | 'cpus';
}

export interface PrePullInput extends PrePullPlan {
  readonly atMicros: number;
}

/**
 * A registry, or another host from which images are pulled: its distance and its limits. Rates in bytes per
 * second; null means no limit.
 */
export interface RegistryInput {
  readonly host: string;
  readonly roundTripMicros: number;
  readonly egressBytesPerSecond: number | null;
  readonly bytesPerSecondPerResponse: number | null;
  /** The limit of all answers to one node together; absent or null means no limit. */
  readonly bytesPerSecondPerClient?: number | null;
  /** The time for TCP and TLS of a new connection; absent means 0. */
  readonly connectMicros?: number;
  /** With `bearer`, even anonymous requests need a token. Absent if no authentication is needed. */
  readonly authentication?: 'basic' | 'bearer';
  /** Absent means no limit. */
  readonly pullLimit?: PullLimit;
  /** For a pull-through cache, the host of its upstream; absent if the registry has everything. */
  readonly cacheOf?: string;
  /**
   * The host to which requests for blobs are redirected, which is another of these; absent if it serves them
   * itself.
   */
  readonly blobStore?: string;
  /**
   * Patterns of the images that it has (src/rules/runtime/images/image.ts); absent for every image that
   * exists.
   */
  readonly images?: readonly string[];
  /** Whether it supports Range requests; absent means yes. */
  readonly ranges?: boolean;
  /** Absent if everything is public. */
  readonly private?: readonly PrivateRepositories[];
  /** Its figures that the Scenario gives, by its names for them; absent: none. */
  readonly told?: readonly string[];
}

export interface FaultWindow {
  readonly fromMicros: number;
  /** null means until the end of the run. */
  readonly untilMicros: number | null;
}

/** A fault of a node at one moment. */
export type NodeFault =
  | {
      readonly kind: 'kubeletRestart';
      readonly node?: string;
      readonly pulls: 'lost' | 'completed';
      /** The settings of each node's kubelet after the restart, if its configuration has changed. */
      readonly settings?: Readonly<Record<string, KubeletSettings>>;
    }
  | { readonly kind: 'nodeReboot'; readonly node?: string }
  | { readonly kind: 'imageRemoved'; readonly node?: string; readonly image: string };

/**
 * Faults with times. `registry` is a host (absent: all of them), `image` a name with the default tag, `node`
 * a node's name.
 */
export type FaultInput = FaultWindow & (Fault | NodeFault);

/** The pod that a controller makes in place of a deleted one. */
export interface PodReplacement {
  readonly spec: PodSpec;
  /** Whether its delay counts from the request for the deletion or from the pod's end. */
  readonly after: 'deletion' | 'removal';
  readonly delayMicros: number;
}

/**
 * How a controller brings a new template to existing pods.
 * - `surge`: so many pods more than wanted, and so many of the wanted ones may be missing or not ready
 * - `recreate`: all old pods end, and then all new ones come
 * - `perNode`: the old pod of a node ends before the new one comes; so many may be missing or not ready
 * - `ordered`: likewise, one after the other. With `oneByOne` (OrderedReady) nothing is made or ended while
 *   another pod is not ready
 */
export type RolloutStrategy =
  | { readonly kind: 'surge'; readonly surgeMax: number; readonly unavailableMax: number }
  | { readonly kind: 'perNode'; readonly unavailableMax: number }
  | { readonly kind: 'surgePerNode'; readonly surgeMax: number }
  | { readonly kind: 'recreate' }
  | { readonly kind: 'ordered'; readonly oneByOne: boolean };

/**
 * One of a workload's pods: the pods that may exist by then, in order, and the new one, which is only made if
 * they do not have its images.
 */
interface RolloutLine {
  readonly uids: readonly string[];
  readonly spec: PodSpec;
}

/**
 * A user's action on pods. `uids` are the pod and those that may have replaced it by then, in order.
 * The action affects the last of them that exists; nothing if none does, or if that one is being deleted.
 */
export type PodActionInput = { readonly atMicros: number } & (
  | {
      readonly kind: 'delete';
      readonly uids: readonly string[];
      readonly graceMicros: number;
      /** null if no controller makes another pod. */
      readonly replacement: PodReplacement | null;
    }
  | { readonly kind: 'edit'; readonly uids: readonly string[]; readonly change: PodChange }
  /** The template of a workload changes. Its pods are in the order in which they are replaced. */
  | {
      readonly kind: 'rollout';
      readonly strategy: RolloutStrategy;
      readonly lines: readonly RolloutLine[];
      /** The time from a controller's decision until the new pod is bound to its node. */
      readonly delayMicros: number;
    }
);
