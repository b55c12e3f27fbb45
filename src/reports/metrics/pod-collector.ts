import { metricIn, kubeletMetricsTable as table } from '../../rules/kubelet/kubelet-metrics.ts';
import { onlyBacksOff, syncFailures } from '../../rules/kubelet/pods/sync-error.ts';
import type { Profile } from '../../rules/kubelet/profile.ts';
import type { Readings } from '../../trace/readings.ts';
import type { RecordOf } from '../../trace/record.ts';
import type { PodStartup } from '../phases/pod-startups.ts';
import { type CountedMetrics, MetricCounter, type MetricFamily, MetricHistogram } from './metric-family.ts';

interface KnownPod {
  /** When the current kubelet first saw it. */
  seenMs: number;
  hasSynced: boolean;
  phase: string;
  syncFromMs: number;
  operation: string;
}

/** Counts the rounds of pod workers, and how long pods took to start. */
export class PodCollector {
  readonly #workers = new MetricHistogram(table.podWorkerDuration);
  readonly #workerErrors = new MetricCounter(table.podWorkerErrors);
  readonly #resultErrors = new MetricCounter(table.syncResultErrors);
  readonly #workerStarts = new MetricHistogram(table.podWorkerStartDuration);
  readonly #starts: MetricHistogram;
  readonly #sli = new MetricHistogram(table.podStartSliDuration);
  readonly #total = new MetricHistogram(table.podStartTotalDuration);
  readonly #counted: CountedMetrics;
  #first: MetricCounter | undefined;
  readonly #pods = new Map<string, KnownPod>();
  #startedMs = 0;
  readonly #rules: Pick<Profile, 'endingRounds'>;

  constructor(rules: Pick<Profile, 'endingRounds' | 'release'>) {
    this.#rules = rules;
    this.#starts = new MetricHistogram(metricIn(table.podStartDuration, rules.release));
    this.#counted = [
      this.#workers,
      this.#workerErrors,
      this.#resultErrors,
      this.#workerStarts,
      this.#starts,
      this.#sli,
      this.#total,
    ];
  }

  readonly readings: Readings = {
    pod: (record) => this.#notePod(record),
    sync: (record) => this.#noteSync(record),
    status: (record) => this.#noteStatus(record),
  };

  /** Takes a pod that the kubelet's tracker has seen start. */
  noteStartup(startup: PodStartup): void {
    this.#total.observe(startup.totalMicros / 1000);
    if (startup.leftOut) return;
    this.#sli.observe(startup.sliMicros / 1000);
    if (this.#first !== undefined) return;
    // A pod in the host's network would be left out, but the trace does not tell which pods are.
    this.#first = new MetricCounter(table.firstNetworkPodStartSliDuration);
    this.#first.set({}, startup.sliMicros / 1e6);
  }

  restart(atMs: number): void {
    for (const metric of this.#counted) metric.clear();
    this.#first = undefined;
    this.#startedMs = atMs;
    for (const pod of this.#pods.values()) {
      pod.seenMs = atMs;
      pod.hasSynced = false;
    }
  }

  families(): MetricFamily[] {
    const first = this.#first ?? new MetricCounter(table.firstNetworkPodStartSliDuration);
    return [...this.#counted, first].map((metric) => metric.family());
  }

  #notePod({ pod, state, at }: RecordOf<'pod'>): void {
    if (state === 'added' && !this.#pods.has(pod.uid)) {
      const seenMs = Math.max(at, this.#startedMs);
      this.#pods.set(pod.uid, { seenMs, hasSynced: false, phase: '', syncFromMs: 0, operation: 'sync' });
    } else if (state === 'deleted') this.#pods.delete(pod.uid);
  }

  #noteSync(record: RecordOf<'sync'>): void {
    const pod = this.#pods.get(record.pod.uid);
    if (pod === undefined) return;
    if (record.state === 'finished') {
      this.#workers.observe(record.at - pod.syncFromMs, { operation_type: pod.operation });
      if (record.error !== undefined) this.#noteError(record.error, pod.operation);
      return;
    }
    pod.operation = operationOf(record, this.#rules);
    // A round that a pod's arrival causes counts from the arrival.
    pod.syncFromMs = record.trigger === 'added' ? pod.seenMs : record.at;
    if (pod.hasSynced) return;
    pod.hasSynced = true;
    this.#workerStarts.observe(record.at - pod.seenMs);
    // The status manager does not know the pod yet, which counts as a start.
    this.#starts.observe(record.at - pod.seenMs);
  }

  /** Mirrors `podWorkerLoop` and what `SyncPod` of kuberuntime counts at its end (v1.38.0-beta.0). */
  #noteError(error: string, operation: string): void {
    const failures = syncFailures(error);
    for (const { action, reason } of failures) {
      if (!onlyBacksOff(reason)) this.#resultErrors.add({ action });
    }
    const isOnlyBackOff = failures.length > 0 && failures.every(({ reason }) => onlyBacksOff(reason));
    if (!isOnlyBackOff) this.#workerErrors.add({ operation_type: operation });
  }

  #noteStatus({ pod: { uid }, phase, at }: RecordOf<'status'>): void {
    const pod = this.#pods.get(uid);
    if (pod === undefined) return;
    if (pod.phase === 'Pending' && phase === 'Running') this.#starts.observe(at - pod.seenMs);
    pod.phase = phase;
  }
}

/** Returns the label for `SyncPodType`, or for a round that ends a pod or comes after its end. */
function operationOf(
  { trigger, work }: RecordOf<'sync'>,
  { endingRounds }: Pick<Profile, 'endingRounds'>,
): string {
  if (work === 'terminated') return 'terminated';
  if (work === 'terminating' || trigger === 'deleted' || trigger === 'ended')
    return endingRounds === 'byWork' ? 'terminating' : 'kill';
  if (trigger === 'added') return 'create';
  return trigger === 'updated' ? 'update' : 'sync';
}
