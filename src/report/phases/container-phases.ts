import type { ContainerKind, PodRef } from '../../trace/observation.ts';
import type { Cause } from '../../trace/record.ts';

/**
 * What a container waits for, or does:
 * - `waitingToStart`: before its turn (sandbox, volumes, earlier containers)
 * - `waitingForSandboxImage`: the runtime pulls its own image for sandboxes (pause) before the pod's can be made
 * - `inspecting`: the runtime is asked whether the image is there
 * - `waitingForSlot`: the kubelet's pull slots or its serial puller are busy
 * - `resolving`: the runtime asks the registry; no layer has come yet
 * - `waitingForDownload`: the runtime's download slots are busy
 * - `waitingForOtherPull`: another pull fetches or unpacks the layer
 * - `downloading`: a layer of this pull comes in; `stalled`: its bytes have stopped coming, with the connection open
 * - `waitingForUnpack`: layers are there, and the runtime's unpack slots are busy
 * - `unpacking`: no layer comes in, and one is unpacked
 * - `backingOff`: within the back-off window; `waitingForSync`: no window, but the pod's worker has not tried again yet
 * - `starting`: created and started; `running`; `ended`: exited, rejected, or an image volume that is there
 */
export type PhaseName =
  | 'waitingToStart'
  | 'waitingForSandboxImage'
  | 'inspecting'
  | 'waitingForSlot'
  | 'resolving'
  | 'waitingForDownload'
  | 'waitingForOtherPull'
  | 'downloading'
  | 'stalled'
  | 'waitingForUnpack'
  | 'unpacking'
  | 'backingOff'
  | 'waitingForSync'
  | 'starting'
  | 'running'
  | 'ended';

export interface Phase {
  readonly phase: PhaseName;
  readonly fromMs: number;
  readonly toMs: number;
  /** Of the record that began the phase; of a wait without one, of the record that ended it. */
  readonly because?: Cause;
  /** What the pod had for an image then; absent: the one that it has at the end. */
  readonly image?: string;
}

export interface ContainerPhases {
  readonly node: string;
  readonly pod: PodRef;
  readonly name: string;
  readonly kind: ContainerKind;
  /** As written in the pod, at the end. */
  readonly image: string;
  /** From the pod's arrival to the end of the trace, without gaps; none is empty. */
  readonly phases: readonly Phase[];
  /** At the end of the trace; it may have begun only there. */
  readonly lastPhase: PhaseName;
  readonly failures: readonly PullFailureAt[];
  /** When it first ran. */
  readonly runningAtMs?: number;
}

/** A pull that failed, or could not be tried. */
export interface PullFailureAt {
  readonly atMs: number;
  /** The sentinel: `ErrImagePull` … */
  readonly reason: string;
  readonly error: string;
  /** The node's own limit has refused the pull: the registry never heard of it. */
  readonly throttled?: true;
}

/** Everything that is not running or over. */
export function isWaiting(phase: PhaseName): boolean {
  return phase !== 'running' && phase !== 'ended';
}

/** The kubelet's slot is held. */
export function isPulling(phase: PhaseName): boolean {
  return pulling.has(phase);
}

const pulling: ReadonlySet<PhaseName> = new Set([
  'resolving',
  'waitingForDownload',
  'waitingForOtherPull',
  'downloading',
  'stalled',
  'waitingForUnpack',
  'unpacking',
]);
