import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { runChunk } from '../../what-if/sweep/sweep.ts';
import { sweepLine } from '../../what-if/sweep/sweep-table.ts';
import { CommandError, type ExitCode, exitCode } from '../command-error.ts';
import { whyUnreadable } from '../files/file-errors.ts';
import { Interruption } from '../run/interruption.ts';
import { type Terminal, tellNote } from '../terminal.ts';
import { withThreads } from '../what-if/with-threads.ts';
import type { WorkersAsked } from '../workers/worker-count.ts';
import { readPlan, seedsOfShare } from './job-plan.ts';
import { openStore } from './open-store.ts';
import { planName, shareName } from './result-store.ts';

interface ShareOptions {
  readonly plan: string;
  readonly results: string;
  readonly workers: WorkersAsked;
}

const indexVariable = 'JOB_COMPLETION_INDEX';

/** Makes the share of a sweep that is this pod's, and puts its results into the store. Made again, it gives the same bytes. */
export async function runShare({ plan: path, results, workers }: ShareOptions, terminal: Terminal, notes: Terminal): Promise<ExitCode> {
  const note = (line: string) => tellNote(notes, line);
  const bytes = await readFile(resolve(terminal.cwd, path)).catch((error: unknown) => {
    throw new CommandError(exitCode.input, `${path}: ${whyUnreadable(error)}`);
  });
  const { plan, inputs } = await readPlan(bytes, path);
  const share = indexOf(terminal, plan.shares);
  const store = await openStore(results, terminal);
  const there = await store.get(planName);
  if (there !== undefined && !bytes.equals(there))
    throw new CommandError(exitCode.input, `${results} has the results of another sweep: take a place of its own for each`);
  if ((await store.get(shareName(share))) !== undefined) {
    note(`share ${share} is there already`);
    return exitCode.ok;
  }
  if (there === undefined) await store.put(planName, bytes);
  const interruption = new Interruption(terminal);
  const threads = workers === 'auto' ? (terminal.processors ?? 1) : workers;
  const lines: string[] = [];
  const isWhole = await withThreads(threads, plan.engine, interruption, async (runner) => {
    for await (const { point, input } of inputs) {
      const seeds = seedsOfShare(plan, point, share);
      if ('refused' in input || seeds.length === 0) continue;
      const values = await runChunk({ input, seeds }, runner);
      if (values === undefined) return false;
      for (const [index, seed] of seeds.entries())
        lines.push(sweepLine(plan.id, plan.axes, plan.points, { point, seed, values: values[index] ?? [] }));
    }
    return true;
  });
  if (!isWhole) return exitCode.interrupted;
  await store.put(shareName(share), Buffer.from(lines.join('')));
  note(`share ${share} of ${plan.shares}: ${lines.length} runs made`);
  return exitCode.ok;
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
