import type { Profile } from '../profile.ts';
import { containersToReset, restartsAfter } from './container-restart.ts';
import type { ContainerSpec, PodSpec } from './pod.ts';
import { type ContainerRuntimeStatus, findContainer, type PodRuntimeStatus } from './pod-runtime-status.ts';

export interface ContainerStart {
  readonly kind: 'init' | 'sidecar' | 'container' | 'ephemeral';
  readonly spec: ContainerSpec;
}

/** What one round of `SyncPod` sets out to do, in order. */
export interface SyncPlan {
  readonly createSandbox: boolean;
  /** A sandbox from before the node went down is replaced. */
  readonly replacesSandbox: boolean;
  /**
   * No container is left to keep or start: what still runs (sidecars) is stopped, and the sandbox with it.
   */
  readonly killsPod: boolean;
  /** Containers that run with another image than the spec has by now: they are stopped and started again. */
  readonly changed: readonly string[];
  /** Containers that are taken away, running or not, so that the pod starts again in its sandbox. */
  readonly resets: readonly string[];
  readonly starts: readonly ContainerStart[];
}

const nothing: SyncPlan = {
  createSandbox: false,
  replacesSandbox: false,
  killsPod: false,
  changed: [],
  resets: [],
  starts: [],
};

/**
 * Which containers a sync starts. Mirrors `computePodActions` and `computeInitContainerActions` (kuberuntime,
 * v1.37.2) as far as images go: no probes, and of changed specs the image alone. A pod without a sandbox
 * starts from the beginning: its first init container, or all its containers; its ephemeral containers wait
 * for the sync after. Those start whatever the init containers do, and never again. `isReset`: the pod's
 * status says that all its containers restart (AllContainersRestarting); the sync that takes them away starts
 * nothing.
 */
export function planSync(
  pod: PodSpec,
  status: PodRuntimeStatus,
  rules: Pick<Profile, 'tellsInitialized'>,
  isReset = false,
): SyncPlan {
  if (isReset && status.sandbox === 'ready') return { ...nothing, resets: containersToReset(pod, status) };
  if (isReset) return { ...nothing, createSandbox: true, replacesSandbox: status.sandbox === 'notReady' };
  if (status.sandbox !== 'ready') {
    const [firstInit] = pod.initContainers;
    const toRun = pod.containers.filter(
      (spec) => !runsOnce(pod, spec) || !hasSucceeded(findContainer(status, spec.name)),
    );
    const replacesSandbox = status.sandbox === 'notReady';
    const hasRun = pod.containers.some((spec) => findContainer(status, spec.name) !== undefined);
    if (replacesSandbox && status.containers.length > 0 && pod.restartPolicy === 'Never') return nothing;
    if (toRun.length === 0 && hasRun) return nothing;
    return {
      ...nothing,
      createSandbox: true,
      replacesSandbox,
      starts: firstInit === undefined ? toRun.map(asContainer) : [asInit(firstInit)],
    };
  }
  const init = planInitContainers(pod, status, rules);
  if (init.failed) return { ...nothing, killsPod: true };
  const ephemeral = pod.ephemeralContainers.filter((spec) => findContainer(status, spec.name) === undefined);
  const starts = [
    ...ephemeral.map((spec): ContainerStart => ({ kind: 'ephemeral', spec })),
    ...init.start.flatMap((index) =>
      pod.initContainers[index] === undefined ? [] : [asInit(pod.initContainers[index])],
    ),
  ];
  if (!init.initialized) return { ...nothing, changed: init.changed, starts };
  const changedContainers = pod.containers.filter((spec) =>
    hasChanged(spec, findContainer(status, spec.name)),
  );
  const toStart = pod.containers.filter(
    (spec) =>
      changedContainers.includes(spec) || shouldBeStarted(pod, spec, findContainer(status, spec.name)),
  );
  const keeps = pod.containers.some(
    (spec) => !changedContainers.includes(spec) && findContainer(status, spec.name)?.state === 'running',
  );
  if (!keeps && toStart.length === 0) return { ...nothing, killsPod: true };
  return {
    ...nothing,
    changed: [...init.changed, ...changedContainers.map(({ name }) => name)],
    starts: [...starts, ...toStart.map(asContainer)],
  };
}

