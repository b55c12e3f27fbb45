import { modelContainer } from '../../../src/proof/models/model-pods.ts';
import {
  type ApiStatus,
  apiStatus,
  type ReasonCache,
  selectStatusRules,
} from '../../../src/rules/kubelet/pods/api-status.ts';
import type { ContainerSpec, PodSpec } from '../../../src/rules/kubelet/pods/pod.ts';
import type {
  ContainerRuntimeStatus,
  PodRuntimeStatus,
} from '../../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';

export { modelContainer as container };

/** A restartable init container. */
export function sidecar(name: string): ContainerSpec {
  return modelContainer(name, { sidecar: true });
}

/** A pod of these containers, `app` alone by default. */
export function podOf(changes: Partial<PodSpec> = {}): PodSpec {
  return {
    namespace: 'default',
    name: 'web',
    uid: 'uid-1',
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

/** `+` runs, `c` is created, a number is the code that it exited with (at 1 s). */
export type State = '+' | 'c' | number;

/** What the runtime reports of a container, which was made of the image that `container` gives it. */
export function statusOf(name: string, state: State, restarts = 0): ContainerRuntimeStatus {
  const made = {
    name,
    isActive: true,
    restarts,
    image: `${name}:1`,
    imageRef: `sha256:${name}`,
    mountedImageRefs: [],
  };
  if (state === '+') return { ...made, state: 'running', exitCode: 0, exitReason: '', finishedAtMicros: 0 };
  if (state === 'c') return { ...made, state: 'created', exitCode: 0, exitReason: '', finishedAtMicros: 0 };
  const exitReason = state === 0 ? 'Completed' : 'Error';
  return { ...made, state: 'exited', exitCode: state, exitReason, finishedAtMicros: 1_000_000 };
}

/** What the kubelet of 1.36 and later publishes. */
export function published(
  pod: PodSpec,
  status: PodRuntimeStatus,
  reasons: ReasonCache = new Map(),
  before?: ApiStatus,
): ApiStatus {
  return apiStatus(pod, status, reasons, selectStatusRules(v1_36, {}), before);
}

/** A pod with a sandbox and these containers. */
export function withStates(
  states: Readonly<Record<string, State>>,
  sandbox: PodRuntimeStatus['sandbox'] = 'ready',
): PodRuntimeStatus {
  return { sandbox, containers: Object.entries(states).map(([name, state]) => statusOf(name, state)) };
}
