/** The latest container of a name, as the runtime (and so the PLEG's cache) reports it. */
export interface ContainerRuntimeStatus {
  readonly name: string;
  readonly state: 'created' | 'running' | 'exited';
  readonly exitCode: number;
  /** How often the container was started anew. */
  readonly restarts: number;
  /** What the runtime says of an exit: `Completed`, `Error`, or `Unknown` where it was not there to see it. */
  readonly exitReason: string;
  /** When it exited; meaningless before. */
  readonly finishedAtMicros: number;
  /** The image as the pod's spec had it when the container was made. */
  readonly image: string;
  /** The image that it was made of, as the runtime names it. */
  readonly imageRef: string;
  /** The images of the volumes that it mounts. */
  readonly mountedImageRefs: readonly string[];
}

/** What the runtime knows of a pod; mirrors `kubecontainer.PodStatus` in pkg/kubelet/container/runtime.go. */
export interface PodRuntimeStatus {
  /** `notReady`: one from before the node went down. */
  readonly sandbox: 'none' | 'ready' | 'notReady';
  readonly containers: readonly ContainerRuntimeStatus[];
}

/** The status of a pod that the runtime has never heard of. */
export const unknownPodStatus: PodRuntimeStatus = { sandbox: 'none', containers: [] };

/** The container of that name; mirrors `FindContainerStatusByName`. */
export function findContainer(status: PodRuntimeStatus, name: string): ContainerRuntimeStatus | undefined {
  return status.containers.find((container) => container.name === name);
}

/** The names of the containers that run; mirrors `ConvertPodStatusToRunningPod`. */
export function runningContainers(status: PodRuntimeStatus): readonly string[] {
  return status.containers.filter(({ state }) => state === 'running').map(({ name }) => name);
}
