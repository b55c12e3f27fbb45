import { makeSweep } from '../../what-if/sweep/answer-sweep.ts';
import type { ChunkRunner, PointInput } from '../../what-if/sweep/sweep.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { SweepOutput, type SweepOutputOptions } from '../sweep/sweep-output.ts';
import type { Terminal } from '../terminal.ts';
import type { AskingCommand } from '../what-if/asking-command.ts';
import { knownRunsOf } from '../what-if/known-runs.ts';
import { readPlan } from './job-plan.ts';
import { openStore } from './open-store.ts';
import { planName, type ResultStore, shareName } from './result-store.ts';

const namesMax = 10;
const shareAgain = 'delete this share, and make it again with its JOB_COMPLETION_INDEX';

/** Merges the shares of a sweep into its answer: the bytes that windlass sweep itself would have printed. */
export async function collectSweep(
  place: string,
  asking: AskingCommand,
  options: SweepOutputOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const printer = new SweepOutput(options, terminal);
  return asking.ask((asked) => collected(place, asked, printer, terminal));
}

async function collected(place: string, asking: AskingCommand, printer: SweepOutput, terminal: Terminal): Promise<ExitCode> {
  const store = await openStore(place, terminal);
  const bytes = await store.get(planName);
  if (bytes === undefined)
    throw new CommandError(exitCode.input, `${place}: no ${planName}: it is no place where windlass worker --results has put results`);
  const { plan, inputs } = await readPlan(bytes, `${place}/${planName}`);
  const known = knownRunsOf(await linesOfShares(store, plan.shares, place), plan.id, { noLine: shareAgain, otherSweep: shareAgain });
  const refused = new Map<number, PointInput>();
  for await (const { point, input } of inputs) if ('refused' in input) refused.set(point, input);
  const indexOf = new Map(plan.points.map((point, index) => [point, index]));
  const inputOf = (point: (typeof plan.points)[number]): PointInput => {
    const index = indexOf.get(point) ?? -1;
    const input = refused.get(index);
    if (input === undefined) throw new CommandError(exitCode.input, `${place}: the runs of ${point.name} are in no share`);
    return input;
  };
  const nobody: ChunkRunner = { width: 1, seedsPerChunk: 1, run: async () => undefined };
  const planned = { ...plan, inputOf };
  const swept = await makeSweep(asking, planned, nobody, { known: known.of, onRow: printer.begin(planned) });
  return printer.print(asking, planned, swept, []);
}

/** Returns the lines of all shares with their places. Throws a `CommandError` if shares are missing. */
async function linesOfShares(
  store: ResultStore,
  shares: number,
  place: string,
): Promise<readonly (readonly [place: string, line: string])[]> {
  const lines: (readonly [string, string])[] = [];
  const missing: number[] = [];
  for (let share = 0; share < shares; share++) {
    const name = shareName(share);
    const bytes = await store.get(name);
    if (bytes === undefined) missing.push(share);
    else
      for (const [index, line] of new TextDecoder().decode(bytes).split('\n').entries())
        lines.push([`${place}/${name}:${index + 1}`, line]);
  }
  if (missing.length === 0) return lines;
  const names = `${missing.slice(0, namesMax).join(', ')}${missing.length > namesMax ? ', …' : ''}`;
  throw new CommandError(
    exitCode.input,
    `${place}: ${missing.length} of ${shares} shares are missing: ${names}\nThe Job is not complete (kubectl get job), or those pods failed; run with the same JOB_COMPLETION_INDEX they make what is missing.`,
  );
}
