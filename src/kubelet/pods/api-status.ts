import { rememberingLast } from '../../collections/remembering.ts';
import type { ContainerKind, ContainerStatusView } from '../../trace/observation.ts';
import type { PullFailure } from '../profile.ts';
import { isToBeReset, restartingAllContainers, restartsAfter } from './container-restart.ts';
import type { ContainerSpec, PodSpec } from './pod.ts';
import { findContainer, type PodRuntimeStatus } from './pod-runtime-status.ts';
import { shouldBeStarted } from './sync-plan.ts';

export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed';

export interface ApiStatus {
  readonly phase: PodPhase;
  readonly containers: readonly ContainerStatusView[];
  /** The condition AllContainersRestarting: the next sync removes all containers of the pod. */
  readonly restartsAllContainers?: true;
}

/** Why a container could not be started in the sync before, by container; mirrors `reasonCache` of pkg/kubelet. */
export type ReasonCache = ReadonlyMap<string, PullFailure>;

const none: ReadonlySet<string> = new Set();

/**
 * The status that the kubelet publishes at the start of a sync. It tells the reasons of the sync before, so it lags by
 * one; a container that the runtime has lost, an init container of an earlier sandbox, stays as it was in the status
 * before. Mirrors `generateAPIPodStatus` and `convertToAPIContainerStatuses` (pkg/kubelet/kubelet_pods.go, v1.36.3), and
 * `GenerateAllContainersRestartingCondition` (pkg/kubelet/status).
 */
export const apiStatus = rememberingLast((pod: PodSpec, status: PodRuntimeStatus, reasons: ReasonCache, before?: ApiStatus): ApiStatus => {
  const isReset = before?.restartsAllContainers === true || isToBeReset(pod, status);
  const view = (spec: ContainerSpec, kind: ContainerKind) => {
    const lost = isReset && kind !== 'ephemeral' ? takenAway : lostView;
    const old = before?.containers.find(({ name }) => name === spec.name);
    return containerView(pod, spec, kind, status, reasons, old, lost);
  };
  const containers = [
    ...pod.initContainers.map((spec) => view(spec, spec.sidecar ? 'sidecar' : 'init')),
    ...pod.containers.map((spec) => view(spec, 'container')),
    ...pod.ephemeralContainers.map((spec) => view(spec, 'ephemeral')),
  ];
  const begunAnew = containers.filter(({ last }) => last?.reason === restartingAllContainers);
  const phase = phaseOf(pod, status, begunAnew.length === 0 ? none : new Set(begunAnew.map(({ name }) => name)));
  const isCleanedUp = ![...pod.initContainers, ...pod.containers].some((spec) => findContainer(status, spec.name) !== undefined);
  const restartsAll = isReset && !isCleanedUp && phase !== 'Succeeded' && phase !== 'Failed';
  return restartsAll ? { phase, containers, restartsAllContainers: true } : { phase, containers };
});

/** Whether two published statuses are equal. */
export function sameApiStatus(a: ApiStatus, b: ApiStatus): boolean {
  return (
    a.phase === b.phase &&
    a.restartsAllContainers === b.restartsAllContainers &&
    a.containers.length === b.containers.length &&
    a.containers.every((left, index) => {
      const right = b.containers[index];
      return (
        right !== undefined &&
        left.state === right.state &&
        left.reason === right.reason &&
        left.message === right.message &&
        left.exitCode === right.exitCode &&
        left.restarts === right.restarts &&
        left.last?.exitCode === right.last?.exitCode &&
        left.last?.reason === right.last?.reason
      );
    })
  );
}

/**
 * Mirrors `getPhase`: a pod whose containers have all ended and are not started again is over. `begunAnew`: containers that
 * a reset of the pod has taken away; those that are still to be made have run before, and keep the pod Running.
 */
