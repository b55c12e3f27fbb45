/**
 * Returns the smallest value that at least `percent` of the values do not exceed (nearest rank); undefined without values. `sorted` must
 * rise.
 */
export function percentile(sorted: ArrayLike<number>, percent: number): number | undefined {
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}
