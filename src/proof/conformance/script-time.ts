/**
 * Returns a time of a script in microseconds, as the kernel takes it. Scripts have ms with fractions, which
 * are rounded to whole nanoseconds, because the real kubelet counts those. The result has up to three
 * decimals; none where a float64 has no room for them.
 */
export function microsOf(ms: number): number {
  return microsOfNanos(nanosOf(ms));
}

/**
 * Returns the moment `ms` after `fromMicros` in microseconds. The sum is made in whole nanoseconds, so that
 * equal moments are equal.
 */
export function microsAfter(fromMicros: number, ms: number): number {
  return microsOfNanos(Math.round(fromMicros * 1000) + nanosOf(ms));
}

/** Returns a moment of the kernel as traces write it. */
export function msOf(micros: number): number {
  return Math.round(micros * 1000) / 1e6;
}

/** From this time on (101 days), microseconds in a float64 are more than a nanosecond apart. */
export const coarseFromMicros = 2 ** 43;

function microsOfNanos(nanos: number): number {
  const micros = nanos / 1000;
  return micros < coarseFromMicros ? micros : Math.round(micros);
}

function nanosOf(ms: number): number {
  return Math.round(ms * 1e6);
}
