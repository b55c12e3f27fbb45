import type { RunSummary } from '../summary/summary.ts';
import { type ComparedFigure, comparedFigures } from './compared-figures.ts';
import { comparisonSentences } from './comparison-sentences.ts';

/** What a change did, in figures and words; a function of the two runs' summaries. */
export interface Comparison {
  readonly figures: readonly ComparedFigure[];
  /** Sentences, the most telling first: `all running after 1m19s instead of 2m31s`. */
  readonly sentences: readonly string[];
}

/** What is known of the two runs beforehand. */
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
