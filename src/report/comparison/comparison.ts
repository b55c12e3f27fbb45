import type { RunSummary } from '../summary.ts';
import { comparedFigures } from './compared-figures.ts';
import { comparisonSentences } from './comparison-sentences.ts';

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
  readonly verdict: 'better' | 'worse' | 'same' | 'different';
}

/** Returns what `after` does better and worse than `before`, in figures and in sentences for people. */
export function compareRuns(before: RunSummary, after: RunSummary): Comparison {
  return { figures: comparedFigures(before, after), sentences: comparisonSentences(before, after) };
}
