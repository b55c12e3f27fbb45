/** A container or a sandbox in a listing. */
export interface ListedPart {
  readonly id: string;
  /** The container's name; empty for sandboxes. */
  readonly name: string;
  /** `created`, `running`, `exited` or `unknown`; a runtime that says anything else makes PLEG panic. */
  readonly state: string;
}

/** A pod as GetPods lists it, with all that PLEG compares. Mirrors `kubecontainer.Pod` in pkg/kubelet/container/runtime.go. */
export interface RuntimePod {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly containers: readonly ListedPart[];
  readonly sandboxes: readonly ListedPart[];
}
