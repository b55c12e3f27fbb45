/**
 * Returns the largest of any number of values, -Infinity of none. `Math.max(...values)` takes some 100,000
 * only.
 */
export function largest(values: Iterable<number>): number {
  let maximum = Number.NEGATIVE_INFINITY;
  for (const value of values) maximum = Math.max(maximum, value);
  return maximum;
}

/** Returns the smallest of any number of values, Infinity of none. */
export function smallest(values: Iterable<number>): number {
  let minimum = Number.POSITIVE_INFINITY;
  for (const value of values) minimum = Math.min(minimum, value);
  return minimum;
}

/** Returns the smallest and the largest value; null if there is none. */
export function extremesOf(values: readonly number[]): { readonly min: number; readonly max: number } | null {
  return values.length === 0 ? null : { min: smallest(values), max: largest(values) };
}
