/** Returns ms in whole microseconds; differences of ms in floating point are not exact. */
export function wholeMicros(durationMs: number): number {
  return Math.round(durationMs * 1000) / 1000;
}
