import { runChunk, sweepChunk } from '../../answers/what-if/sweep/sweep.ts';
import { sweepLine } from '../../answers/what-if/sweep/sweep-table.ts';
import { decodeText } from '../../inputs/documents/decode-text.ts';
import { CommandError, type ExitCode, exitCode } from '../cli/command-error.ts';
import { readBytes } from '../cli/files/read-bytes.ts';
import { Interruption } from '../cli/run/interruption.ts';
import { type Terminal, tellNote } from '../cli/terminal.ts';
import { type KnownRuns, knownRunsOf, type PlacedLine } from '../cli/what-if/known-runs.ts';
import { withThreads } from '../cli/what-if/with-threads.ts';
import type { WorkersAsked } from '../cli/workers/worker-count.ts';
import { readPlan, type SweepPlan, seedsOfShare } from './job-plan.ts';
import { openStore } from './open-store.ts';
import { planBytesMax, planName, type ResultStore, shareBytesMax, shareName } from './result-store.ts';

interface ShareOptions {
  readonly plan: string;
  readonly results: string;
  readonly workers: WorkersAsked;
}

const indexVariable = 'JOB_COMPLETION_INDEX';

/**
 * Makes the share of a sweep that is this pod's, and puts its results into the store. Made again, it gives
 * the same bytes.
 */
export async function runShare(
  { plan: path, results, workers }: ShareOptions,
  terminal: Terminal,
  notes: Terminal,
): Promise<ExitCode> {
  const note = (line: string) => tellNote(notes, line);
  const bytes = await readBytes(path, { cwd: terminal.cwd, bytesMax: planBytesMax });
  const { plan, inputs } = await readPlan(bytes, path);
  const share = indexOf(terminal, plan.shares);
  const store = await openStore(results, terminal);
  const there = await store.get(planName, planBytesMax);
  if (there !== undefined && !bytes.equals(there))
    throw new CommandError(
      exitCode.input,
      `${results} has the results of another sweep: take a place of its own for each`,
    );
  const known = await runsThere(store, plan, share, note);
  if (there === undefined) await store.put(planName, bytes);
  const interruption = new Interruption(terminal);
  const threads = workers === 'auto' ? (terminal.processors ?? 1) : workers;
  const lines: string[] = [];
  let made = 0;
  const isWhole = await withThreads(threads, plan.engine, interruption, async (runner) => {
    for await (const { point, input } of inputs) {
      const variant = plan.points[point];
      const seeds = seedsOfShare(plan, point, share);
      if (variant === undefined || 'refused' in input || seeds.length === 0) continue;
      const before = seeds.map((seed) => known?.of(variant, seed));
      const isKnown = before.every((values) => values !== undefined);
      const values = isKnown ? before : await runChunk(sweepChunk(input, seeds, plan.seeds[0] ?? 0), runner);
      if (values === undefined) return false;
      if (!isKnown) made += seeds.length;
      for (const [index, seed] of seeds.entries())
        lines.push(sweepLine(plan.id, plan.axes, plan.points, { point, seed, values: values[index] ?? [] }));
    }
    return true;
  });
  if (!isWhole) return exitCode.interrupted;
  if (known !== undefined && made === 0) {
    note(`share ${share} is there already`);
    return exitCode.ok;
  }
  await store.put(shareName(share), Buffer.from(lines.join('')));
  note(`share ${share} of ${plan.shares}: ${made} runs made`);
  return exitCode.ok;
}

/** Returns the runs of a share that is in the store; undefined if there is none, or one that is of no use. */
async function runsThere(
  store: ResultStore,
  { id }: SweepPlan,
  share: number,
  note: (line: string) => void,
): Promise<KnownRuns | undefined> {
  const name = shareName(share);
  const bytes = await store.get(name, shareBytesMax);
  if (bytes === undefined) return undefined;
  const again = 'it is made again';
  try {
    return await knownRunsOf(linesOf(decodeText(bytes), name), id, { noLine: again, otherSweep: again });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    note(error.message);
    return undefined;
  }
}

async function* linesOf(text: string, name: string): AsyncGenerator<PlacedLine> {
  for (const [index, line] of text.split('\n').entries()) yield [`${name}:${index + 1}`, line];
}

function indexOf({ env }: Terminal, shares: number): number {
  const text = env[indexVariable];
  const share = Number(text);
  if (text !== undefined && /^\d+$/.test(text) && share < shares) return share;
  const told = text === undefined ? 'is not set' : `is ${text}`;
  throw new CommandError(
    exitCode.usage,
    `${indexVariable} ${told}: expected 0 to ${shares - 1}, the number of this share (Kubernetes sets it in pods of an Indexed Job)`,
  );
}
