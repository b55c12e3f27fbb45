/** A call of kubeadm's container runtime util, `ContainerRuntime` in cmd/kubeadm/app/util/runtime/runtime.go. */
export interface RuntimeCall {
  readonly op: RuntimeCallName;
  readonly image?: string;
  readonly images?: readonly string[];
  readonly ifNotPresent?: boolean;
  /** Of pod sandboxes. */
  readonly ids?: readonly string[];
  /** Sockets that are on the host. */
  readonly existing?: readonly string[];
  /** Sockets that are looked for; kubeadm's own where absent. */
  readonly known?: readonly string[];
}

export const runtimeCallNames = [
  'socket',
  'isRunning',
  'listKubeContainers',
  'removeContainers',
  'pullImage',
  'pullImagesInParallel',
  'imageExists',
  'sandboxImage',
  'detectCRISocket',
  'isRuntimeConfigImplemented',
] as const;

export type RuntimeCallName = (typeof runtimeCallNames)[number];

/** What a call returns. */
export interface RuntimeResult {
  /** Absent where the call has no value, or none beside its error. */
  readonly value?: string | boolean | readonly string[];
  readonly error?: string;
  /** Each error of an aggregate, in order. */
  readonly errors?: readonly string[];
}
