import type { RunSummary } from '../summary/summary.ts';
import { type ComparedFigure, comparedFigures } from './compared-figures.ts';
import { comparisonSentences } from './comparison-sentences.ts';

/** The effect of a change in figures and words, computed from the summaries of two runs. */
export interface Comparison {
  readonly figures: readonly ComparedFigure[];
  /** Sentences, the most important first: `all running after 1m19s instead of 2m31s`. */
  readonly sentences: readonly string[];
}

/** What is already known about the two runs. */
export interface ComparisonOptions {
  /** Whether the runs differ only in their seed: then differences are chance, and neither better nor worse. */
  readonly isAnotherDraw?: boolean;
}

/** Returns how `after` is better and worse than `before`, in figures and in sentences for people. */
export function compareRuns(before: RunSummary, after: RunSummary, { isAnotherDraw = false }: ComparisonOptions = {}): Comparison {
  const sentences = comparisonSentences(before, after);
  return {
    figures: comparedFigures(before, after, isAnotherDraw),
    sentences: isAnotherDraw ? ['Only the seed differs: the random draws are others, no better and no worse.', ...sentences] : sentences,
  };
}
