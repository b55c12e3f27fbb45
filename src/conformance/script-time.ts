/**
 * Times of scripts are ms with fractions; the real kubelet counts whole nanoseconds, so that is what they are rounded to.
 * The kernel is given microseconds, with up to three decimals.
 */
export function microsOf(ms: number): number {
  return nanosOf(ms) / 1000;
}

/** The moment `ms` after `fromMicros`, in microseconds: added up in whole nanoseconds, so that equal moments are equal. */
export function microsAfter(fromMicros: number, ms: number): number {
  return (Math.round(fromMicros * 1000) + nanosOf(ms)) / 1000;
}

/** A moment of the kernel as traces write it. */
export function msOf(micros: number): number {
  return Math.round(micros * 1000) / 1e6;
}

function nanosOf(ms: number): number {
  return Math.round(ms * 1e6);
}