export function phaseOf(pod: PodSpec, status: PodRuntimeStatus, begunAnew: ReadonlySet<string> = none): PodPhase {
  const init = pod.initContainers.filter((spec) => !spec.sidecar).map((spec) => ({ spec, container: findContainer(status, spec.name) }));
  const initFailed = init.some(
    ({ spec, container }) => container?.state === 'exited' && container.exitCode !== 0 && !restartsAfter(pod, spec, container.exitCode),
  );
  if (initFailed) return 'Failed';
  const waits = ({ spec, container }: (typeof init)[number]) => container === undefined && !begunAnew.has(spec.name);
  if (init.some((one) => waits(one) || (one.container !== undefined && one.container.state !== 'exited'))) return 'Pending';
  const main = pod.containers.map((spec) => ({ spec, container: findContainer(status, spec.name) }));
  // A container that waits after it has run keeps the pod Running; one that never ran keeps it Pending.
  if (main.some((one) => waits(one) || one.container?.state === 'created')) return 'Pending';
  const sidecarRuns = pod.initContainers.some((spec) => spec.sidecar && findContainer(status, spec.name)?.state === 'running');
  const goesOn = main.some(({ spec, container }) => container?.state !== 'exited' || restartsAfter(pod, spec, container.exitCode));
  if (goesOn || sidecarRuns) return 'Running';
  return main.some(({ container }) => container?.exitCode !== 0) ? 'Failed' : 'Succeeded';
}

function containerView(
  pod: PodSpec,
  spec: ContainerSpec,
  kind: ContainerKind,
  status: PodRuntimeStatus,
  reasons: ReasonCache,
  old: ContainerStatusView | undefined,
  lost: typeof lostView,
): ContainerStatusView {
  const container = findContainer(status, spec.name);
  const shown = container === undefined ? lost(pod, spec, kind, old) : seenView(spec, kind, container, old);
  const reason = shouldBeStarted(pod, spec, container) ? reasons.get(spec.name) : undefined;
  if (reason === undefined) return shown;
  const { name, restarts } = shown;
  const waiting = { name, kind, state: 'waiting', reason: reason.reason, message: reason.message, restarts } as const;
  const last = shown.state === 'terminated' ? exitOf(shown) : shown.last;
  return last === undefined ? waiting : Object.assign(waiting, { last });
}

/** The status of a container that the runtime has. Its last state is taken from the status before. */
function seenView(
  { name }: ContainerSpec,
  kind: ContainerKind,
  container: NonNullable<ReturnType<typeof findContainer>>,
  old: ContainerStatusView | undefined,
): ContainerStatusView {
  const { restarts, exitCode, exitReason } = container;
  const isNewer = old !== undefined && old.restarts < restarts;
  const last = isNewer && old.state === 'terminated' ? exitOf(old) : old?.last;
  const state = container.state === 'running' ? 'running' : container.state === 'exited' ? 'terminated' : 'waiting';
  return Object.assign(
    { name, kind, restarts },
    last === undefined || restarts === 0 ? undefined : { last },
    { state } as const,
    container.state === 'exited' ? { exitCode, reason: exitReason } : undefined,
  );
}

function lostView(pod: PodSpec, { name }: ContainerSpec, kind: ContainerKind, old: ContainerStatusView | undefined): ContainerStatusView {
  if (old?.state === 'terminated') return old;
  const reason = pod.initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating';
  const view: ContainerStatusView = { name, kind, state: 'waiting', reason, restarts: old?.restarts ?? 0 };
  return old?.last === undefined ? view : Object.assign(view, { last: old.last });
}

/** The status of a container that a reset has removed, until it is created again. */
function takenAway(pod: PodSpec, spec: ContainerSpec, kind: ContainerKind, old: ContainerStatusView | undefined): ContainerStatusView {
  if (old === undefined || old.state === 'waiting') return lostView(pod, spec, kind, old);
  const message = 'The container is removed because RestartAllContainers in place';
  const last = { exitCode: 137, reason: restartingAllContainers };
  return { name: spec.name, kind, state: 'waiting', reason: restartingAllContainers, message, restarts: old.restarts + 1, last };
}

function exitOf({ exitCode = 0, reason = '' }: ContainerStatusView): NonNullable<ContainerStatusView['last']> {
  return { exitCode, reason };
}
