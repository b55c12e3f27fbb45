/** A duration in seconds as Go's `Duration.Seconds` gives it: a plain division of the nanoseconds would round differently. */
export function durationSeconds(micros: number): number {
  const seconds = Math.trunc(micros / 1e6);
  const nanos = Math.round((micros - seconds * 1e6) * 1_000);
  return seconds + nanos / 1e9;
}

/**
 * The sum of a histogram's observations in seconds, rounded to 1 ms: floating-point numbers added up in their order, as
 * prometheus does, so that half a millisecond goes up or down with the last bits.
 */
export function histogramSum(observedMicros: readonly number[]): number {
  return Math.round(observedMicros.reduce((sum, micros) => sum + durationSeconds(micros), 0) * 1e3) / 1e3;
}
