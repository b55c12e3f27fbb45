import { isReleaseAtLeast } from '../../rules/kubelet/kubelet-release.ts';
import { hasInitialized } from '../../rules/kubelet/pods/pod-initialized.ts';
import type { ContainerKind } from '../../trace/observation.ts';
import { humanDuration, rfc1123 } from '../text/quantity-text.ts';
import { tabbed } from '../text/tab-writer.ts';
import { visibleText } from '../text/visible-text.ts';
import { describeContainer, isReady } from './describe-container.ts';
import type { PodAt } from './pods-at.ts';

/** The moment of a description, and what it needs to know of the run. */
export interface DescribedAt {
  readonly atMs: number;
  readonly epoch: string;
  /** The release of the node's kubelet, `1.36`. */
  readonly release: string;
}

/** The default of `terminationGracePeriodSeconds`. The trace does not have a pod's own value. */
const graceMs = 30_000;

/**
 * Returns a pod's description without its events. Mirrors describePod of kubectl v0.36.3, as far as images
 * are concerned.
 */
export function describePod(pod: PodAt, { atMs, epoch, release }: DescribedAt): string[] {
  const sections: readonly (readonly [label: string, kinds: readonly ContainerKind[]])[] = [
    ['Init Containers', ['init', 'sidecar']],
    ['Containers', ['container']],
    ['Ephemeral Containers', ['ephemeral']],
  ];
  return tabbed([
    ...headLines(pod, atMs, epoch),
    ...sections.flatMap(([label, kinds]) => containerLines(pod, label, kinds, epoch)),
    'Conditions:',
    '  Type\tStatus',
    ...podConditions(pod, release).map(([type, isTrue]) => `  ${type} \t${isTrue ? 'True' : 'False'} `),
    ...volumeLines(pod),
  ]);
}

function headLines(
  { pod, node, status, rejected, deletingMs, arrivedMs }: PodAt,
  atMs: number,
  epoch: string,
): string[] {
  const phase = rejected === undefined ? (status?.phase ?? 'Pending') : 'Failed';
  const reason = rejected?.reason ?? status?.reason ?? '';
  const isTerminating = deletingMs !== undefined && phase !== 'Failed' && phase !== 'Succeeded';
  const lines: (readonly [string, string])[] = [
    ['Name', pod.name],
    ['Namespace', pod.namespace],
    ['Node', node === '' ? '<none>' : node],
  ];
  if (status !== undefined) lines.push(['Start Time', rfc1123(epoch, arrivedMs)]);
  // The deletion timestamp is the end of the grace period.
  if (isTerminating) {
    lines.push(['Status', `Terminating (lasts ${humanDuration(atMs - deletingMs - graceMs)})`]);
    lines.push(['Termination Grace Period', `${graceMs / 1000}s`]);
  } else lines.push(['Status', phase]);
  if (reason !== '') lines.push(['Reason', reason]);
  if (rejected?.message !== undefined) lines.push(['Message', rejected.message]);
  return lines.map(([label, text]) => `${label}:\t${visibleText(text)}`);
}

function containerLines(pod: PodAt, label: string, kinds: readonly ContainerKind[], epoch: string): string[] {
  const containers = pod.containers.filter(({ kind }) => kinds.includes(kind));
  if (containers.length === 0) return [];
  const views = new Map(
    pod.rejected === undefined ? pod.status?.containers.map((view) => [view.name, view]) : [],
  );
  return [
    `${label}:`,
    ...containers.flatMap((container) =>
      describeContainer(
        container,
        views.get(container.name),
        pod.containerAt.get(container.name) ?? {},
        epoch,
      ),
    ),
  ];
}

function volumeLines({ containers }: PodAt): string[] {
  const volumes = containers.filter(({ kind }) => kind === 'imageVolume');
  if (volumes.length === 0) return [];
  return [
    'Volumes:',
    ...volumes.flatMap(({ name, image, policy }) => [
      `  ${visibleText(name)}:`,
      '    Type:\tImage (a container image or OCI artifact)',
      `    Reference:\t${visibleText(image)}`,
      `    PullPolicy:\t${visibleText(policy)}`,
    ]),
  ];
}

/**
 * Returns the pod's conditions in the kubelet's order. Without probes and readiness gates, a pod is ready
 * when its containers run. Mirrors generateAPIPodStatus of pkg/kubelet/kubelet_pods.go and status/generate.go
 * (v1.37.2; v1.36.3: the same), but that of a pod with a rule that restarts all containers the condition is
 * only there while it is true.
 */
export function podConditions(
  { node, status, hasSandbox, rejected }: PodAt,
  release: string,
): (readonly [type: string, isTrue: boolean])[] {
  const scheduled = ['PodScheduled', node !== ''] as const;
  if (status === undefined || rejected !== undefined) return [scheduled];
  const { containers, phase, restartsAllContainers } = status;
  const toBeReady = containers.filter(({ kind }) => kind === 'container' || kind === 'sidecar');
  const areReady = phase !== 'Succeeded' && phase !== 'Failed' && toBeReady.every(isReady);
  return [
    ...(isReleaseAtLeast(release, '1.29') ? [['PodReadyToStartContainers', hasSandbox] as const] : []),
    ['Initialized', hasInitialized(status)],
    ['Ready', areReady],
    ['ContainersReady', areReady],
    scheduled,
    ...(restartsAllContainers === undefined ? [] : [['AllContainersRestarting', true] as const]),
  ];
}
