import type { EndRecord, TraceRecord } from '../../trace/record.ts';
import type { PullFailureAt } from '../phases/container-phases.ts';
import { type LongestWait, longestWait } from '../phases/longest-wait.ts';
import { type PodPhases, podPhases } from '../phases/pod-phases.ts';
import { type StartupFigures, startupFigures } from '../phases/startup-figures.ts';
import { type WaitingShare, waitingShares } from '../phases/waiting-shares.ts';
import { type KnownBugFigures, knownBugFigures } from './known-bug-figures.ts';
import { notMeasured } from './not-measured.ts';
import { percentile } from './percentile.ts';
import { type ByteFigures, type PullFigures, pullFigures } from './pull-figures.ts';
import { endOf, headerOf } from './run-conditions.ts';

/** What a run came to; the JSON of `-o json`. Times in virtual ms, null where there is nothing to tell. */
export interface RunSummary {
  readonly seed: number | null;
  readonly endMs: number;
  readonly endReason: EndRecord['reason'] | null;
  readonly pods: {
    readonly total: number;
    readonly running: number;
    readonly ended: number;
    readonly notRunning: number;
    readonly rejected: number;
  };
  /** Over the pods whose containers all came to run: from arrival until the last of them did. Nearest rank. */
  readonly timeToRunningMs: { readonly p50: number; readonly p90: number; readonly p99: number; readonly max: number } | null;
  readonly startup: StartupFigures;
  readonly waiting: readonly WaitingShare[];
  readonly bytes: ByteFigures;
  readonly pulls: PullFigures;
  readonly failures: readonly FailureCount[];
  /** Times that a pull was refused by back-off. */
  readonly backOffs: number;
  readonly longestWait: LongestWait | null;
  /** Defects of the kubelet's release that the run met, in the order in which it did. */
  readonly knownBugs: readonly KnownBugFigures[];
  readonly nodes: NodeFigures;
  /** A sentence for each runtime that nobody has measured. */
  readonly notMeasured: readonly string[];
}

export interface FailureCount {
  readonly reason: string;
  readonly count: number;
  /** The error of the first one. */
  readonly error: string;
}

/** Returns the figures of a run up to `atMs` (default: the trace's end); `known`, where a caller has it already, is `podPhases` of the same. */
export function summarize(
  records: readonly TraceRecord[],
  atMs?: number,
  known: ReturnType<typeof podPhases> = podPhases(records, atMs),
): RunSummary {
  const { pods, endMs } = known;
  const end = endOf(records);
  const { calls, succeeded, failed, duplicates, ...bytes } = pullFigures(records, endMs);
  return {
    seed: headerOf(records)?.seed ?? null,
    endMs,
    endReason: end !== undefined && end.at <= endMs ? end.reason : null,
    pods: podCounts(pods),
    timeToRunningMs: timesToRunning(pods),
    startup: startupFigures(records, pods, endMs),
    waiting: waitingShares(pods),
    bytes,
    pulls: { calls, succeeded, failed, duplicates },
    failures: failureCounts(pods),
    backOffs: records.filter((record) => record.type === 'pull' && record.state === 'backingOff' && record.at <= endMs).length,
    longestWait: longestWait(records, pods) ?? null,
    knownBugs: knownBugFigures(records, endMs),
    nodes: nodeFigures(records, endMs),
    notMeasured: notMeasured(records),
  };
}

function podCounts(pods: readonly PodPhases[]): RunSummary['pods'] {
  const counts = { total: pods.length, running: 0, ended: 0, notRunning: 0, rejected: 0 };
  for (const { state } of pods) counts[state] += 1;
  return counts;
}

function timesToRunning(pods: readonly PodPhases[]): RunSummary['timeToRunningMs'] {
  const times = pods.flatMap(({ timeToRunningMs }) => (timeToRunningMs === undefined ? [] : [wholeMicros(timeToRunningMs)]));
  times.sort((a, b) => a - b);
  const [p50, p90, p99, max] = [50, 90, 99, 100].map((percent) => percentile(times, percent));
  if (p50 === undefined || p90 === undefined || p99 === undefined || max === undefined) return null;
  return { p50, p90, p99, max };
}

/** Differences of ms are not exact to the microsecond as floating point has them. */
function wholeMicros(durationMs: number): number {
  return Math.round(durationMs * 1000) / 1000;
}

/** The sentinel; a refusal of the node's own throttle is told apart, as the registry never heard of that pull. */
function causeOf({ reason, error, throttled }: PullFailureAt): string {
  return throttled === true ? `${reason} (${error})` : reason;
}

function failureCounts(pods: readonly PodPhases[]): FailureCount[] {
  const counts = new Map<string, FailureCount>();
  for (const failure of pods.flatMap((pod) => pod.containers.flatMap((container) => container.failures))) {
    const { error } = failure;
    const reason = causeOf(failure);
    const before = counts.get(reason);
    counts.set(reason, before === undefined ? { reason, count: 1, error } : { ...before, count: before.count + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}

/** What happened to the nodes beside pulls. */
interface NodeFigures {
  /** By image GC. */
  readonly imagesRemoved: number;
  /** What that took off the disks, which is less than what image GC believes where layers are shared. */
  readonly freedBytes: number;
  readonly believedBytes: number;
  /** Rounds of image GC that failed. */
  readonly gcFailures: number;
  /** Times that a node became NotReady, and that it came under disk pressure. */
  readonly notReady: number;
  readonly diskPressure: number;
  readonly podsDeleted: number;
}

/** Returns the figures up to `endMs`. */
export function nodeFigures(records: readonly TraceRecord[], endMs: number): NodeFigures {
  const figures = { imagesRemoved: 0, freedBytes: 0, believedBytes: 0, gcFailures: 0, notReady: 0, diskPressure: 0, podsDeleted: 0 };
  for (const record of records) {
    if (record.at > endMs) break;
    if (record.type === 'pod' && record.state === 'deleted') figures.podsDeleted += 1;
    else if (record.type === 'condition') {
      if (record.condition === 'Ready' && record.status !== 'True') figures.notReady += 1;
      if (record.condition === 'DiskPressure' && record.status === 'True') figures.diskPressure += 1;
    } else if (record.type === 'imageGC') {
      if (record.state === 'removed') {
        figures.imagesRemoved += 1;
        figures.freedBytes += record.freedBytes ?? 0;
        figures.believedBytes += record.believedBytes ?? 0;
      } else if (record.state === 'finished' && record.error !== undefined) figures.gcFailures += 1;
    }
  }
  return figures;
}
