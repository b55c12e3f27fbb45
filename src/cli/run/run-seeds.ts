import type { EngineName } from '../../engine/engine.ts';
import type { SimulationInput } from '../../input/model.ts';
import { seedsSummaryJson, summarizeSeeds } from '../../report/summary/seeds-summary.ts';
import { formatSeedsSummary } from '../../report/summary/seeds-summary-text.ts';
import { type RunSummary, summarize } from '../../report/summary/summary.ts';
import type { TextOptions } from '../../report/text/text-options.ts';
import type { Progress, Stage } from './progress.ts';
import { stageOfRun } from './run-stage.ts';
import { simulateOrFail } from './simulate-or-fail.ts';

export interface SeedsOptions {
  readonly count: number;
  readonly format: 'text' | 'json';
  readonly engine: EngineName | undefined;
}

/** Runs `count` seeds from the input's own on, and returns each figure of the summaries with its range. */
export function runSeeds(input: SimulationInput, { count, format, engine }: SeedsOptions, text: TextOptions, progress: Progress): string {
  const summaries: RunSummary[] = [];
  let stepsOver = 0;
  for (let index = 0; index < count; index += 1) {
    const { records, end } = simulateOrFail(
      { ...input, seed: input.seed + index },
      {
        ...(engine === undefined ? {} : { engine }),
        onProgress: (moment) => {
          const told = `seed ${index + 1} of ${count}, ${stageOfRun(moment).told}`;
          progress.note({ told, remaining: stepsRemaining(count, index, stepsOver, moment.steps) });
        },
      },
    );
    stepsOver += end.steps;
    summaries.push(summarize(records));
  }
  const summary = summarizeSeeds(summaries);
  return format === 'json' ? seedsSummaryJson(summary) : formatSeedsSummary(summary, text);
}

/** By the steps that a seed has taken so far; from the second seed on. */
function stepsRemaining(count: number, over: number, stepsOver: number, steps: number): Stage['remaining'] {
  return over === 0 ? [] : [{ amount: Math.max(0, (stepsOver / over) * (count - over) - steps) }];
}
