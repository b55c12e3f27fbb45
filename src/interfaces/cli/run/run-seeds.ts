import { runFigures } from '../../../answers/certainty/run-figures.ts';
import type { SizedInput } from '../../../answers/certainty/size-draws.ts';
import { summarizeRun } from '../../../answers/certainty/summarize-run.ts';
import type { Stage } from '../../../answers/what-if/runs/time-left.ts';
import { stageOfRun } from '../../../answers/what-if/runs/time-left.ts';
import { jsonText } from '../../../reports/json/json-text.ts';
import type { RunFilter } from '../../../reports/run-filter/run-filter.ts';
import { restsOn } from '../../../reports/summary/rests-on.ts';
import { summarizeSeeds } from '../../../reports/summary/seeds-summary.ts';
import { formatSeedsSummary } from '../../../reports/summary/seeds-summary-text.ts';
import type { RunSummary } from '../../../reports/summary/summary.ts';
import type { TextOptions } from '../../../reports/text/text-options.ts';
import type { EngineName } from '../../../run/engine/engine.ts';
import type { PartEnd } from '../../../run/simulation/part-run.ts';
import type { SimulationProgress } from '../../../run/simulation/parts-progress.ts';
import type { SimulateOptions } from '../../../run/simulation/simulate.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { CommandError, exitCode } from '../command-error.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import type { Interruption } from './interruption.ts';
import type { Progress } from './progress.ts';
import { runTable } from './run-table.ts';
import { orFail } from './simulate-or-fail.ts';

interface SeedsOptions {
  readonly count: number;
  readonly format: 'text' | 'json' | 'csv';
  readonly engine: EngineName | undefined;
  /** Whose figures they are; undefined: all pods'. */
  readonly filter: RunFilter | undefined;
  readonly interruption: Interruption;
  /** Absent for the command's own thread. */
  readonly pool: WorkerPool | undefined;
}

/**
 * Runs `count` seeds, beginning with the input's own. Returns the range of each figure of the summaries; as
 * CSV, the lines of all runs with their seeds. Without interrupted runs.
 */
export async function runSeeds(
  { input, origins }: SizedInput,
  { count, format, engine, filter, pool, interruption }: SeedsOptions,
  text: TextOptions,
  progress: Progress,
): Promise<string | readonly string[]> {
  const inputs = Array.from({ length: count }, (_, index) => ({ ...input, seed: input.seed + index }));
  const running = { engine, filter, interruption };
  if (format === 'csv') {
    const tables = await runAll(inputs, tablesOf(running, pool), pool, progress);
    return tables.map((table, index) => (index === 0 ? table : table.slice(table.indexOf('\n') + 1)));
  }
  const summaries = await runAll(inputs, summariesOf(running, pool), pool, progress);
  const summary = { ...summarizeSeeds(summaries), restsOn: restsOn(runFigures(input, origins)) };
  return format === 'json' ? jsonText('SeedsSummary', summary) : formatSeedsSummary(summary, text);
}

type Running = Pick<SeedsOptions, 'engine' | 'filter' | 'interruption'>;

/** How what is wanted of one seed comes about. Undefined: it was interrupted. */
interface OfSeed<Wanted> {
  readonly here: (
    input: SimulationInput,
    onProgress: SimulateOptions['onProgress'],
  ) => Promise<{ told: Wanted; end: PartEnd }>;
  readonly there: (input: SimulationInput) => Promise<Wanted | undefined>;
}

function summariesOf(
  { engine, filter, interruption }: Running,
  pool: WorkerPool | undefined,
): OfSeed<RunSummary> {
  return {
    here: async (input, onProgress) => {
      const { summary, end } = await summarizeRun(
        input,
        { ...(engine && { engine }), filter, ...(onProgress && { onProgress }) },
        interruption,
      );
      return { told: summary, end };
    },
    there: async (input) => (await pool?.tell(input, { engine, filter, flag: interruption.flag }))?.summary,
  };
}

function tablesOf({ engine, filter, interruption }: Running, pool: WorkerPool | undefined): OfSeed<string> {
  return {
    here: async (input, onProgress) => {
      const { table, end } = await runTable(
        input,
        { ...(engine && { engine }), filter, ...(onProgress && { onProgress }) },
        interruption,
      );
      return { told: table, end };
    },
    there: async (input) => pool?.table(input, { engine, filter, flag: interruption.flag }),
  };
}

async function runAll<Wanted>(
  inputs: readonly SimulationInput[],
  ofSeed: OfSeed<Wanted>,
  pool: WorkerPool | undefined,
  progress: Progress,
): Promise<readonly Wanted[]> {
  const all = await (pool === undefined
    ? oneByOne(inputs, ofSeed, progress)
    : sideBySide(inputs, ofSeed, pool, progress));
  if (all.length === 0)
    throw new CommandError(exitCode.interrupted, 'interrupted before the first seed was run');
  return all;
}

async function oneByOne<Wanted>(
  inputs: readonly SimulationInput[],
  { here }: OfSeed<Wanted>,
  progress: Progress,
): Promise<Wanted[]> {
  const count = inputs.length;
  const all: Wanted[] = [];
  let stepsOver = 0;
  for (const [index, input] of inputs.entries()) {
    const onProgress = (moment: SimulationProgress) => {
      const told = `seed ${index + 1} of ${count}, ${stageOfRun(moment).told}`;
      progress.note({ told, remaining: stepsRemaining(count, index, stepsOver, moment.steps) });
    };
    const { told, end } = await orFail(input, () => here(input, onProgress));
    if (end.reason === 'interrupted') break;
    stepsOver += end.steps;
    all.push(told);
  }
  return all;
}

/** Returns what remains by the steps that each seed has taken so far, from the second seed on. */
function stepsRemaining(count: number, over: number, stepsOver: number, steps: number): Stage['remaining'] {
  return over === 0 ? [] : [{ amount: Math.max(0, (stepsOver / over) * (count - over) - steps) }];
}

async function sideBySide<Wanted>(
  inputs: readonly SimulationInput[],
  { there }: OfSeed<Wanted>,
  pool: WorkerPool,
  progress: Progress,
): Promise<readonly Wanted[]> {
  let over = 0;
  const note = () => {
    over++;
    progress.note({
      told: `${over} of ${inputs.length} seeds run`,
      remaining: [{ amount: inputs.length - over }],
    });
  };
  return await pool.each(inputs, there, note);
}
