/**
 * Times of scripts are ms with fractions; the real kubelet counts whole nanoseconds, so that is what they are rounded to.
 * The kernel is given microseconds, with up to three decimals; where a float64 has no room for those, whole ones.
 */
export function microsOf(ms: number): number {
  return microsOfNanos(nanosOf(ms));
}

/** The moment `ms` after `fromMicros`, in microseconds: added up in whole nanoseconds, so that equal moments are equal. */
export function microsAfter(fromMicros: number, ms: number): number {
  return microsOfNanos(Math.round(fromMicros * 1000) + nanosOf(ms));
}

/** A moment of the kernel as traces write it. */
export function msOf(micros: number): number {
  return Math.round(micros * 1000) / 1e6;
}

/** From here on (101 days) microseconds that are float64 are more than a nanosecond apart. */
export const coarseFromMicros = 2 ** 43;

function microsOfNanos(nanos: number): number {
  const micros = nanos / 1000;
  return micros < coarseFromMicros ? micros : Math.round(micros);
}

function nanosOf(ms: number): number {
  return Math.round(ms * 1e6);
}
