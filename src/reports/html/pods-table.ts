import type { TraceRecord } from '../../trace/record.ts';
import { isWaiting, type Phase } from '../phases/container-phases.ts';
import { phaseLooks } from '../phases/phase-looks.ts';
import { type PodPhases, podPhases } from '../phases/pod-phases.ts';
import { podRows } from '../pods.ts';
import { durationText } from '../text/quantity-text.ts';
import type { Markup } from './markup.ts';
import { pageTable } from './page-table.ts';

/** Returns the pods: those that do not run first, then the slowest; undefined without pods. */
export function podsTable(records: readonly TraceRecord[]): Markup | undefined {
  const { pods } = podPhases(records);
  if (pods.length === 0) return undefined;
  const statuses = new Map(podRows(records).map((row) => [`${row.namespace}/${row.name}`, row]));
  const slowest = pods.toSorted((a, b) => bySlowness(a, b));
  const rows = slowest.map((pod) => {
    const name = `${pod.pod.namespace}/${pod.pod.name}`;
    const status = statuses.get(name);
    const failures = pod.containers.reduce(
      (sum, container) => sum + container.failures.length,
      pod.sandboxFailures.length,
    );
    return [
      name,
      pod.node,
      status === undefined ? 'gone' : `${status.ready} ${status.status}`,
      durationText(pod.arrivedMs),
      pod.timeToRunningMs === undefined ? '–' : durationText(pod.timeToRunningMs),
      longestWaitOf(pod),
      String(failures),
    ];
  });
  return pageTable(
    'Pods at the end, the slowest first',
    [
      { title: 'pod', look: 'name' },
      { title: 'node', look: 'text' },
      { title: 'ready, status in kubectl', look: 'text' },
      { title: 'arrived at', look: 'number' },
      { title: 'time to running', look: 'number' },
      { title: 'longest wait', look: 'text' },
      { title: 'failed pulls', look: 'number' },
    ],
    rows,
  );
}

function bySlowness(a: PodPhases, b: PodPhases): number {
  const [first, second] = [a.timeToRunningMs, b.timeToRunningMs];
  if (first === undefined || second === undefined)
    return Number(first !== undefined) - Number(second !== undefined);
  return second - first;
}

function longestWaitOf({ containers }: PodPhases): string {
  let longest: Phase | undefined;
  for (const { phases } of containers) {
    for (const phase of phases) {
      if (!isWaiting(phase.phase) || phase.phase === 'waitingToStart') continue;
      if (longest === undefined || phase.toMs - phase.fromMs > longest.toMs - longest.fromMs) longest = phase;
    }
  }
  return longest === undefined
    ? '–'
    : `${phaseLooks[longest.phase].words} ${durationText(longest.toMs - longest.fromMs)}`;
}
