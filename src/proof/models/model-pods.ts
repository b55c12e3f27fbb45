import type { ContainerSpec, PodSpec } from '../../rules/kubelet/pods/pod.ts';
import type {
  ContainerRuntimeStatus,
  PodRuntimeStatus,
} from '../../rules/kubelet/pods/pod-runtime-status.ts';

/** Returns a container that runs for ever. */
export function modelContainer(name: string, changes: Partial<ContainerSpec> = {}): ContainerSpec {
  return {
    name,
    image: `${name}:1`,
    policy: 'IfNotPresent',
    sidecar: false,
    mounts: [],
    runsForMicros: null,
    exitCode: 0,
    stopsInMicros: 0,
    ...changes,
  };
}

/** Returns a pod whose UID is its name, with the container `app` unless other ones are named. */
export function modelPod(name: string, changes: Partial<PodSpec> = {}): PodSpec {
  return {
    namespace: 'default',
    name,
    uid: name,
    nodeName: 'node-1',
    arrivesAtMicros: 0,
    restartPolicy: 'Always',
    annotations: {},
    runtimeHandler: '',
    hasVolumes: false,
    terminationGracePeriodMicros: 30_000_000,
    imageVolumes: [],
    initContainers: [],
    containers: [modelContainer('app')],
    ephemeralContainers: [],
    ...changes,
  };
}

/** `+` means that the container runs; a number is the code with which it exited. */
type ContainerState = '+' | number;

/**
 * Returns the runtime's status of a pod with a sandbox and these containers. Containers that exited did so at
 * `exitedAtMicros`.
 */
export function modelStatus(
  containers: Readonly<Record<string, ContainerState>>,
  exitedAtMicros = 0,
): PodRuntimeStatus {
  return {
    sandbox: 'ready',
    containers: Object.entries(containers).map(([name, state]) => statusOf(name, state, exitedAtMicros)),
  };
}

function statusOf(name: string, state: ContainerState, finishedAtMicros: number): ContainerRuntimeStatus {
  const made = {
    name,
    isActive: true,
    restarts: 0,
    image: `${name}:1`,
    imageRef: `sha256:${name}`,
    mountedImageRefs: [],
  };
  if (state === '+') return { ...made, state: 'running', exitCode: 0, exitReason: '', finishedAtMicros: 0 };
  return {
    ...made,
    state: 'exited',
    exitCode: state,
    exitReason: state === 0 ? 'Completed' : 'Error',
    finishedAtMicros,
  };
}
