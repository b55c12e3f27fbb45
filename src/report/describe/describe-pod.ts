import type { ContainerKind } from '../../trace/observation.ts';
import { humanDuration } from '../text/human-duration.ts';
import { tabbed } from '../text/tab-writer.ts';
import { visibleText } from '../text/visible-text.ts';
import { describeContainer } from './describe-container.ts';
import { podConditions } from './pod-conditions.ts';
import type { PodAt } from './pods-at.ts';
import { rfc1123 } from './rfc1123.ts';

/** The trace's conditions that a description needs. */
export interface DescribedAt {
  readonly atMs: number;
  readonly epoch: string;
  /** The node's kubelet, `1.36`. */
  readonly release: string;
}

/** The default of `terminationGracePeriodSeconds`; the trace does not tell a pod's own. */
const graceMs = 30_000;

/** Returns a pod's description but for its events. Mirrors describePod of kubectl v0.36.3, as far as images go. */
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

function headLines({ pod, node, status, rejected, deletingMs, arrivedMs }: PodAt, atMs: number, epoch: string): string[] {
  const phase = rejected === undefined ? (status?.phase ?? 'Pending') : 'Failed';
  const reason = rejected?.reason ?? status?.reason ?? '';
  const isTerminating = deletingMs !== undefined && phase !== 'Failed' && phase !== 'Succeeded';
  const lines: (readonly [string, string])[] = [
    ['Name', pod.name],
    ['Namespace', pod.namespace],
    ['Node', node],
  ];
  if (status !== undefined) lines.push(['Start Time', rfc1123(epoch, arrivedMs)]);
  // The deletion timestamp is when the grace period ends.
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
  const views = new Map(pod.rejected === undefined ? pod.status?.containers.map((view) => [view.name, view]) : []);
  return [
    `${label}:`,
    ...containers.flatMap((container) =>
      describeContainer(container, views.get(container.name), pod.containerAt.get(container.name) ?? {}, epoch),
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
