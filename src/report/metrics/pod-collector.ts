import { kubeletMetricsTable as table } from '../../kubelet/kubelet-metrics.ts';
import type { Readings } from '../../trace/readings.ts';
import type { RecordOf } from '../../trace/record.ts';
import type { PodStartup } from '../phases/pod-startups.ts';
import { MetricCounter, type MetricFamily, MetricHistogram } from './metric-family.ts';

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
  #workers = new MetricHistogram(table.podWorkerDuration);
  #workerStarts = new MetricHistogram(table.podWorkerStartDuration);
  #starts = new MetricHistogram(table.podStartDuration);
  #sli = new MetricHistogram(table.podStartSliDuration);
  #total = new MetricHistogram(table.podStartTotalDuration);
  #first: MetricCounter | undefined;
  readonly #pods = new Map<string, KnownPod>();
  #startedMs = 0;

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
    this.#workers = new MetricHistogram(table.podWorkerDuration);
    this.#workerStarts = new MetricHistogram(table.podWorkerStartDuration);
    this.#starts = new MetricHistogram(table.podStartDuration);
    this.#sli = new MetricHistogram(table.podStartSliDuration);
    this.#total = new MetricHistogram(table.podStartTotalDuration);
    this.#first = undefined;
    this.#startedMs = atMs;
    for (const pod of this.#pods.values()) {
      pod.seenMs = atMs;
      pod.hasSynced = false;
    }
  }

  families(): MetricFamily[] {
    return [
      this.#workers.family(),
      this.#workerStarts.family(),
      this.#starts.family(),
      this.#sli.family(),
      this.#total.family(),
      ...(this.#first === undefined ? [new MetricCounter(table.firstNetworkPodStartSliDuration).family()] : [this.#first.family()]),
    ];
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
      return;
    }
    pod.operation = operationOf(record);
    // A round that a pod's arrival causes counts from the arrival.
    pod.syncFromMs = record.trigger === 'added' ? pod.seenMs : record.at;
    if (pod.hasSynced) return;
    pod.hasSynced = true;
    this.#workerStarts.observe(record.at - pod.seenMs);
    // The status manager does not know the pod yet, which counts as a start.
    this.#starts.observe(record.at - pod.seenMs);
  }

  #noteStatus({ pod: { uid }, phase, at }: RecordOf<'status'>): void {
    const pod = this.#pods.get(uid);
    if (pod === undefined) return;
    if (pod.phase === 'Pending' && phase === 'Running') this.#starts.observe(at - pod.seenMs);
    pod.phase = phase;
  }
}

/** Returns the label for `SyncPodType`, or for a round after the pod's end. */
function operationOf({ trigger, work }: RecordOf<'sync'>): string {
  if (work === 'terminated') return 'terminated';
  if (work === 'terminating' || trigger === 'deleted' || trigger === 'ended') return 'kill';
  if (trigger === 'added') return 'create';
  return trigger === 'updated' ? 'update' : 'sync';
}
