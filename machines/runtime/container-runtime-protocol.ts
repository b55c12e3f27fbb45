import type { ActorRef, Snapshot } from 'xstate';
import type { ImageUser } from '../../src/rules/kubelet/image-gc/image-records.ts';
import type { PodStatus, RuntimePod } from '../../src/rules/kubelet/pleg/pod-status.ts';
import type { PodRef } from '../../src/trace/observation.ts';
import type { FaultEvent, KubeletGone, NodeRebooted } from '../world/fault.ts';

export interface ContainerCall {
  readonly pod: PodRef;
  readonly container: string;
}

/** The images that a container is made of: image GC leaves those alone as long as the container exists. */
export interface UsedImages {
  /** What `EnsureImageExists` returned. */
  readonly imageRef: string;
  /** The images of the image volumes that it mounts. */
  readonly mountedImageRefs: readonly string[];
}

/** What a container is made of. */
export interface ContainerMade extends ContainerCall, UsedImages {
  /**
   * The image as written in the pod's spec. It stands for the hash of the container's spec
   * (`containerChanged`).
   */
  readonly image: string;
}

export type Started = ContainerMade & {
  readonly type: 'CONTAINER.STARTED';
  /** null: runs for ever. */
  readonly runsForMicros: number | null;
  readonly exitCode: number;
};

/**
 * A pod worker sends it when a call of the CRI has taken its time. It sends nothing for a call that was
 * interrupted.
 */
export type ContainerRuntimeCall =
  | { readonly type: 'SANDBOX.CREATED'; readonly pod: PodRef; readonly purged: readonly string[] }
  /** StopPodSandbox: the containers in the sandbox end, and the sandbox is no longer ready. */
  | { readonly type: 'SANDBOX.STOPPED'; readonly pod: PodRef }
  /** RemovePodSandbox: the sandbox's containers are removed with it. */
  | { readonly type: 'POD.REMOVED'; readonly pod: PodRef }
  /**
   * StopContainer has ended the container with this exit code: 143 if it obeyed SIGTERM, 137 if not. A
   * container that ended by itself keeps its own code.
   */
  | (ContainerCall & { readonly type: 'CONTAINER.KILLED'; readonly exitCode: number })
  /** RemoveContainer, which leaves its logs. */
  | (ContainerCall & { readonly type: 'CONTAINER.REMOVED' })
  | (ContainerMade & { readonly type: 'CONTAINER.CREATED' })
  | Started;

/** A container's process has ended. */
export type ContainerExited = ContainerCall & {
  readonly type: 'CONTAINER.EXITED';
  /** Which process of the container it is. Processes of an earlier boot do not count. */
  readonly process: string;
  readonly exitCode: number;
};

/** The answer to GetPods: all pods, and the UIDs of those that changed since this caller's listing before. */
export type PodsListed = {
  readonly type: 'PODS.LISTED';
  readonly pods: ReadonlyMap<string, RuntimePod>;
  /** undefined: the caller has not listed before, or the runtime does not know what changed. */
  readonly changed: ReadonlySet<string> | undefined;
};

/** `fault`: the id of the scenario's fault that makes the call fail, if it is one. */
interface CallFailed {
  readonly error: string;
  readonly fault?: string | undefined;
}

/** The answers to PLEG's calls. Errors are the runtime's texts. */
export type PlegRuntimeAnswer =
  | PodsListed
  | (CallFailed & { readonly type: 'PODS.LIST_FAILED' })
  | { readonly type: 'POD.LISTED'; readonly pod: RuntimePod; readonly asOfMicros: number }
  /** GetPod also fails for a pod that does not exist. */
  | (CallFailed & { readonly type: 'POD.LIST_FAILED' })
  | { readonly type: 'POD_STATUS.ANSWERED'; readonly status: PodStatus }
  /** A runtime may return a status beside its error. */
  | (CallFailed & { readonly type: 'POD_STATUS.FAILED'; readonly status: PodStatus | null });

export type RuntimeLister = ActorRef<Snapshot<unknown>, PlegRuntimeAnswer>;

/**
 * GetPods, GetPod and GetPodStatus as PLEG calls them. Each call is answered once, after its time, with the
 * state at the moment of the call.
 */
