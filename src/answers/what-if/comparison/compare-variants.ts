import { causeOverRuns, type FirstCause } from '../../../reports/first-cause/first-cause.ts';
import type { RunTold } from '../../../reports/summary/run-totals.ts';
import type { RunSummary } from '../../../reports/summary/summary.ts';
import {
  type DrawnSizes,
  drawnImages,
  inputOfRun,
  type SeededInput,
  sizeDrawsMax,
  sizesByImage,
} from '../runs/drawn-sizes.ts';
import { type Runner, runInOrder } from '../runs/runner.ts';
import { PairedBootstrap } from '../statistics/paired-bootstrap.ts';
import type { Variant } from '../variants/variant.ts';
import { type FigureDifference, figureDifferences } from './figure-difference.ts';
import { type PodDifferences, podDifferences } from './pod-differences.ts';
import { allRunningFigure, type SizeDependence, sizeDependence } from './size-dependence.ts';

/** A variant and the input that was made of it; without the origins of its images, their sizes are not drawn. */
export interface VariantInput extends SeededInput {
  readonly variant: Variant;
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
  /** Whether it holds for all sizes that were drawn; absent if all are given, or for one seed. */
  readonly sizes?: SizeDependence;
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
 * same actors: their differences come from the variants. Sizes that were not given are drawn for each seed,
 * the same for all variants; the first seed has the likeliest ones. `onRun` is called after each run.
 */
export async function compareVariants(
  inputs: readonly VariantInput[],
  seeds: readonly number[],
  runner: Runner,
  onRun: (done: number) => void,
): Promise<VariantsCompared> {
  const told: RunTold[] = [];
  for await (const { result } of runInOrder(runInputs(inputs, seeds), runner.width, runner.run))
    onRun(told.push(result));
  const whole = Math.floor(told.length / inputs.length);
  const runsOf = (index: number) =>
    told.slice(0, whole * inputs.length).filter((_, at) => at % inputs.length === index);
  return comparedRuns(
    inputs.map(({ variant }, index) => ({ variant, runs: runsOf(index) })),
    seeds.slice(0, whole),
    drawnSizes(inputs, whole),
  );
}

/** Each input is made when its turn comes: many seeds of many images would need much memory. */
function* runInputs(inputs: readonly VariantInput[], seeds: readonly number[]) {
  for (const [index, seed] of seeds.entries())
    for (const input of inputs) yield inputOfRun(input, seed, index);
}

/** Returns the sizes of the images that are drawn; undefined if there are none. */
function drawnSizes(inputs: readonly VariantInput[], runs: number): DrawnSizes | undefined {
  if (runs < 2) return undefined;
  const sizes = new Map(inputs.flatMap((input) => [...sizesByImage(input, drawnImages(input), runs)]));
  return sizes.size === 0 ? undefined : sizes;
}

/**
 * Returns the comparison of runs that have been made: those of each variant by seed, in the order of `seeds`.
 */
export function comparedRuns(
  variants: readonly { readonly variant: Variant; readonly runs: readonly RunTold[] }[],
  seeds: readonly number[],
  sizes?: DrawnSizes,
): VariantsCompared {
  const bootstrap = new PairedBootstrap();
  const [first, ...others] = variants;
  const differences = others.flatMap(({ variant, runs }): VariantDifference[] => {
    if (first === undefined || seeds.length === 0) return [];
    const summaries = [first.runs, runs].map((all) => all.map(({ summary }) => summary));
    const figures = figureDifferences(summaries[0] ?? [], summaries[1] ?? [], bootstrap);
    const ofPods = [first.runs, runs].map((all) => all.map(({ podTimes }) => podTimes));
    const pods = podDifferences(ofPods[0] ?? [], ofPods[1] ?? [], bootstrap);
    // The command of a run has the likeliest sizes, and so has this run.
    const likeliest = seeds.filter((_, index) => sizes === undefined || index % sizeDrawsMax === 0);
    const seed = typicalSeed(first.runs, runs, seeds, likeliest);
    const [before = null, after = null] = summaries.map((all) => causeAt(all, seeds.indexOf(seed)));
    const compared = { variant, against: first.variant, figures, pods, typicalSeed: seed };
    const difference = { ...compared, causes: { before, after } };
    if (sizes === undefined) return [difference];
    const names = { before: first.variant.name, after: variant.name };
    const times = { before: summaries[0]?.map(allRunning) ?? [], after: summaries[1]?.map(allRunning) ?? [] };
    return [{ ...difference, sizes: sizeDependence(names, times, sizes) }];
  });
  return { seeds, variants: variants.map(({ variant }) => variant), differences };
}

function allRunning(summary: RunSummary): number | null {
  return allRunningFigure().measure(summary);
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
  among: readonly number[],
): number {
  const slowest = ({ summary: { timeToRunningMs } }: RunTold) => timeToRunningMs?.max ?? 0;
  const bySeed = among.map((seed) => {
    const index = seeds.indexOf(seed);
    const [one, other] = [before[index], after[index]];
    return { seed, difference: one === undefined || other === undefined ? 0 : slowest(other) - slowest(one) };
  });
  return (
    bySeed.sort((a, b) => a.difference - b.difference || a.seed - b.seed)[Math.floor((bySeed.length - 1) / 2)]
      ?.seed ?? 0
  );
}
