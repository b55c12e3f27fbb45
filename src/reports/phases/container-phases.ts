import type { ContainerKind, PodRef } from '../../trace/observation.ts';
import type { Cause } from '../../trace/record.ts';

/**
 * What a container waits for, or does:
 * - `waitingForNode`: its pod is made, and no node has taken it
 * - `waitingForNetwork`: its pod has a node, whose CNI plugin is not there yet
 * - `waitingToStart`: before its turn (sandbox, volumes, earlier containers)
 * - `waitingForSandboxImage`: the runtime pulls its own image for sandboxes (pause) before the pod's can be
 *   made
 * - `inspecting`: the runtime is asked whether the image is there
 * - `waitingForCredentials`: a credential provider of the kubelet is asked before the pull;
 *   `waitingForCredentialsInSlot`: likewise, in a release in which the pull holds its slot meanwhile
 * - `waitingForSamePull`: another pod of the node pulls the same image, and pulls are coalesced
 * - `waitingForSlot`: the kubelet's pull slots or its serial puller are busy
 * - `resolving`: the runtime asks the registry, and has no answer yet
 * - `runtimeWork`: the runtime's own work between requests and layers: connections, files, commits, the reply
 * - `resting`: the runtime waits before it asks the registry again
 * - `waitingForDownload`: the runtime's download slots are busy
 * - `waitingForOtherPull`: another pull fetches or unpacks the layer
 * - `downloading`: a layer of this pull comes in; `stalled`: its bytes have stopped coming, with the
 *   connection open
 * - `waitingForUnpack`: layers are there, and the runtime's unpack slots are busy
 * - `unpacking`: no layer comes in, and one is unpacked
 * - `waitingForDisk`: the same, at the rate of the disk, for too many files wait in memory to be written to it
 * - `backingOff`: within the back-off window; `waitingForSync`: no window, but the pod's worker has not tried
 *   again yet
 * - `readingImage`: it runs, and what it reads of its image first comes from the registry (lazy pulls)
 * - `starting`: created and started; `startingUp`: it runs, and is not ready yet; `running`; `ended`: exited, rejected, or an image volume that is there
 */
export type PhaseName =
  | 'waitingForNode'
  | 'waitingForNetwork'
  | 'waitingToStart'
  | 'waitingForSandboxImage'
  | 'inspecting'
  | 'waitingForCredentials'
  | 'waitingForSamePull'
  | 'waitingForSlot'
  | 'waitingForCredentialsInSlot'
  | 'resolving'
  | 'runtimeWork'
  | 'resting'
  | 'waitingForDownload'
  | 'waitingForOtherPull'
  | 'downloading'
  | 'stalled'
  | 'waitingForUnpack'
  | 'unpacking'
  | 'waitingForDisk'
  | 'backingOff'
  | 'waitingForSync'
  | 'starting'
  | 'readingImage'
  | 'startingUp'
  | 'running'
  | 'ended';

export interface Phase {
  readonly phase: PhaseName;
  readonly fromMs: number;
  readonly toMs: number;
  /**
   * The cause of the record that began the phase. For a wait without one, that of the record that ended it.
   */
  readonly because?: Cause;
  /** The credential provider that is asked. */
  readonly provider?: string;
  /** The pod's image at that time; absent if it is the one at the end. */
  readonly image?: string;
}

export interface ContainerPhases {
  readonly node: string;
  readonly pod: PodRef;
  readonly name: string;
  readonly kind: ContainerKind;
  /** The image as written in the pod, at the end. */
  readonly image: string;
  /** The phases from the pod's arrival, or its creation where it waits for a node, to the end of the trace, without gaps. None is empty. */
  readonly phases: readonly Phase[];
  /** The phase at the end of the trace; it may begin only there. */
  readonly lastPhase: PhaseName;
  readonly failures: readonly PullFailureAt[];
  /** When it first ran. */
  readonly runningAtMs?: number;
}

/** A pull that failed or could not be tried. */
export interface PullFailureAt {
  readonly atMs: number;
  /** The sentinel, such as `ErrImagePull`. */
  readonly reason: string;
  readonly error: string;
  /** Present if the node's own limit refused the pull, so that the registry got no request. */
  readonly throttled?: true;
}

/** Whether a container in this phase neither runs nor has ended. */
export function isWaiting(phase: PhaseName): boolean {
  return phase !== 'running' && phase !== 'ended';
}

/** Whether a pull in this phase holds a slot of the kubelet. */
export function isPulling(phase: PhaseName): boolean {
  return pulling.has(phase);
}

const pulling: ReadonlySet<PhaseName> = new Set([
  'waitingForCredentialsInSlot',
  'resolving',
  'runtimeWork',
  'resting',
  'waitingForDownload',
  'waitingForOtherPull',
  'downloading',
  'stalled',
  'waitingForUnpack',
  'unpacking',
  'waitingForDisk',
]);