export type PlegRuntimeRequest =
  | { readonly type: 'PODS.LIST_REQUESTED'; readonly requester: RuntimeLister }
  | { readonly type: 'POD.LIST_REQUESTED'; readonly uid: string; readonly requester: RuntimeLister }
  | { readonly type: 'POD_STATUS.REQUESTED'; readonly pod: PodRef; readonly requester: RuntimeLister };

/** The runtime as PLEG sees it. */
export type PlegRuntime = ActorRef<Snapshot<unknown>, PlegRuntimeRequest>;

/**
 * RunPodSandbox begins: may the first sandbox of this pod have its name? A kubelet that knows of no sandbox
 * names it as the first one.
 */
export type SandboxNameRequested = {
  readonly type: 'SANDBOX_NAME.REQUESTED';
  readonly pod: PodRef;
  readonly requester: ActorRef<Snapshot<unknown>, SandboxNameAnswer>;
};

export type SandboxNameAnswer =
  | { readonly type: 'SANDBOX_NAME.FREE' }
  /** The pod has a sandbox already: the CRI's error text as the kubelet prints it. */
  | { readonly type: 'SANDBOX_NAME.TAKEN'; readonly error: string };

/** The answer to GetPods(all). */
export type ContainersListAnswer =
  | { readonly type: 'CONTAINERS.LISTED'; readonly containers: readonly ImageUser[] }
  | { readonly type: 'CONTAINERS.LIST_FAILED'; readonly error: string };

/** GetPods(all), as image GC calls it. */
export type ContainersListRequested = {
  readonly type: 'CONTAINERS.LIST_REQUESTED';
  readonly requester: ActorRef<Snapshot<unknown>, ContainersListAnswer>;
};

/** The runtime as image GC sees it. */
export type ContainerLister = ActorRef<Snapshot<unknown>, ContainersListRequested>;

/** `STARTED`, `STOPPED` and so on of one container or sandbox, as `GetContainerEvents` streams them. */
export type ContainerEvent = {
  readonly type: 'CONTAINER_EVENT.RECEIVED';
  readonly kind: 'created' | 'started' | 'stopped' | 'deleted';
  readonly containerId: string;
  readonly createdAtMicros: number;
  /** GeneratePodStatus: the pod as it is after the event. */
  readonly status: PodStatus;
};

/** The stream of container events has ended, and it may be requested again. */
export type StreamFailed = { readonly type: 'STREAM.FAILED' };

export type ContainerEventStream = ActorRef<Snapshot<unknown>, ContainerEvent | StreamFailed>;

/** A container that has started from an image of which not all is on the node. */
export interface ContainerRead extends ContainerCall {
  /** Which process of the container it is. */
  readonly process: string;
  /** How long it runs once it has what it reads at its start; null: for ever. */
  readonly runsForMicros: number | null;
  readonly exitCode: number;
}

/** A container begins to read its image. It is answered when the container has what it reads at its start. */
export interface ImageReadRequest {
  readonly type: 'IMAGE_READ.REQUESTED';
  readonly imageRef: string;
  readonly reader: ContainerRead;
  readonly requester: ActorRef<Snapshot<unknown>, ImageReadAnswer>;
}

export type ImageReadAnswer = {
  readonly type: 'IMAGE_READ.FINISHED';
  readonly readers: readonly ContainerRead[];
};

/** The image service as containers read their images by it. */
export type ImageReads = ActorRef<Snapshot<unknown>, ImageReadRequest>;

export type ContainerRuntimeEvent =
  | ContainerRuntimeCall
  | ImageReadAnswer
  | ContainerExited
  | PlegRuntimeRequest
  | SandboxNameRequested
  | ContainersListRequested
  /** GetContainerEvents: from now on the events go there, until the stream fails. */
  | { readonly type: 'STREAM.REQUESTED'; readonly requester: ContainerEventStream }
  | FaultEvent
  /** The runtime no longer answers what the kubelet has asked for. */
  | KubeletGone
  | NodeRebooted;

export type ContainerRuntime = ActorRef<Snapshot<unknown>, ContainerRuntimeEvent>;
