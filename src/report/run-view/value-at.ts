import { countUntil } from './count-until.ts';
import type { Series } from './series-builder.ts';

/** Returns what a series holds at that time; before its beginning its first value, 0 of an empty one. */
export function valueAt(series: Series, atMs: number): number {
  return series.values[indexAt(series, atMs)] ?? 0;
}

/** Returns the place of the point that holds at that time, at least 0. */
export function indexAt({ atMs: times }: Series, atMs: number): number {
  return Math.max(0, countUntil(times, atMs) - 1);
}
