import type { PrePullObservation } from '../kubeadm/pre-pull-observation.ts';
import type { ConditionObservation } from './condition-observation.ts';
import type { ContentObservation } from './content-observation.ts';
import type { CredentialObservation } from './credentials/credential-observation.ts';
import type { DiskObservation } from './disk-observation.ts';
import type { ImageGcObservation } from './image-gc-observation.ts';
import type { PlegObservation } from './pleg-observation.ts';
import type { CredentialCheck } from './pull-records/access-check.ts';
import type { SyncLoopObservation } from './sync-loop-observation.ts';

/**
 * What an actor tells the trace. The recorder adds the record's number, the virtual time and the actor's name
 * and finds the earlier record that `because` points to. Nothing here is shown to people: reports do that.
 */
export type Observation =
  | PodObservation
  | SyncObservation
  | StatusObservation
  | SandboxObservation
  | ContainerObservation
  | PullObservation
  | RuntimeObservation
  | RuntimeReturnObservation
  | EventObservation
  | PullingObservation
  | ResultObservation
  | RequestObservation
  | PullLimitObservation
  | FetchObservation
  | UnpackObservation
  | ImageObservation
  | ImageGcObservation
  | ContentObservation
  | DiskObservation
  | FaultObservation
  | NodeObservation
  | PlegObservation
  | SyncLoopObservation
  | ConditionObservation
  | PrePullObservation;

/** The cause of a record: `kind` says how, `actor` whose doing; the recorder finds that actor's latest record. */
export interface Because {
  /** `slot`, `backOff`, `downloadSlot`, `inFlight`, `fault`, `added`, `due`, `lifecycle`, `throttle`, `disk`, … */
  readonly kind: string;
  readonly actor: string;
}

export type ContainerKind = 'init' | 'sidecar' | 'container' | 'ephemeral' | 'imageVolume';

