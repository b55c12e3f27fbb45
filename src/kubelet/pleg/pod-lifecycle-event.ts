/** `PodLifecycleEventType` of pkg/kubelet/pleg/pleg.go. `ContainerChanged` is computed and never sent. */
export type PodLifecycleEventType = 'ContainerStarted' | 'ContainerDied' | 'ContainerRemoved' | 'ContainerChanged' | 'PodSync';

/** An event about a pod. `data` is the id of a container or sandbox, and absent for PodSync. */
export interface PodLifecycleEvent {
  readonly uid: string;
  readonly eventType: PodLifecycleEventType;
  readonly data?: string;
}

/** Whether the sync loop syncs the pod for it; mirrors `isSyncPodWorthy` in pkg/kubelet/kubelet.go. */
export function isSyncPodWorthy({ eventType }: PodLifecycleEvent): boolean {
  return eventType !== 'ContainerRemoved';
}
