import { runFigures } from '../../certainty/run-figures.ts';
import type { SizedInput } from '../../certainty/size-draws.ts';
import { summarizeRun } from '../../certainty/summarize-run.ts';
import type { EngineName } from '../../engine/engine.ts';
import type { SimulationInput } from '../../input/model.ts';
import { jsonText } from '../../json/json-text.ts';
import type { RunFilter } from '../../report/run-filter/run-filter.ts';
import { restsOn } from '../../report/summary/rests-on.ts';
import { summarizeSeeds } from '../../report/summary/seeds-summary.ts';
import { formatSeedsSummary } from '../../report/summary/seeds-summary-text.ts';
import type { RunSummary } from '../../report/summary/summary.ts';
import type { TextOptions } from '../../report/text/text-options.ts';
import type { SimulationProgress } from '../../simulation/parts-progress.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import type { Interruption } from './interruption.ts';
import type { Progress, Stage } from './progress.ts';
import { stageOfRun } from './run-stage.ts';
import { orFail } from './simulate-or-fail.ts';

export interface SeedsOptions {
  readonly count: number;
  readonly format: 'text' | 'json';
  readonly engine: EngineName | undefined;
  /** Whose figures they are; undefined: all pods'. */
  readonly filter: RunFilter | undefined;
  readonly interruption: Interruption;
  /** Absent for the command's own thread. */
  readonly pool: WorkerPool | undefined;
}

/** Runs `count` seeds, beginning with the input's own. Returns the range of each figure of the summaries, without interrupted runs. */
export async function runSeeds(
  { input, origins }: SizedInput,
  { count, format, engine, filter, pool, interruption }: SeedsOptions,
  text: TextOptions,
  progress: Progress,
): Promise<string> {
  const inputs = Array.from({ length: count }, (_, index) => ({ ...input, seed: input.seed + index }));
  const summaries = await (pool === undefined
    ? oneByOne(inputs, { engine, filter, interruption }, progress)
    : sideBySide(inputs, { engine, filter, interruption }, pool, progress));
  if (summaries.length === 0) throw new CommandError(exitCode.interrupted, 'interrupted before the first seed was run');
  const summary = { ...summarizeSeeds(summaries), restsOn: restsOn(runFigures(input, origins)) };
  return format === 'json' ? jsonText('SeedsSummary', summary) : formatSeedsSummary(summary, text);
}

type Running = Pick<SeedsOptions, 'engine' | 'filter' | 'interruption'>;

async function oneByOne(inputs: readonly SimulationInput[], { engine, filter, interruption }: Running, progress: Progress) {
  const count = inputs.length;
  const summaries: RunSummary[] = [];
  let stepsOver = 0;
  for (const [index, input] of inputs.entries()) {
    const onProgress = (moment: SimulationProgress) => {
      const told = `seed ${index + 1} of ${count}, ${stageOfRun(moment).told}`;
      progress.note({ told, remaining: stepsRemaining(count, index, stepsOver, moment.steps) });
    };
    const { summary, end } = await orFail(input, () =>
      summarizeRun(input, { ...(engine && { engine }), filter, onProgress }, interruption),
    );
    if (end.reason === 'interrupted') break;
    stepsOver += end.steps;
    summaries.push(summary);
  }
  return summaries;
}

/** Returns what remains by the steps that each seed has taken so far, from the second seed on. */
function stepsRemaining(count: number, over: number, stepsOver: number, steps: number): Stage['remaining'] {
  return over === 0 ? [] : [{ amount: Math.max(0, (stepsOver / over) * (count - over) - steps) }];
}

async function sideBySide(
  inputs: readonly SimulationInput[],
  { engine, filter, interruption }: Running,
  pool: WorkerPool,
  progress: Progress,
) {
  let over = 0;
  const note = () => {
    over++;
    progress.note({ told: `${over} of ${inputs.length} seeds run`, remaining: [{ amount: inputs.length - over }] });
  };
  return await pool.summarize(inputs, { engine, filter, flag: interruption.flag }, note);
}