export interface PodRef {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/**
 * A pod came to the node, was changed, was refused by admission, ended by itself (`terminated`: its containers are stopped),
 * or is deleted: `deleting` from the request on, `deleted` when the API server has it no more.
 */
export interface PodObservation {
  readonly type: 'pod';
  readonly state: 'added' | 'changed' | 'rejected' | 'terminated' | 'deleting' | 'deleted';
  readonly pod: PodRef;
  readonly node: string;
  readonly containers: readonly { readonly name: string; readonly image: string; readonly kind: ContainerKind; readonly policy: string }[];
  /** `OutOfpods` … for `rejected`; `Succeeded` or `Failed` for `terminated`. */
  readonly reason?: string;
  readonly message?: string;
  /** What its pull secrets and its service account give it; absent: nothing. */
  readonly credentials?: readonly CredentialObservation[];
}

/** A round of the pod's worker: of `SyncPod`, or, where `work` says so, of `SyncTerminatingPod` or `SyncTerminatedPod`. */
export interface SyncObservation {
  readonly type: 'sync';
  readonly state: 'started' | 'finished';
  readonly pod: PodRef;
  readonly work?: 'terminating' | 'terminated';
  readonly trigger?: 'added' | 'due' | 'lifecycle' | 'updated' | 'reset' | 'deleted' | 'ended';
  readonly error?: string;
  /** When the work queue will hand the pod out again, at the earliest (ms); the next tick after it counts. */
  readonly dueMs?: number;
}

export interface ContainerStatusView {
  readonly name: string;
  readonly kind: ContainerKind;
  readonly state: 'waiting' | 'running' | 'terminated';
  readonly reason?: string;
  readonly message?: string;
  readonly exitCode?: number;
  readonly restarts: number;
  /** `lastState.terminated`: how the container before this one ended, or the one that waits to be started anew. */
  readonly last?: { readonly exitCode: number; readonly reason: string };
}

/** The API status as the kubelet publishes it: at the start of a sync, with the reasons of the sync before. Only when it changed. */
export interface StatusObservation {
  readonly type: 'status';
  readonly pod: PodRef;
  readonly phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed';
  readonly reason?: string;
  readonly containers: readonly ContainerStatusView[];
  /** The condition AllContainersRestarting. */
  readonly restartsAllContainers?: true;
}

export interface SandboxObservation {
  readonly type: 'sandbox';
  /** `pullingImage`: the runtime has not got its own image for sandboxes (pause), and pulls it. */
  readonly state: 'pullingImage' | 'creating' | 'ready' | 'failed' | 'gone';
  readonly pod: PodRef;
  /** pullingImage: its name. */
  readonly image?: string;
  /** failed: what RunPodSandbox returned. */
  readonly error?: string;
  readonly because?: Because;
}

export interface ContainerObservation {
  readonly type: 'container';
  readonly state: 'creating' | 'created' | 'running' | 'exited';
  readonly pod: PodRef;
  readonly container: string;
  readonly exitCode?: number;
}

/**
 * The image pull of one container (or image volume) as the kubelet sees it. `waiting`: asked for a slot ("Pulling" is
 * already shown). `pulling`: the runtime works. `backingOff`: refused by back-off until `untilMs`.
 */
export interface PullObservation {
  readonly type: 'pull';
  readonly state:
    | 'inspecting'
    | 'present'
    | 'neverPresent'
    | 'invalidName'
    | 'inspectFailed'
    | 'secretsUnreadable'
    | 'backingOff'
    | 'waiting'
    | 'pulling'
    | 'pulled'
    | 'failed';
  readonly pod: PodRef;
  readonly container: string;
  readonly image: string;
  /** failed: the sentinel (`ErrImagePull` …) and the runtime's error. */
  readonly reason?: string;
  readonly error?: string;
  /** pulled, failed: time waited for a slot, and time with the slot (ms). */
  readonly waitedMs?: number;
  readonly tookMs?: number;
  readonly sizeBytes?: number;
  /** failed, backingOff: length of the window now in force and its end (ms). */
  readonly windowMs?: number;
  readonly untilMs?: number;
  readonly because?: Because;
}

/** A call of the kubelet's image manager to the runtime. */
export interface RuntimeObservation {
  readonly type: 'runtime';
  readonly op: 'GetImageRef' | 'PullImage' | 'GetImageSize';
  readonly image: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly runtimeHandler?: string;
  /** PullImage: what it is tried with; absent: an anonymous pull. */
  readonly credential?: CredentialObservation;
}

export interface RuntimeReturnObservation {
  readonly type: 'runtime-return';
  readonly op: 'PullImage';
  readonly image: string;
  readonly ref?: string;
  readonly error?: string;
  /** What it was tried with; absent: an anonymous pull. */
  readonly credential?: CredentialObservation;
}

/** A Kubernetes event, as the recorder gets it (before the correlator). */
export interface EventObservation {
  readonly type: 'event';
  readonly eventType: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly pod?: PodRef;
  /** `spec.containers{app}`; absent: the pod (or node) itself. */
  readonly fieldPath?: string;
}

/** The pod pulling-time recorder (startup SLI) is told. */
export interface PullingObservation {
  readonly type: 'pulling';
  readonly state: 'started' | 'finished';
}

/** `EnsureImageExists` returned. `error` is the sentinel's text, empty on success. */
export interface ResultObservation {
  readonly type: 'result';
  readonly imageRef: string;
  readonly error: string;
  readonly message: string;
  /** The call's pull policy, as written. */
  readonly policy: string;
  /** Whether the image was found when the call began; absent: nobody looked, or looking failed. */
  readonly present?: boolean;
  /** Whether a pull turned out to be needed; absent: the call returned before that was decided. */
  readonly pullRequired?: boolean;
  /** What the pull records said of an image that was there (`result` of the kubelet's mustpull metric); absent: nobody asked. */
  readonly credentialCheck?: CredentialCheck;
}

/** One request of the container runtime to a registry. */
export interface RequestObservation {
  readonly type: 'request';
  readonly state: 'waiting' | 'sent' | 'answered' | 'failed';
  readonly method: 'HEAD' | 'GET';
  readonly kind: 'tag' | 'index' | 'manifest' | 'config' | 'layer' | 'token';
  readonly registry: string;
  readonly image: string;
  readonly digest?: string;
  /** TCP connection of the pull, from 0. */
  readonly connection?: number;
  /** First byte asked for, where it is not 0. */
  readonly offset?: number;
  readonly status?: number;
  readonly error?: string;
  readonly because?: Because;
}

/** A registry refuses a client's pull for the first time since its last one was allowed. */
export interface PullLimitObservation {
  readonly type: 'pullLimit';
  readonly registry: string;
  /** Whose pulls are counted: a node, the address that nodes share, or a credential. */
  readonly client: string;
  readonly pullsMax: number;
  /** When the next pull will be allowed (ms). */
  readonly untilMs: number;
}

/**
 * A layer's way into the content store. `shared`: another pull already fetches it, this one waits for that; `stalled`: no more
 * bytes come, and the connection stays open.
 */
export interface FetchObservation {
  readonly type: 'fetch';
  readonly state: 'queued' | 'shared' | 'present' | 'started' | 'stalled' | 'fetched' | 'failed';
  readonly image: string;
  readonly digest: string;
  /** Place in the manifest, from 0. */
  readonly layer: number;
  readonly bytes: number;
  readonly error?: string;
  readonly because?: Because;
}

/** `queued`: it waits for one of the node's unpack slots; `shared`: another pull unpacks it, this one waits for that. */
export interface UnpackObservation {
  readonly type: 'unpack';
  readonly state: 'queued' | 'started' | 'finished' | 'failed' | 'skipped' | 'shared';
  readonly image: string;
  readonly digest: string;
  readonly layer: number;
  /** Unpacked size. */
  readonly bytes: number;
  readonly error?: string;
  readonly because?: Because;
}

/** An image came to be on the node or left it. */
export interface ImageObservation {
  readonly type: 'image';
  readonly state: 'present' | 'removed';
  readonly image: string;
  readonly ref: string;
  readonly because?: Because;
}

export interface FaultObservation {
  readonly type: 'fault';
  readonly state: 'began' | 'ended';
  /** The kind as the scenario names it. */
  readonly fault: string;
  readonly target?: string;
  /** began, of a slow link: what it carries meanwhile. */
  readonly bytesPerSecond?: number;
}

export interface NodeObservation {
  readonly type: 'node';
  readonly state: 'started' | 'kubeletRestarted' | 'rebooting' | 'rebooted';
  /** kubeletRestarted, rebooted: the settings that changed, with the values that the new kubelet has read. */
  readonly kubelet?: Readonly<Record<string, unknown>>;
}
