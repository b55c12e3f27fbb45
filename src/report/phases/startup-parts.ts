import type { ContainerPhases, PhaseName } from './container-phases.ts';
import type { PodPhases } from './pod-phases.ts';

/**
 * What a pod that comes up spends its time with: `pull` (the runtime works on an image), `slot` (waiting for the kubelet's
 * pull slots), `backOff` (windows, and the wait for the sync after them), `init` (init containers run), `other` (the rest).
 */
export type StartupPart = 'pull' | 'slot' | 'backOff' | 'init' | 'other';

/** A moment at which several of a pod's containers do something counts once, for the first of these. */
const precedence: readonly StartupPart[] = ['pull', 'slot', 'backOff', 'init'];

/** Returns, in ms, the parts of the mean time from a pod's arrival until all its containers ran; zeros without such a pod. */
export function startupParts(pods: readonly PodPhases[]): Record<StartupPart, number> {
  const sums: Record<StartupPart, number> = { pull: 0, slot: 0, backOff: 0, init: 0, other: 0 };
  let started = 0;
  for (const pod of pods) {
    if (pod.timeToRunningMs === undefined) continue;
    started += 1;
    addParts(sums, pod.containers, pod.arrivedMs, pod.arrivedMs + pod.timeToRunningMs);
  }
  for (const part of [...precedence, 'other'] as const) sums[part] = Math.round((sums[part] / Math.max(1, started)) * 1000) / 1000;
  return sums;
}

interface Edge {
  readonly atMs: number;
  readonly part: StartupPart;
  readonly step: 1 | -1;
}

function addParts(sums: Record<StartupPart, number>, containers: readonly ContainerPhases[], fromMs: number, toMs: number): void {
  const edges: Edge[] = [{ atMs: toMs, part: 'other', step: 1 }];
  for (const { kind, phases } of containers) {
    for (const phase of phases) {
      const part = partOf(phase.phase, kind);
      const end = Math.min(phase.toMs, toMs);
      if (part === undefined || phase.fromMs >= end) continue;
      edges.push({ atMs: phase.fromMs, part, step: 1 }, { atMs: end, part, step: -1 });
    }
  }
  edges.sort((a, b) => a.atMs - b.atMs);
  const open: Partial<Record<StartupPart, number>> = {};
  let lastMs = fromMs;
  for (const { atMs, part, step } of edges) {
    sums[precedence.find((known) => (open[known] ?? 0) > 0) ?? 'other'] += Math.max(0, atMs - lastMs);
    lastMs = Math.max(lastMs, atMs);
    open[part] = (open[part] ?? 0) + step;
  }
}

function partOf(phase: PhaseName, kind: ContainerPhases['kind']): StartupPart | undefined {
  switch (phase) {
    case 'resolving':
    case 'waitingForDownload':
    case 'waitingForOtherPull':
    case 'downloading':
    case 'stalled':
    case 'waitingForUnpack':
    case 'unpacking':
      return 'pull';
    case 'waitingForSlot':
      return 'slot';
    case 'backingOff':
    case 'waitingForSync':
      return 'backOff';
    case 'running':
      return kind === 'init' ? 'init' : undefined;
    default:
      return undefined;
  }
}
