/**
 * The duration cut down to whole milliseconds, towards zero; `Duration.Truncate(time.Millisecond)` in Go, microseconds in and out.
 * A fraction of a microsecond counts to the nanosecond, so that a rounding error of a subtraction does not cost a millisecond.
 */
export function truncateToMillisecond(micros: number): number {
  const exact = Number.isInteger(micros) ? micros : Math.round(micros * 1_000) / 1_000;
  const rest = exact % 1_000;
  return rest === 0 ? exact : Math.round(exact - rest);
}
