import { makeSweep } from '../../answers/what-if/sweep/answer-sweep.ts';
import type { ChunkRunner, PointInput } from '../../answers/what-if/sweep/sweep.ts';
import { decodeText } from '../../inputs/documents/decode-text.ts';
import { CommandError, type ExitCode, exitCode } from '../cli/command-error.ts';
import { SweepOutput, type SweepOutputOptions } from '../cli/sweep/sweep-output.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { AskingCommand } from '../cli/what-if/asking-command.ts';
import { type KnownRuns, knownRunsOf, type PlacedLine } from '../cli/what-if/known-runs.ts';
import { plannedSizes, readPlan, type SweepPlan } from './job-plan.ts';
import { openStore } from './open-store.ts';
import { planBytesMax, planName, type ResultStore, shareBytesMax, shareName } from './result-store.ts';

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

async function collected(
  place: string,
  asking: AskingCommand,
  printer: SweepOutput,
  terminal: Terminal,
): Promise<ExitCode> {
  const store = await openStore(place, terminal);
  const bytes = await store.get(planName, planBytesMax);
  if (bytes === undefined)
    throw new CommandError(
      exitCode.input,
      `${place}: no ${planName}: it is no place where windlass worker --results has put results`,
    );
  const { plan, inputs } = await readPlan(bytes, `${place}/${planName}`);
  const missing: number[] = [];
  const known = await knownRunsOf(linesOfShares(store, plan.shares, place, missing), plan.id, {
    noLine: shareAgain,
    otherSweep: shareAgain,
  });
  failIfMissing(missing, plan.shares, place);
  const refused = new Map<number, PointInput>();
  for await (const { point, input } of inputs) if ('refused' in input) refused.set(point, input);
  const indexOf = new Map(plan.points.map((point, index) => [point, index]));
  failIfCut(plan, refused, known, place);
  const inputOf = (point: (typeof plan.points)[number]): PointInput => {
    const index = indexOf.get(point) ?? -1;
    const input = refused.get(index);
    if (input === undefined)
      throw new CommandError(exitCode.input, `${place}: the runs of ${point.name} are in no share`);
    return input;
  };
  const nobody: ChunkRunner = { width: 1, seedsPerChunk: 1, run: async () => undefined };
  const planned = { ...plan, sizes: plannedSizes(plan), inputOf };
  const swept = await makeSweep(asking, planned, nobody, { known: known.of, onRow: printer.begin(planned) });
  return printer.print(asking, planned, swept, []);
}

/** Throws a `CommandError` if shares are missing. */
function failIfMissing(missing: readonly number[], shares: number, place: string): void {
  if (missing.length === 0) return;
  const names = `${missing.slice(0, namesMax).join(', ')}${missing.length > namesMax ? ', …' : ''}`;
  throw new CommandError(
    exitCode.input,
    `${place}: ${missing.length} of ${shares} shares are missing: ${names}\nThe Job is not complete (kubectl get job), or those pods failed; run with the same JOB_COMPLETION_INDEX they make what is missing.`,
  );
}

/** Yields the lines of all shares with their places, and notes which shares are not there. */
async function* linesOfShares(
  store: ResultStore,
  shares: number,
  place: string,
  missing: number[],
): AsyncGenerator<PlacedLine> {
  for (let share = 0; share < shares; share++) {
    const name = shareName(share);
    const bytes = await store.get(name, shareBytesMax);
    if (bytes === undefined) missing.push(share);
    else
      for (const [index, line] of decodeText(bytes).split('\n').entries())
        yield [`${place}/${name}:${index + 1}`, line];
  }
}

/** Throws a `CommandError` if a share that is there does not have all of its runs: it was cut short. */
function failIfCut(
  { points, seeds, shares }: SweepPlan,
  refused: ReadonlyMap<number, PointInput>,
  { of }: KnownRuns,
  place: string,
): void {
  for (const [index, point] of points.entries()) {
    if (refused.has(index)) continue;
    const seedIndex = seeds.findIndex((seed) => of(point, seed) === undefined);
    if (seedIndex < 0) continue;
    const name = shareName((index * seeds.length + seedIndex) % shares);
    throw new CommandError(
      exitCode.input,
      `${place}/${name}: the run of ${point.name} with seed ${seeds[seedIndex]} is not in it: ${shareAgain}`,
    );
  }
}
