import type { EngineName } from '../../engine/engine.ts';
import type { SimulationInput } from '../../input/model.ts';
import { seedsSummaryJson, summarizeSeeds } from '../../report/summary/seeds-summary.ts';
import { formatSeedsSummary } from '../../report/summary/seeds-summary-text.ts';
import { type RunSummary, summarize } from '../../report/summary/summary.ts';
import type { TextOptions } from '../../report/text/text-options.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import type { Progress, Stage } from './progress.ts';
import { stageOfRun } from './run-stage.ts';
import { simulateOrFail } from './simulate-or-fail.ts';

export interface SeedsOptions {
  readonly count: number;
  readonly format: 'text' | 'json';
  readonly engine: EngineName | undefined;
  /** Absent: the command's own thread. */
  readonly pool: WorkerPool | undefined;
}

/** Runs `count` seeds from the input's own on, and returns each figure of the summaries with its range. */
export async function runSeeds(
  input: SimulationInput,
  { count, format, engine, pool }: SeedsOptions,
  text: TextOptions,
  progress: Progress,
): Promise<string> {
  const inputs = Array.from({ length: count }, (_, index) => ({ ...input, seed: input.seed + index }));
  const summaries = pool === undefined ? oneByOne(inputs, engine, progress) : await sideBySide(inputs, engine, pool, progress);
  const summary = summarizeSeeds(summaries);
  return format === 'json' ? seedsSummaryJson(summary) : formatSeedsSummary(summary, text);
}

function oneByOne(inputs: readonly SimulationInput[], engine: EngineName | undefined, progress: Progress): readonly RunSummary[] {
  const count = inputs.length;
  let stepsOver = 0;
  return inputs.map((input, index) => {
    const { records, end } = simulateOrFail(input, {
      ...(engine && { engine }),
      onProgress: (moment) => {
        const told = `seed ${index + 1} of ${count}, ${stageOfRun(moment).told}`;
        progress.note({ told, remaining: stepsRemaining(count, index, stepsOver, moment.steps) });
      },
    });
    stepsOver += end.steps;
    return summarize(records);
  });
}

/** By the steps that a seed has taken so far; from the second seed on. */
function stepsRemaining(count: number, over: number, stepsOver: number, steps: number): Stage['remaining'] {
  return over === 0 ? [] : [{ amount: Math.max(0, (stepsOver / over) * (count - over) - steps) }];
}

async function sideBySide(
  inputs: readonly SimulationInput[],
  engine: EngineName | undefined,
  pool: WorkerPool,
  progress: Progress,
): Promise<readonly RunSummary[]> {
  let over = 0;
  const note = () => {
    over++;
    progress.note({ told: `${over} of ${inputs.length} seeds run`, remaining: [{ amount: inputs.length - over }] });
  };
  return await pool.summarize(inputs, engine, note);
}
