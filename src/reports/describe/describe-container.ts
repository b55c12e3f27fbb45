import type { ContainerStatusView } from '../../trace/observation.ts';
import { rfc1123 } from '../text/quantity-text.ts';
import { visibleText } from '../text/visible-text.ts';
import type { ContainerAt, ContainerRun } from './pods-at.ts';

/**
 * Returns a container's lines, with tabs. Mirrors describeContainers of kubectl v0.36.3, as far as images are
 * concerned.
 */
export function describeContainer(
  { name, image }: { readonly name: string; readonly image: string },
  status: ContainerStatusView | undefined,
  at: ContainerAt,
  epoch: string,
): string[] {
  const lines = [`  ${visibleText(name)}:`, `    Image:\t${visibleText(image)}`];
  if (status === undefined) return lines;
  const { run, previous } = at;
  const ended = status.state === 'waiting' && run?.finishedMs !== undefined ? run : previous;
  return [
    ...lines,
    `    Image ID:\t${visibleText(at.imageId ?? '')}`,
    ...stateLines(status, run, epoch),
    ...(ended?.finishedMs === undefined && status.last === undefined
      ? []
      : terminatedLines('Last State', ended ?? { startedMs: 0 }, status.last, epoch)),
    `    Ready:\t${isReady(status) ? 'True' : 'False'}`,
    `    Restart Count:\t${status.restarts}`,
  ];
}

/** There are no probes here: a running container is ready, and so is an init container that has succeeded. */
export function isReady({ kind, state, exitCode }: ContainerStatusView): boolean {
  return state === 'running'
    ? kind !== 'init'
    : kind === 'init' && state === 'terminated' && (exitCode ?? 0) === 0;
}

function stateLines(status: ContainerStatusView, run: ContainerRun | undefined, epoch: string): string[] {
  const { state, reason = '' } = status;
  if (state === 'running')
    return ['    State:\tRunning', `      Started:\t${rfc1123(epoch, run?.startedMs ?? 0)}`];
  if (state === 'waiting')
    return ['    State:\tWaiting', ...(reason === '' ? [] : [`      Reason:\t${visibleText(reason)}`])];
  return terminatedLines('State', run ?? { startedMs: 0 }, status, epoch);
}

function terminatedLines(
  label: string,
  run: ContainerRun,
  status: Pick<ContainerStatusView, 'exitCode' | 'reason' | 'message'> | undefined,
  epoch: string,
): string[] {
  const exitCode = status?.exitCode ?? run.exitCode ?? 0;
  const reason = status?.reason ?? (exitCode === 0 ? 'Completed' : 'Error');
  return [
    `    ${label}:\tTerminated`,
    ...(reason === '' ? [] : [`      Reason:\t${visibleText(reason)}`]),
    ...(status?.message === undefined ? [] : [`      Message:\t${visibleText(status.message)}`]),
    `      Exit Code:\t${exitCode}`,
    `      Started:\t${rfc1123(epoch, run.startedMs)}`,
    `      Finished:\t${rfc1123(epoch, run.finishedMs ?? run.startedMs)}`,
  ];
}
