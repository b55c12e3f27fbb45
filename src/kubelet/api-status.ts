import type { ContainerKind, ContainerStatusView } from './observation.ts';
import type { ContainerSpec, PodSpec } from './pod.ts';
import { findContainer, type PodRuntimeStatus } from './pod-runtime-status.ts';
import type { PullFailure } from './profile.ts';
import { shouldBeStarted } from './sync-plan.ts';

export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed';

export interface ApiStatus {
  readonly phase: PodPhase;
  readonly containers: readonly ContainerStatusView[];
}

/** Why a container could not be started in the sync before, by container; mirrors `reasonCache` of pkg/kubelet. */
export type ReasonCache = ReadonlyMap<string, PullFailure>;

/**
 * The status that the kubelet publishes at the start of a sync. It tells the reasons of the sync before, so it lags by
 * one; a container that the runtime has lost, an init container of an earlier sandbox, stays as it was in the status
 * before. Mirrors `generateAPIPodStatus` and `convertToAPIContainerStatuses` (pkg/kubelet/kubelet_pods.go, v1.36.3).
 */
export function apiStatus(pod: PodSpec, status: PodRuntimeStatus, reasons: ReasonCache, before?: ApiStatus): ApiStatus {
  const old = new Map((before?.containers ?? []).map((view) => [view.name, view]));
  const view = (spec: ContainerSpec, kind: ContainerKind) => containerView(pod, spec, kind, status, reasons, old.get(spec.name));
  return {
    phase: phaseOf(pod, status),
    containers: [
      ...pod.initContainers.map((spec) => view(spec, spec.sidecar ? 'sidecar' : 'init')),
      ...pod.containers.map((spec) => view(spec, 'container')),
      ...pod.ephemeralContainers.map((spec) => view(spec, 'ephemeral')),
    ],
  };
}

/** Whether two published statuses say the same. */
export function sameApiStatus(a: ApiStatus, b: ApiStatus): boolean {
  return (
    a.phase === b.phase &&
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

/** Mirrors `getPhase`: a pod whose containers have all ended and are not started again is over. */
export function phaseOf(pod: PodSpec, status: PodRuntimeStatus): PodPhase {
  const initFailed = pod.initContainers.some((spec) => {
    const container = findContainer(status, spec.name);
    return !spec.sidecar && pod.restartPolicy === 'Never' && container?.state === 'exited' && container.exitCode !== 0;
  });
  if (initFailed) return 'Failed';
  const initPending = pod.initContainers.some((spec) => !spec.sidecar && findContainer(status, spec.name)?.state !== 'exited');
  if (initPending) return 'Pending';
  const containers = pod.containers.map((spec) => findContainer(status, spec.name));
  const ended = containers.filter((container) => container?.state === 'exited');
  if (containers.some((container) => container === undefined || container.state === 'created')) {
    // A container that waits after it has run keeps the pod Running; one that never ran keeps it Pending.
    return 'Pending';
  }
  const sidecarRuns = pod.initContainers.some((spec) => spec.sidecar && findContainer(status, spec.name)?.state === 'running');
  if (ended.length < containers.length || sidecarRuns || pod.restartPolicy === 'Always') return 'Running';
  const failed = ended.some((container) => container?.exitCode !== 0);
  if (!failed) return 'Succeeded';
  return pod.restartPolicy === 'Never' ? 'Failed' : 'Running';
}

function containerView(
  pod: PodSpec,
  spec: ContainerSpec,
  kind: ContainerKind,
  status: PodRuntimeStatus,
  reasons: ReasonCache,
  old: ContainerStatusView | undefined,
): ContainerStatusView {
  const container = findContainer(status, spec.name);
  const shown = container === undefined ? lostView(pod, spec, kind, old) : seenView(spec, kind, container, old);
  const reason = shouldBeStarted(pod, container) ? reasons.get(spec.name) : undefined;
  if (reason === undefined) return shown;
  const { name, restarts } = shown;
  const waiting = { name, kind, state: 'waiting', reason: reason.reason, message: reason.message, restarts } as const;
  const last = shown.state === 'terminated' ? exitOf(shown) : shown.last;
  return last === undefined ? waiting : { ...waiting, last };
}

/** A container that the runtime has. What it was before this one, its last state, the status before tells. */
function seenView(
  { name }: ContainerSpec,
  kind: ContainerKind,
  container: NonNullable<ReturnType<typeof findContainer>>,
  old: ContainerStatusView | undefined,
): ContainerStatusView {
  const { restarts, exitCode, exitReason } = container;
  const isNewer = old !== undefined && old.restarts < restarts;
  const last = isNewer && old.state === 'terminated' ? exitOf(old) : old?.last;
  const base = { name, kind, restarts, ...(last === undefined || restarts === 0 ? {} : { last }) };
  if (container.state === 'running') return { ...base, state: 'running' };
  if (container.state === 'exited') return { ...base, state: 'terminated', exitCode, reason: exitReason };
  return { ...base, state: 'waiting' };
}

function lostView(pod: PodSpec, { name }: ContainerSpec, kind: ContainerKind, old: ContainerStatusView | undefined): ContainerStatusView {
  if (old?.state === 'terminated') return old;
  const reason = pod.initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating';
  const last = old?.last === undefined ? {} : { last: old.last };
  return { name, kind, state: 'waiting', reason, restarts: old?.restarts ?? 0, ...last };
}

function exitOf({ exitCode = 0, reason = '' }: ContainerStatusView): NonNullable<ContainerStatusView['last']> {
  return { exitCode, reason };
}
