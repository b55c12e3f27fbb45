/** A duration in seconds as Go's `Duration.Seconds` gives it: a plain division of the nanoseconds would round differently. */
export function durationSeconds(micros: number): number {
  const seconds = Math.trunc(micros / 1e6);
  const nanos = Math.round((micros - seconds * 1e6) * 1_000);
  return seconds + nanos / 1e9;
}

/**
 * What the histograms of one kubelet process have observed so far, in seconds by metric: floating-point numbers added up in
 * their order, as prometheus does. What a script adds is the difference of two such totals, so half a millisecond goes up or
 * down with what the process had observed before.
 */
export class HistogramTotals {
  readonly #seconds = new Map<string, number>();

  /** Adds observations and returns by how much the metric's total has grown: in seconds, rounded to 1 ms as Go's `math.Round` does. */
  add(metric: string, observedMicros: readonly number[]): number {
    const before = this.#seconds.get(metric) ?? 0;
    const after = observedMicros.reduce((sum, micros) => sum + durationSeconds(micros), before);
    this.#seconds.set(metric, after);
    return Math.round((after - before) * 1e3) / 1e3;
  }
}
