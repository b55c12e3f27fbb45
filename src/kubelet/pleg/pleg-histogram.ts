import { durationSeconds } from '../go/duration-seconds.ts';

/** `prometheus.DefBuckets`, in seconds. */
const bounds: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * These durations (in microseconds) as PLEG's histograms have them: how many, and how many in each bucket, by its
 * upper bound, not cumulative, empty ones left out.
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
