import { causeOverRuns, type FirstCause } from '../../../reports/first-cause/first-cause.ts';
import type { RunTold } from '../../../reports/summary/run-totals.ts';
import type { RunSummary } from '../../../reports/summary/summary.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { type Runner, runInOrder } from '../runs/runner.ts';
import { PairedBootstrap } from '../statistics/paired-bootstrap.ts';
import type { Variant } from '../variants/variant.ts';
import { type FigureDifference, figureDifferences } from './figure-difference.ts';
import { type PodDifferences, podDifferences } from './pod-differences.ts';

/** A variant and the input that was made of it. */
export interface VariantInput {
  readonly variant: Variant;
  readonly input: SimulationInput;
}

/** A variant against the first one. */
export interface VariantDifference {
  readonly variant: Variant;
  readonly against: Variant;
  readonly figures: readonly FigureDifference[];
  readonly pods: PodDifferences;
  /**
   * The seed whose difference in the time until all pods run is in the middle: one run of it shows what is
   * typical.
   */
  readonly typicalSeed: number;
  /**
   * What held pods back most in the runs of that seed, with remedies that do under all seeds; null: nothing
   * did.
   */
  readonly causes: { readonly before: FirstCause | null; readonly after: FirstCause | null };
}

/** Variants of one input over the same seeds. */
export interface VariantsCompared {
  /** The seeds that were run under every variant: fewer than wanted after an interruption. */
  readonly seeds: readonly number[];
  readonly variants: readonly Variant[];
  /** Each variant but the first against the first. */
  readonly differences: readonly VariantDifference[];
}

/**
 * Runs the variants over the same seeds and compares each with the first one. The chance of a run comes from
 * streams that bear the names of actors, so runs of one seed draw the same random numbers where they have the
 * same actors: their differences come from the variants. `onRun` is called after each run.
 */
export async function compareVariants(
  inputs: readonly VariantInput[],
  seeds: readonly number[],
  runner: Runner,
  onRun: (done: number) => void,
): Promise<VariantsCompared> {
  const jobs = seeds.flatMap((seed) => inputs.map(({ input }) => ({ ...input, seed })));
  const told: RunTold[] = [];
  for await (const { result } of runInOrder(jobs, runner.width, runner.run)) onRun(told.push(result));
  const whole = Math.floor(told.length / inputs.length);
  const runsOf = (index: number) =>
    told.slice(0, whole * inputs.length).filter((_, at) => at % inputs.length === index);
  return comparedRuns(
    inputs.map(({ variant }, index) => ({ variant, runs: runsOf(index) })),
    seeds.slice(0, whole),
  );
}

/**
 * Returns the comparison of runs that have been made: those of each variant by seed, in the order of `seeds`.
 */
export function comparedRuns(
  variants: readonly { readonly variant: Variant; readonly runs: readonly RunTold[] }[],
  seeds: readonly number[],
): VariantsCompared {
  const bootstrap = new PairedBootstrap();
  const [first, ...others] = variants;
  const differences = others.flatMap(({ variant, runs }): VariantDifference[] => {
    if (first === undefined || seeds.length === 0) return [];
    const summaries = [first.runs, runs].map((all) => all.map(({ summary }) => summary));
    const figures = figureDifferences(summaries[0] ?? [], summaries[1] ?? [], bootstrap);
    const times = [first.runs, runs].map((all) => all.map(({ podTimes }) => podTimes));
    const pods = podDifferences(times[0] ?? [], times[1] ?? [], bootstrap);
    const seed = typicalSeed(first.runs, runs, seeds);
    const [before = null, after = null] = summaries.map((all) => causeAt(all, seeds.indexOf(seed)));
    return [{ variant, against: first.variant, figures, pods, typicalSeed: seed, causes: { before, after } }];
  });
  return { seeds, variants: variants.map(({ variant }) => variant), differences };
}

function causeAt(summaries: readonly RunSummary[], index: number): FirstCause | null {
  const causes = summaries.map(({ firstCause }) => firstCause);
  const cause = causes[index] ?? null;
  return cause === null ? null : causeOverRuns(cause, causes);
}

function typicalSeed(
  before: readonly RunTold[],
  after: readonly RunTold[],
  seeds: readonly number[],
): number {
  const slowest = ({ summary: { timeToRunningMs } }: RunTold) => timeToRunningMs?.max ?? 0;
  const bySeed = seeds.map((seed, index) => {
    const [one, other] = [before[index], after[index]];
    return { seed, difference: one === undefined || other === undefined ? 0 : slowest(other) - slowest(one) };
  });
  return (
    bySeed.sort((a, b) => a.difference - b.difference || a.seed - b.seed)[Math.floor((bySeed.length - 1) / 2)]
      ?.seed ?? 0
  );
}
