import { restartingAllContainers } from '../rules/kubelet/pods/container-restart.ts';
import { hasInitialized } from '../rules/kubelet/pods/pod-initialized.ts';
import type { ContainerStatusView } from '../trace/observation.ts';
import type { RecordOf } from '../trace/record.ts';

export type StatusRecord = RecordOf<'status'>;

/** The cells that kubectl computes from a pod's API status. */
interface PodStatusCells {
  readonly ready: string;
  readonly status: string;
  readonly restarts: number;
  /** Of the containers that `restarts` counts, those whose last state has a time. */
  readonly ended: readonly string[];
}

/**
 * Returns what `kubectl get pods` shows for a status. Mirrors printPod in
 * pkg/printers/internalversion/printers.go (v1.37.2; v1.36.3: the same). There are no probes, so a running
 * container is ready.
 */
export function podStatusCells(record: StatusRecord): PodStatusCells {
  const init = record.containers.filter(({ kind }) => kind === 'init' || kind === 'sidecar');
  const main = record.containers.filter(({ kind }) => kind === 'container');
  const sidecars = init.filter(({ kind }) => kind === 'sidecar');
  const total = main.length + sidecars.length;
  const initReason = initializingReason(init);
  // kubectl stops at the first init container that is not done.
  const undone = init.findIndex((container) => !isDone(container));
  const looked = undone < 0 ? init : init.slice(0, undone + 1);
  let ready = looked.filter(({ kind, state }) => kind === 'sidecar' && state === 'running').length;
  if (initReason !== undefined && !hasInitialized(record)) {
    return { ready: `${ready}/${total}`, status: initReason, ...restartsOf(looked) };
  }
  ready += main.filter(({ state }) => state === 'running').length;
  const counted = [...looked.filter(({ kind }) => kind === 'sidecar'), ...main];
  return { ready: `${ready}/${total}`, status: mainReason(record, main, initReason), ...restartsOf(counted) };
}

function restartsOf(containers: readonly ContainerStatusView[]): Pick<PodStatusCells, 'restarts' | 'ended'> {
  // A restarted kubelet has forgotten last states here.
  const hasLast = ({ last, restarts }: ContainerStatusView) =>
    last === undefined ? restarts > 0 : last.reason !== restartingAllContainers;
  const ended = containers.filter(hasLast);
  return {
    restarts: containers.reduce((sum, { restarts }) => sum + restarts, 0),
    ended: ended.map(({ name }) => name),
  };
}

/** Returns `Init:…` for the first init container that is not done; undefined if all are. */
function initializingReason(init: readonly ContainerStatusView[]): string | undefined {
  for (const [index, container] of init.entries()) {
    if (isDone(container)) continue;
    if (container.state === 'terminated') return `Init:${terminatedReason(container)}`;
    const { reason } = container;
    if (
      container.state === 'waiting' &&
      reason !== undefined &&
      reason !== '' &&
      reason !== 'PodInitializing'
    )
      return `Init:${reason}`;
    return `Init:${index}/${init.length}`;
  }
  return undefined;
}

function isDone({ kind, state, exitCode }: ContainerStatusView): boolean {
  return (state === 'terminated' && (exitCode ?? 0) === 0) || (kind === 'sidecar' && state === 'running');
}

/** Returns the reason of the first container that has one. */
function mainReason(
  record: StatusRecord,
  main: readonly ContainerStatusView[],
  initReason: string | undefined,
): string {
  let reason =
    initReason ?? (record.reason === undefined || record.reason === '' ? record.phase : record.reason);
  let errorReason = '';
  for (const container of main.toReversed()) {
    if (container.state === 'waiting' && container.reason !== undefined && container.reason !== '')
      reason = container.reason;
    if (container.state !== 'terminated') continue;
    reason = terminatedReason(container);
    if ((container.exitCode ?? 0) !== 0) errorReason = reason;
  }
  // A pod with a container that has ended is not Ready, so it never becomes "Running" again here.
  if (reason !== 'Completed') return reason;
  if (errorReason !== '') return errorReason;
  return main.some(({ state }) => state === 'running') ? 'NotReady' : reason;
}

function terminatedReason({ reason, exitCode }: ContainerStatusView): string {
  return reason === undefined || reason === '' ? `ExitCode:${exitCode ?? 0}` : reason;
}
