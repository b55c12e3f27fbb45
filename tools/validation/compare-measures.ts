import { type Comparison, compareTimes, type Tolerance } from './compare-times.ts';
import type { Measures } from './measures.ts';

/**
 * Returns everything that repetitions of one variant were measured for, compared. What all the real
 * repetitions agree on must be the same in ours; where they differ, ours must be one that was seen, and a
 * count lie between those seen. Times are medians, within the tolerance.
 */
export function compareMeasures(
  real: readonly Measures[],
  ours: readonly Measures[],
  tolerance: Tolerance,
): readonly Comparison[] {
  return [
    ...compareEach('counts', real, ours, isBetween),
    ...compareEach('order', real, ours, isAmong),
    ...compareEach('texts', real, ours, isAmong),
    ...compareTimes(real, ours, tolerance),
  ];
}

function isBetween(seen: readonly string[], value: string): boolean {
  const counts = seen.map(Number);
  return Number(value) >= Math.min(...counts) && Number(value) <= Math.max(...counts);
}

function isAmong(seen: readonly string[], value: string): boolean {
  return seen.includes(value);
}

function compareEach(
  about: 'counts' | 'order' | 'texts',
  real: readonly Measures[],
  ours: readonly Measures[],
  wasSeen: (seen: readonly string[], value: string) => boolean,
): readonly Comparison[] {
  const absent = about === 'counts' ? '0' : 'none';
  const valuesOf = (runs: readonly Measures[], what: string) =>
    runs.map((run) => String(run[about][what] ?? absent));
  const names = new Set([...real, ...ours].flatMap((run) => Object.keys(run[about])));
  return [...names].map((what) => {
    const seen = valuesOf(real, what);
    const values = valuesOf(ours, what);
    return {
      about,
      what,
      real: distinct(seen),
      ours: distinct(values),
      agrees: values.every((value) => wasSeen(seen, value)),
    };
  });
}

function distinct(values: readonly string[]): string {
  return [...new Set(values)].join(' | ');
}
