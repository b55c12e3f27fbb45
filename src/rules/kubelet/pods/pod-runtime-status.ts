/** The latest container of a name, as the runtime (and so the PLEG's cache) reports it. */
export interface ContainerRuntimeStatus {
  readonly name: string;
  readonly state: 'created' | 'running' | 'exited';
  readonly exitCode: number;
  /** Whether it was made in the sandbox that the pod has by now; mirrors `ActiveContainerStatuses`. */
  readonly isActive: boolean;
  /** How often the container has been restarted. */
  readonly restarts: number;
  /** The runtime's reason of an exit: `Completed`, `Error`, or `Unknown` if it was down at that time. */
  readonly exitReason: string;
  /** When the container exited; without meaning before. */
  readonly finishedAtMicros: number;
  /** The image in the pod's spec when the container was created. */
  readonly image: string;
  /** The runtime's name of the image that the container was created from. */
  readonly imageRef: string;
  /** The images of the volumes that it mounts. */
  readonly mountedImageRefs: readonly string[];
}

/** The runtime's status of a pod. Mirrors `kubecontainer.PodStatus` in pkg/kubelet/container/runtime.go. */
export interface PodRuntimeStatus {
  /** `notReady`: a sandbox from before the node went down, or one that was stopped. */
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
