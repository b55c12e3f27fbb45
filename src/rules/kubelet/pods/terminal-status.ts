import type { ContainerStatusView } from '../../../trace/observation.ts';
import type { ApiStatus } from './api-status.ts';
import { hasInitialized, initializedBeside } from './pod-initialized.ts';
import { isOver } from './pod-phase.ts';

/**
 * The last status of a pod, before the API server forgets it: what never ended is made to have failed, and so
 * is the pod. Mirrors `TerminatePod`, `hasPodInitialized` and `initializedContainers`
 * (pkg/kubelet/status/status_manager.go, v1.37.2; v1.36.3: the same).
 */
export function finalStatus(before: ApiStatus): ApiStatus {
  const init = before.containers.filter(({ kind }) => kind === 'init' || kind === 'sidecar');
  const main = before.containers.filter(({ kind }) => kind === 'container');
  const lastStarted = init.findLastIndex(hasStarted);
  const begun = new Set(init.slice(0, Math.max(lastStarted, 0) + 1));
  const hasBegun = init.length === 0 || main.some(hasStarted) || isDone(init.at(-1));
  const end = (view: ContainerStatusView) =>
    begun.has(view) || (hasBegun && view.kind === 'container') ? lost(view) : view;
  const { initialized: _, ...statusFields } = before;
  const containers = before.containers.map(end);
  return {
    ...statusFields,
    phase: isOver(before.phase) ? before.phase : 'Failed',
    containers,
    ...initializedBeside(containers, hasInitialized(before)),
  };
}

function hasStarted({ state, last }: ContainerStatusView): boolean {
  return state !== 'waiting' || last !== undefined;
}

function isDone(view: ContainerStatusView | undefined): boolean {
  if (view?.kind === 'sidecar') return view.state === 'running';
  return (view?.state === 'terminated' && view.exitCode === 0) || view?.last?.exitCode === 0;
}

function lost(view: ContainerStatusView): ContainerStatusView {
  if (view.state === 'terminated') return view;
  const message = 'The container could not be located when the pod was terminated';
  const { reason: _, ...viewFields } = view;
  return { ...viewFields, state: 'terminated', exitCode: 137, reason: 'ContainerStatusUnknown', message };
}