/** Mirrors `containerChanged`, which compares hashes of specs: here the image is all that may change. */
function hasChanged(spec: ContainerSpec, status: ContainerRuntimeStatus | undefined): boolean {
  return status?.state === 'running' && status.image !== spec.image;
}

/** Whether a container that is not running is to be started (again); mirrors `ShouldContainerBeRestarted`. */
export function shouldBeStarted(
  pod: PodSpec,
  spec: ContainerSpec,
  status: ContainerRuntimeStatus | undefined,
): boolean {
  if (pod.deletionGraceMicros !== undefined) return false;
  if (status === undefined || status.state === 'created') return true;
  return status.state === 'exited' && restartsAfter(pod, spec, status.exitCode);
}

interface InitPlan {
  readonly start: readonly number[];
  /** Sidecars that run with another image than they should. */
  readonly changed: readonly string[];
  readonly initialized: boolean;
  readonly failed: boolean;
}

/** Walks from the last init container to the first, as finished ones may be gone from the runtime. */
function planInitContainers(
  pod: PodSpec,
  status: PodRuntimeStatus,
  { tellsInitialized }: Pick<Profile, 'tellsInitialized'>,
): InitPlan {
  if (pod.initContainers.length === 0) return { start: [], changed: [], initialized: true, failed: false };
  const ofActiveOnes = tellsInitialized === 'activeContainers';
  const find = ({ name }: ContainerSpec) => {
    const container = findContainer(status, name);
    return ofActiveOnes && container?.isActive === false ? undefined : container;
  };
  let initialized = pod.containers.some((spec) =>
    ofActiveOnes ? find(spec) !== undefined : isUp(find(spec)),
  );
  let initializedBefore = initialized;
  const start: number[] = [];
  const changedNames: string[] = [];
  for (let index = pod.initContainers.length - 1; index >= 0; index--) {
    const spec = pod.initContainers[index];
    if (spec === undefined) continue;
    const container = find(spec);
    if (container === undefined) {
      if (initializedBefore && spec.sidecar) start.push(index);
      continue;
    }
    if (initializedBefore && !spec.sidecar) continue;
    const step = nextInitStep(pod, spec, container);
    if (step === 'fail') return { start: [], changed: [], initialized: false, failed: true };
    if (step === 'start') start.push(index);
    if (step === 'done' && index === pod.initContainers.length - 1) initialized = true;
    else if (step === 'done' && !initializedBefore) start.push(index + 1);
    if (spec.sidecar && hasChanged(spec, container)) {
      changedNames.push(spec.name);
      start.push(index);
    }
    initializedBefore = true;
  }
  if (!initializedBefore) start.push(0);
  return { start: start.reverse(), changed: changedNames.reverse(), initialized, failed: false };
}

function nextInitStep(
  pod: PodSpec,
  spec: ContainerSpec,
  container: ContainerRuntimeStatus,
): 'start' | 'wait' | 'done' | 'fail' {
  if (container.state === 'created') return 'start';
  if (container.state === 'running') return spec.sidecar ? 'done' : 'wait';
  if (spec.sidecar) return 'start';
  if (container.exitCode === 0) return 'done';
  return shouldBeStarted(pod, spec, container) ? 'start' : 'fail';
}

/** In a new sandbox the policy alone counts, no rule. */
function runsOnce(pod: PodSpec, { restart }: ContainerSpec): boolean {
  return (restart?.policy ?? pod.restartPolicy) === 'OnFailure';
}

function isUp(container: ContainerRuntimeStatus | undefined): boolean {
  return container?.state === 'running' || container?.state === 'created';
}

function hasSucceeded(container: ContainerRuntimeStatus | undefined): boolean {
  return container?.state === 'exited' && container.exitCode === 0;
}

function asInit(spec: ContainerSpec): ContainerStart {
  return { kind: spec.sidecar ? 'sidecar' : 'init', spec };
}

function asContainer(spec: ContainerSpec): ContainerStart {
  return { kind: 'container', spec };
}
