import { durationSeconds, type HistogramTotals } from '../../../rules/kubelet/go/go-duration.ts';
import type { PlegEntry } from './entry-log.ts';
import type { ScriptPod } from './script-schema.ts';

/** `prometheus.DefBuckets`, in seconds. */
const bounds: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Returns these durations (in microseconds) as PLEG's histograms have them: their number, and the number in
 * each bucket by its upper bound, not cumulative, without empty ones.
 */
export function histogram(durations: readonly number[]): {
  readonly count: number;
  readonly buckets: Readonly<Record<string, number>>;
} {
  const buckets: Record<string, number> = {};
  for (const micros of durations) {
    const bound = bounds.find((seconds) => durationSeconds(micros) <= seconds);
    const name = bound === undefined ? '+Inf' : String(bound);
    buckets[name] = (buckets[name] ?? 0) + 1;
  }
  return { count: durations.length, buckets };
}

/** What a script changed in the kubelet's metrics. Durations are in microseconds. */
export class PlegMetrics {
  readonly relists: number[] = [];
  readonly intervals: number[] = [];
  readonly podRelists: number[] = [];
  discarded = 0;
  /** Set by every check of the health. */
  lastSeenSeconds = 0;

  /**
   * Returns the entries at the end of a trace, at that time (ms), sorted by name and labels, without zeros.
   * Adds to the totals of the process.
   */
  entries(counts: RunningCounts, at: number, totals: HistogramTotals): PlegEntry[] {
    const of = (metric: string, fields: Omit<PlegEntry, 'at' | 'type' | 'metric'>): PlegEntry => ({
      at,
      type: 'metric',
      metric,
      ...fields,
    });
    const times = (metric: string, micros: readonly number[]) => {
      if (micros.length === 0) return [];
      const { count, buckets } = histogram(micros);
      return [of(metric, { count, sum: totals.add(metric, micros), buckets })];
    };
    const gauge = (metric: string, value: number, labels?: Record<string, string>) =>
      value === 0 ? [] : [of(metric, labels === undefined ? { value } : { labels, value })];
    return [
      ...(this.discarded === 0 ? [] : [of('kubelet_pleg_discard_events', { count: this.discarded })]),
      ...gauge('kubelet_pleg_last_seen_seconds', this.lastSeenSeconds),
      ...times('kubelet_pleg_pod_relist_duration_seconds', this.podRelists),
      ...times('kubelet_pleg_relist_duration_seconds', this.relists),
      ...times('kubelet_pleg_relist_interval_seconds', this.intervals),
      ...[...counts.containers]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([state, count]) => gauge('kubelet_running_containers', count, { container_state: state })),
      ...gauge('kubelet_running_pods', counts.pods),
    ];
  }
}

/**
 * The gauges `running_pods` and `running_containers`. Mirrors `updateRunningPodAndContainerMetrics` in
 * pkg/kubelet/pleg/generic.go: a state that no container has any more keeps its last number.
 */
export class RunningCounts {
  #pods = 0;
  readonly #containers = new Map<string, number>();

  count(pods: readonly ScriptPod[]): void {
    const counted = new Map<string, number>();
    for (const { state } of pods.flatMap(({ containers = [] }) => containers))
      counted.set(state, (counted.get(state) ?? 0) + 1);
    for (const [state, count] of counted) this.#containers.set(state, count);
    this.#pods = pods.filter(({ sandboxes = [] }) =>
      sandboxes.some(({ state }) => state === 'running'),
    ).length;
  }

  get pods(): number {
    return this.#pods;
  }

  get containers(): ReadonlyMap<string, number> {
    return this.#containers;
  }
}
