import type { ContainerRestart, ContainerSpec, PodSpec, RestartRule } from './pod.ts';
import { findContainer, type PodRuntimeStatus } from './pod-runtime-status.ts';

/** The reason in the status of a container that was removed with all the others of its pod. */
export const restartingAllContainers = 'RestartingAllContainers';

/**
 * Whether a container that ended with this code is started again: by the first of its own rules that matches,
 * else by its own policy, else by the pod's. Mirrors `ContainerShouldRestart` (pkg/api/v1/pod/util.go,
 * v1.36.3).
 */
export function restartsAfter(pod: PodSpec, { restart }: ContainerSpec, exitCode: number): boolean {
  const action = matchingRule(restart, exitCode)?.action ?? 'none';
  if (action !== 'none') return true;
  const policy = restart?.policy ?? pod.restartPolicy;
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

/** Whether the end of a container with this code restarts all containers of its pod. */
export function resetsPod({ restart }: ContainerSpec, exitCode: number): boolean {
  return matchingRule(restart, exitCode)?.action === 'RestartAllContainers';
}

/**
 * Whether a container of the pod has ended in that way. Mirrors `ShouldAllContainersRestart`
 * (pkg/kubelet/container/helpers.go, v1.36.3).
 */
export function isToBeReset(pod: PodSpec, status: PodRuntimeStatus): boolean {
  return [...pod.initContainers, ...pod.containers].some((spec) => {
    const container = findContainer(status, spec.name);
    return container?.state === 'exited' && resetsPod(spec, container.exitCode);
  });
}

/**
 * The containers in the order in which a reset takes them away: those that caused it last. Mirrors
 * `getContainersToReset` and its caller (kuberuntime, v1.36.3).
 */
export function containersToReset(pod: PodSpec, status: PodRuntimeStatus): readonly string[] {
  const presentNames = (specs: readonly ContainerSpec[], isSource: boolean) =>
    specs.flatMap((spec) => {
      const container = findContainer(status, spec.name);
      const caused = container?.state === 'exited' && resetsPod(spec, container.exitCode);
      return container !== undefined && caused === isSource ? [spec.name] : [];
    });
  const { containers, initContainers } = pod;
  return [
    ...presentNames(containers, false),
    ...presentNames(initContainers, false),
    ...presentNames(containers, true),
    ...presentNames(initContainers, true),
  ];
}

/** Mirrors `FindMatchingContainerRestartRule`. */
function matchingRule(restart: ContainerRestart | undefined, exitCode: number): RestartRule | undefined {
  return restart?.rules.find(
    ({ operator, exitCodes }) => exitCodes.includes(exitCode) === (operator === 'In'),
  );
}
