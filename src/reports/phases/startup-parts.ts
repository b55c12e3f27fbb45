import type { ContainerPhases, PhaseName } from './container-phases.ts';
import type { PodPhases } from './pod-phases.ts';

/**
 * The parts of a pod's start: `node` (it waits for a node, or for that node's network), `pull` (the runtime works on an image), `slot` (waiting for the kubelet's pull
 * slots), `backOff` (windows, and the wait for the sync after them), `init` (init containers run), `other`
 * (the rest).
 */
type StartupPart = 'node' | 'pull' | 'slot' | 'backOff' | 'init' | 'other';

/** If several containers of a pod are in different parts at a moment, the first of these counts. */
const precedence: readonly StartupPart[] = ['node', 'pull', 'slot', 'backOff', 'init'];

/** The sums of the parts over all pods, in whole microseconds, and the number of pods. */
export interface StartupMicros extends Readonly<Record<StartupPart, number>> {
  readonly started: number;
}

/**
 * Returns the parts of the times from the pods' arrivals until all their containers ran, for pods that
 * started.
 */
export function startupMicros(pods: readonly PodPhases[]): StartupMicros {
  const sums = { node: 0, pull: 0, slot: 0, backOff: 0, init: 0, other: 0, started: 0 };
  for (const pod of pods) {
    if (pod.timeToRunningMs === undefined) continue;
    sums.started += 1;
    addParts(sums, pod.containers, pod.arrivedMs, pod.arrivedMs + pod.timeToRunningMs);
  }
  return sums;
}

/** Returns the parts of the mean pod's time in ms; zeros without a pod. */
export function meanStartupParts({
  started,
  node,
  pull,
  slot,
  backOff,
  init,
  other,
}: StartupMicros): Record<Exclude<StartupPart, 'node'>, number> & { readonly node?: number } {
  const mean = (micros: number) => Math.round(micros / Math.max(1, started)) / 1000;
  const parts = {
    pull: mean(pull),
    slot: mean(slot),
    backOff: mean(backOff),
    init: mean(init),
    other: mean(other),
  };
  return node === 0 ? parts : { node: mean(node), ...parts };
}

interface Edge {
  readonly atMs: number;
  readonly part: StartupPart;
  readonly step: 1 | -1;
}

function addParts(
  sums: Record<StartupPart, number>,
  containers: readonly ContainerPhases[],
  fromMs: number,
  toMs: number,
): void {
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
    sums[precedence.find((known) => (open[known] ?? 0) > 0) ?? 'other'] += Math.max(
      0,
      Math.round((atMs - lastMs) * 1000),
    );
    lastMs = Math.max(lastMs, atMs);
    open[part] = (open[part] ?? 0) + step;
  }
}

function partOf(phase: PhaseName, kind: ContainerPhases['kind']): StartupPart | undefined {
  switch (phase) {
    case 'waitingForNode':
    case 'waitingForNetwork':
      return 'node';
    case 'waitingForSamePull':
    case 'waitingForCredentials':
    case 'waitingForCredentialsInSlot':
    case 'resolving':
    case 'runtimeWork':
    case 'resting':
    case 'waitingForDownload':
    case 'waitingForOtherPull':
    case 'downloading':
    case 'stalled':
    case 'waitingForUnpack':
    case 'unpacking':
    case 'waitingForDisk':
    case 'readingImage':
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
