/**
 * Returns the smallest value that at least `percent` of the values do not exceed (nearest rank); undefined
 * without values. `sorted` must rise. Of more values than it has, by `count`, the others are greater than
 * all: undefined too where the percentile is one of these.
 */
export function percentile(
  sorted: ArrayLike<number>,
  percent: number,
  count = sorted.length,
): number | undefined {
  return sorted[Math.max(0, Math.ceil((percent / 100) * count) - 1)];
}
