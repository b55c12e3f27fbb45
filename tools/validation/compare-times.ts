import type { Measures } from './measures.ts';
import { median } from './median.ts';

/** One thing that was measured in both, and whether it agrees. */
export interface Comparison {
  readonly about: 'counts' | 'order' | 'texts' | 'pulls' | 'moments';
  /** `GET layer 200`, `p0`, `last byte` */
  readonly what: string;
  readonly real: string;
  readonly ours: string;
  readonly agrees: boolean;
  /** Of times: the medians in ms. */
  readonly realMs?: number;
  readonly oursMs?: number;
  /** Of times: those of each recorded run that has them, in ms. */
  readonly realEachMs?: readonly number[];
}

/** So large a share of itself may a time be off, or so many ms, whichever is more. */
export interface Tolerance {
  readonly share: number;
  readonly ms: { readonly pulls: number; readonly moments: number };
}

/**
 * Returns the times of repetitions, compared. Where chance decides what is asked for (a retry finds what the
 * one before left behind, or comes too late for that), runs are compared with those that asked for the same.
 */
export function compareTimes(
  real: readonly Measures[],
  ours: readonly Measures[],
  tolerance: Tolerance,
): readonly Comparison[] {
  const cases = [...new Set(ours.map(caseOf))].filter((name) => real.some((run) => caseOf(run) === name));
  if (cases.length === 0) return compareMedians(real, ours, tolerance, '');
  const several = new Set(real.map(caseOf)).size > 1;
  return cases.flatMap((name) => {
    const isLike = (run: Measures) => caseOf(run) === name;
    return compareMedians(
      real.filter(isLike),
      ours.filter(isLike),
      tolerance,
      several ? `, as in run ${real.findIndex(isLike) + 1}` : '',
    );
  });
}

/** What was asked for and answered; over which connections is another matter. */
function caseOf({ counts }: Measures): string {
  const requests = Object.entries(counts).filter(([what]) => what !== 'connections');
  return JSON.stringify(requests.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function compareMedians(
  real: readonly Measures[],
  ours: readonly Measures[],
  { share, ms }: Tolerance,
  suffix: string,
): readonly Comparison[] {
  const pulls = namesIn('pulls', [...real, ...ours]);
  const moments = namesIn('moments', [...real, ...ours]).filter((name) => mustHave(name, real, ours));
  const timed = (about: 'pulls' | 'moments', name: string): Comparison => {
    const what = `${name}${suffix}`;
    const realEachMs = real.flatMap((run) => run[about][name] ?? []);
    const realMs = median(realEachMs);
    const oursMs = median(ours.flatMap((run) => run[about][name] ?? []));
    if (realMs === undefined || oursMs === undefined)
      return { about, what, real: shownMs(realMs), ours: shownMs(oursMs), agrees: false };
    const agrees = Math.abs(oursMs - realMs) <= Math.max(share * realMs, ms[about]);
    return { about, what, real: shownMs(realMs), ours: shownMs(oursMs), agrees, realMs, oursMs, realEachMs };
  };
  return [...pulls.map((name) => timed('pulls', name)), ...moments.map((name) => timed('moments', name))];
}

function namesIn(about: 'pulls' | 'moments', runs: readonly Measures[]): readonly string[] {
  return [...new Set(runs.flatMap((run) => Object.keys(run[about])))];
}

/**
 * A pull that fails may or may not come as far as a moment before it is over: it races with its own failure.
 */
function mustHave(moment: string, real: readonly Measures[], ours: readonly Measures[]): boolean {
  const isKnown = (run: Measures) => run.moments[moment] !== undefined;
  return (
    (real.some(isKnown) && ours.some(isKnown)) ||
    real.every(({ texts }) => Object.values(texts).every((text) => text === 'ok'))
  );
}

function shownMs(ms: number | undefined): string {
  return ms === undefined ? 'none' : `${ms.toFixed(1)} ms`;
}
