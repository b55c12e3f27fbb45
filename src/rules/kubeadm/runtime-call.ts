/**
 * A call of kubeadm's container runtime util, `ContainerRuntime` in cmd/kubeadm/app/util/runtime/runtime.go.
 */
export interface RuntimeCall {
  readonly op: RuntimeCallName;
  readonly image?: string;
  readonly images?: readonly string[];
  readonly ifNotPresent?: boolean;
  /** The ids of pod sandboxes. */
  readonly ids?: readonly string[];
  /** The sockets that exist on the host. */
  readonly existing?: readonly string[];
  /** The sockets that are looked for; absent: kubeadm's own. */
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

/** The result of a call. */
export interface RuntimeResult {
  /** The value; absent if the call has none, or none beside its error. */
  readonly value?: string | boolean | readonly string[];
  readonly error?: string;
  /** The errors of an aggregate, in order. */
  readonly errors?: readonly string[];
}
