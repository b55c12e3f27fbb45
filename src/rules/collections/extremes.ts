/**
 * Returns the largest of any number of values, -Infinity of none. `Math.max(...values)` takes some 100,000
 * only.
 */
export function largest(values: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const value of values) found = Math.max(found, value);
  return found;
}

/** Returns the smallest of any number of values, Infinity of none. */
export function smallest(values: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const value of values) found = Math.min(found, value);
  return found;
}
