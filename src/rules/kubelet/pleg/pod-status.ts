import { type PodRuntimeStatus, unknownPodStatus } from '../pods/pod-runtime-status.ts';

interface SandboxStatus {
  readonly id: string;
  readonly isReady: boolean;
  /** The sandbox's IP; empty if it has none. */
  readonly ip: string;
}

/**
 * What GetPodStatus says of a pod; mirrors `kubecontainer.PodStatus` in pkg/kubelet/container/runtime.go.
 * PLEG looks at IPs and sandboxes, and hands the rest to the pod workers.
 */
export interface PodStatus {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly ips: readonly string[];
  readonly containers: readonly ListedPart[];
  readonly sandboxes: readonly SandboxStatus[];
  /** The part of the status that a sync reads. */
  readonly forSync: PodRuntimeStatus;
}

/**
 * Returns the status of a pod that the cache has no entry for: `makeDefaultData` of
 * pkg/kubelet/container/cache.go.
 */
export function emptyPodStatus(uid: string): PodStatus {
  return { uid, name: '', namespace: '', ips: [], containers: [], sandboxes: [], forSync: unknownPodStatus };
}

/** A container or a sandbox in a listing. */
export interface ListedPart {
  readonly id: string;
  /** The container's name; empty for sandboxes. */
  readonly name: string;
  /** `created`, `running`, `exited` or `unknown`; a runtime that says anything else makes PLEG panic. */
  readonly state: string;
}

/**
 * A pod as GetPods lists it, with all that PLEG compares. Mirrors `kubecontainer.Pod` in
 * pkg/kubelet/container/runtime.go.
 */
export interface RuntimePod {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly containers: readonly ListedPart[];
  readonly sandboxes: readonly ListedPart[];
}
