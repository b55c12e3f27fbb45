import type { RunSummary } from '../summary.ts';
import { comparedFigures } from './compared-figures.ts';
import { comparisonSentences } from './comparison-sentences.ts';
import type { Verdict } from './figure-change.ts';

/** What a change did, in figures and words; a function of the two runs' summaries. */
export interface Comparison {
  readonly figures: readonly ComparedFigure[];
  /** Sentences, the most telling first: `all running after 1m19s instead of 2m31s`. */
  readonly sentences: readonly string[];
}

export interface ComparedFigure {
  /** `all running after`, `time to running p50`, `waiting for a slot`, `duplicate pulls` */
  readonly name: string;
  /** As the summary words it: `2m31s`, `58 %`, `0`; `–` where there is nothing to tell. */
  readonly before: string;
  readonly after: string;
  /** How much more or less it is: `−41 s`, `+2`; empty where it reads the same. */
  readonly change: string;
  readonly verdict: Verdict;
}

export interface ComparisonOptions {
  /** The runs differ in nothing but their seed: what differs is luck, and neither better nor worse. */
  readonly isAnotherDraw?: boolean;
}

/** Returns what `after` does better and worse than `before`, in figures and in sentences for people. */
export function compareRuns(before: RunSummary, after: RunSummary, { isAnotherDraw = false }: ComparisonOptions = {}): Comparison {
  const sentences = comparisonSentences(before, after);
  return {
    figures: comparedFigures(before, after, isAnotherDraw),
    sentences: isAnotherDraw ? ['Only the seed differs: this is another draw of luck, no better and no worse.', ...sentences] : sentences,
  };
}
