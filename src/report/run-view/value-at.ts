import { countUntil } from './count-until.ts';
import type { Series } from './series-builder.ts';

/** Returns the value of a series at that time: its first value before its beginning, and 0 if it is empty. */
export function valueAt(series: Series, atMs: number): number {
  return series.values[indexAt(series, atMs)] ?? 0;
}

/** Returns the index of the point that holds at that time, at least 0. */
export function indexAt({ atMs: times }: Series, atMs: number): number {
  return Math.max(0, countUntil(times, atMs) - 1);
}
