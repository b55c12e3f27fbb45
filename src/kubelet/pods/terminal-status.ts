import type { ContainerStatusView } from '../../trace/observation.ts';
import { type ApiStatus, apiStatus, type PodPhase, type ReasonCache } from './api-status.ts';
import type { PodSpec } from './pod.ts';
import type { PodRuntimeStatus } from './pod-runtime-status.ts';

/**
 * The status once a pod's containers are stopped for good: whatever its restart policy, it has succeeded if all of them
 * have, else failed; one that never ran keeps it Pending. Mirrors `generateAPIPodStatus` and `getPhase` with podIsTerminal
 * (pkg/kubelet/kubelet_pods.go, v1.36.3).
 */
export function stoppedStatus(pod: PodSpec, status: PodRuntimeStatus, reasons: ReasonCache, before: ApiStatus | undefined): ApiStatus {
  const { restartsAllContainers, ...shown } = apiStatus(pod, status, reasons, before);
  return { ...shown, phase: isOver(before?.phase) ? before.phase : stoppedPhase(shown) };
}

/**
 * The last status of a pod, before the API server forgets it: what never ended is made to have failed, and so is the pod.
 * Mirrors `TerminatePod`, `hasPodInitialized` and `initializedContainers` (pkg/kubelet/status/status_manager.go, v1.36.3).
 */
export function finalStatus(before: ApiStatus): ApiStatus {
  const isInit = ({ kind }: ContainerStatusView) => kind === 'init' || kind === 'sidecar';
  const init = before.containers.filter(isInit);
  const main = before.containers.filter(({ kind }) => kind === 'container');
  const lastStarted = init.findLastIndex(hasStarted);
  const begun = new Set(init.slice(0, Math.max(lastStarted, 0) + 1));
  const initialized = init.length === 0 || main.some(hasStarted) || isDone(init.at(-1));
  const end = (view: ContainerStatusView) => (begun.has(view) || (initialized && view.kind === 'container') ? lost(view) : view);
  return { phase: isOver(before.phase) ? before.phase : 'Failed', containers: before.containers.map(end) };
}

function stoppedPhase({ phase, containers }: ApiStatus): PodPhase {
  const main = containers.filter(({ kind }) => kind === 'container');
  if (isOver(phase) || phase === 'Pending' || main.some((view) => view.state === 'running')) return phase;
  return main.every(({ state, exitCode }) => state === 'terminated' && exitCode === 0) ? 'Succeeded' : 'Failed';
}

function isOver(phase: PodPhase | undefined): phase is 'Succeeded' | 'Failed' {
  return phase === 'Succeeded' || phase === 'Failed';
}

function hasStarted({ state, last }: ContainerStatusView): boolean {
  return state !== 'waiting' || last !== undefined;
}

function isDone(view: ContainerStatusView | undefined): boolean {
  if (view?.kind === 'sidecar') return view.state === 'running';
  return view?.state === 'terminated' && view.exitCode === 0;
}

function lost(view: ContainerStatusView): ContainerStatusView {
  if (view.state === 'terminated') return view;
  const message = 'The container could not be located when the pod was terminated';
  const { name, kind, restarts } = view;
  return { name, kind, restarts, state: 'terminated', exitCode: 137, reason: 'ContainerStatusUnknown', message };
}
