import type { Series } from './resource-view.ts';

/** Returns what a series holds at that time; before its beginning its first value, 0 of an empty one. */
export function valueAt(series: Series, atMs: number): number {
  return series.values[indexAt(series, atMs)] ?? 0;
}

/** Returns the place of the point that holds at that time, at least 0. */
export function indexAt({ atMs: times }: Series, atMs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
