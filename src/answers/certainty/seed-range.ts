import { durationText } from '../../reports/text/quantity-text.ts';
import { extremesOf } from '../../rules/collections/extremes.ts';
import type { Pauses } from '../../run/simulation/simulate.ts';
import { inputOfRun } from '../what-if/runs/drawn-sizes.ts';
import { type DrawOptions, runsWithin, type SizedInput, slowestPod } from './size-draws.ts';

/** When the slowest pod runs with other seeds, and with other sizes where they are not known. */
export interface SeedRange {
  readonly seeds: number;
  /** In how many of them all pods ran. */
  readonly allRun: number;
  /** Of the slowest pod that runs; null if none does in any of them. */
  readonly slowestMs: { readonly min: number; readonly max: number } | null;
  readonly sentence: string;
}

const seedsMax = 20;
/** With fewer a range says nothing. */
const seedsMin = 5;
/** The limit for all runs together, on one quiet core, reckoned as for other sizes. */
const secondsMax = 8;

/**
 * Makes the run with the seeds after its own, and returns how much of its result is chance; undefined if that
 * took too long, or after an interruption. Throws `SimulationError` as `simulate` does.
 */
export async function seedRange(
  sized: SizedInput,
  endMs: number,
  options: DrawOptions,
  pauses: Pauses,
): Promise<SeedRange | undefined> {
  const { input } = sized;
  const seeds = Math.min(seedsMax, runsWithin(secondsMax, input, endMs));
  if (seeds < seedsMin) return undefined;
  const times: number[] = [];
  let allRun = 0;
  for (let index = 0; index < seeds; index++) {
    const told = await slowestPod(inputOfRun(sized, input.seed + index, index), options, pauses);
    if (told === undefined) return undefined;
    if (told.timeToRunningMs !== undefined) times.push(told.timeToRunningMs);
    if (told.allRun) allRun += 1;
  }
  const range = { seeds, allRun, slowestMs: extremesOf(times) };
  return { ...range, sentence: rangeText(range) };
}

function rangeText({ seeds, allRun, slowestMs }: Omit<SeedRange, 'sentence'>): string {
  if (slowestMs === null) return `no pod runs with any of ${seeds} seeds`;
  if (allRun === 0) return `not all run with any of ${seeds} seeds`;
  if (allRun < seeds) return `all run with ${allRun} of ${seeds} seeds`;
  const [from, to] = [durationText(slowestMs.min), durationText(slowestMs.max)];
  return from === to ? `${to} with each of ${seeds} seeds` : `${from} to ${to} over ${seeds} seeds`;
}
