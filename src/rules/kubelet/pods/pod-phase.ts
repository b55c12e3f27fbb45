import type { ContainerStatusView } from '../../../trace/observation.ts';
import { restartingAllContainers, restartsAfter } from './container-restart.ts';
import type { ContainerSpec, PodSpec } from './pod.ts';

export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed';

/** Whether the pod comes to nothing else any more. */
export function isOver(phase: PodPhase | undefined): phase is 'Succeeded' | 'Failed' {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** What decides beside the statuses of the containers. */
interface Circumstances {
  /** The containers are stopped for good, so none is started again whatever its policy. */
  readonly isTerminal: boolean;
  /** Whether a regular container has been made in the sandbox that the pod has by now. */
  readonly isInitialized: boolean;
  /** The sidecars that ran when the status before was published. */
  readonly startedSidecars: ReadonlySet<string>;
}

/**
 * Mirrors `getPhase` (pkg/kubelet/kubelet_pods.go, v1.37.2; v1.36.3: the same). A container that waits after
 * it has run counts as stopped, so it keeps the pod Running; one that has never run keeps it Pending.
 */
export function podPhase(
  pod: PodSpec,
  views: readonly ContainerStatusView[],
  circumstances: Circumstances,
): PodPhase {
  const viewOf = new Map(views.map((view) => [view.name, view]));
  const init = pod.initContainers.map((spec) => seenAs(pod, spec, viewOf.get(spec.name)));
  const regular = init.filter((one) => !one.spec.sidecar);
  const sidecars = init.filter((one) => one.spec.sidecar);
  const main = pod.containers.map((spec) => seenAs(pod, spec, viewOf.get(spec.name)));
  const { isTerminal, isInitialized, startedSidecars } = circumstances;

  if (regular.some(({ state, exitCode, restarts }) => state === 'stopped' && exitCode !== 0 && !restarts))
    return 'Failed';
  const startsFirst = ({ state, spec }: Seen) =>
    state === 'waiting' || (state === 'running' && !startedSidecars.has(spec.name));
  const isPending =
    regular.some(({ state }) => state !== 'stopped') ||
    (!isInitialized && sidecars.some(startsFirst)) ||
    [...sidecars, ...main].some(({ state }) => state === 'waiting');
  if (isPending) return 'Pending';
  if ([...sidecars, ...main].some(({ state }) => state === 'running')) return 'Running';
  if (!isTerminal && main.some(({ restarts }) => restarts)) return 'Running';
  return main.every(({ hasSucceeded }) => hasSucceeded) ? 'Succeeded' : 'Failed';
}

interface Seen {
  readonly spec: ContainerSpec;
  readonly state: 'running' | 'waiting' | 'stopped';
  readonly exitCode: number;
  /** Of a stopped one: whether it is started again. */
  readonly restarts: boolean;
  readonly hasSucceeded: boolean;
}

function seenAs(pod: PodSpec, spec: ContainerSpec, view: ContainerStatusView | undefined): Seen {
  const end = view?.state === 'terminated' ? view : view?.state === 'waiting' ? view.last : undefined;
  if (end === undefined) {
    return {
      spec,
      state: view?.state === 'running' ? 'running' : 'waiting',
      exitCode: 0,
      restarts: false,
      hasSucceeded: false,
    };
  }
  const { exitCode = 0, reason } = end;
  const restarts = reason === restartingAllContainers || restartsAfter(pod, spec, exitCode);
  return {
    spec,
    state: 'stopped',
    exitCode,
    restarts,
    hasSucceeded: view?.state === 'terminated' && exitCode === 0,
  };
}
