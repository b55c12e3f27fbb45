import type { Comparison } from './compare-times.ts';
import type { VariantVerdict } from './validate-variant.ts';

/** A line of the table: what a verdict comes to, in words. */
export interface VerdictRow {
  readonly variant: string;
  readonly repetitions: number;
  readonly counts: string;
  readonly texts: string;
  readonly order: string;
  /** Of the pull that is farthest off: real → ours. */
  readonly time: string;
  /** The moment of the run that is farthest off. */
  readonly moment: string;
  readonly verdict: 'agrees' | 'known miss' | 'MISS' | 'FAILED';
}

/** Returns the line for a verdict. */
export function verdictRow(verdict: VariantVerdict): VerdictRow {
  const { name, repetitions, comparisons, failure, misses, staleMisses } = verdict;
  return {
    variant: name,
    repetitions,
    counts: share(comparisons, 'counts'),
    texts: share(comparisons, 'texts'),
    order: share(comparisons, 'order'),
    time: shownTime(farthest(comparisons.filter(({ about }) => about === 'pulls'))),
    moment: shownTime(farthest(comparisons.filter(({ about }) => about === 'moments'))),
    verdict:
      failure !== undefined
        ? 'FAILED'
        : misses.some(({ known }) => known === undefined) || staleMisses.length > 0
          ? 'MISS'
          : misses.length > 0
            ? 'known miss'
            : 'agrees',
  };
}

function share(comparisons: readonly Comparison[], about: Comparison['about']): string {
  const all = comparisons.filter((comparison) => comparison.about === about);
  const agreeing = all.filter(({ agrees }) => agrees).length;
  return all.length === 0 ? '–' : agreeing === all.length ? 'all' : `${agreeing}/${all.length}`;
}

function offBy({ realMs, oursMs }: Comparison): number {
  return realMs === undefined || oursMs === undefined
    ? Infinity
    : Math.abs(oursMs - realMs) / Math.max(realMs, 1);
}

/** Those that miss come before those that do not. */
function farthest(times: readonly Comparison[]): Comparison | undefined {
  return times.toSorted(
    (left, right) => Number(left.agrees) - Number(right.agrees) || offBy(right) - offBy(left),
  )[0];
}

function shownTime(comparison: Comparison | undefined): string {
  if (comparison === undefined) return '–';
  const { what, realMs, oursMs } = comparison;
  if (realMs === undefined || oursMs === undefined) return `${what}: ${comparison.real} → ${comparison.ours}`;
  const percent = ((oursMs - realMs) / Math.max(realMs, 1)) * 100;
  return `${what}: ${realMs.toFixed(0)} → ${oursMs.toFixed(0)} ms (${percent >= 0 ? '+' : '−'}${Math.abs(percent).toFixed(1)} %)`;
}
