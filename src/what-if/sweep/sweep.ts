import type { SimulationInput } from '../../input/model.ts';
import { figureRows } from '../../report/comparison/figure-rows.ts';
import type { RunSummary } from '../../report/summary/summary.ts';
import { type Runner, runInOrder } from '../runs/runner.ts';
import type { Variant } from '../variants/variant.ts';

/** The figures of a run in the order of `figureRows`; null where it does not have one. */
export type FigureValues = readonly (number | null)[];

/** A run of a sweep. */
export interface SweepRow {
  /** The index of the point. */
  readonly point: number;
  readonly seed: number;
  readonly values: FigureValues;
}

/** A point that cannot be run, and why: a kubelet refuses such a configuration. */
export interface RefusedPoint {
  readonly point: number;
  readonly refused: string;
}

/** The input of a point, or why there is none. */
export type PointInput = SimulationInput | { readonly refused: string };

interface SweepOptions {
  readonly points: readonly Variant[];
  readonly seeds: readonly number[];
  /** Makes the input of a point when its turn comes. */
  readonly inputOf: (point: Variant) => PointInput;
  /** Returns the figures of a run that was made before. */
  readonly known?: (point: Variant, seed: number) => FigureValues | undefined;
}

/** Returns the figures of a run. */
export function figuresOf(summary: RunSummary): FigureValues {
  return figureRows.map(({ measure }) => measure(summary));
}

/**
 * Runs every point with every seed and yields what came of it: points in their order, seeds in theirs, however many runs there are at once.
 * Runs that are known are not made again. Ends early after an interruption.
 */
export async function* sweepRuns(
  { points, seeds, inputOf, known = () => undefined }: SweepOptions,
  runner: Runner,
): AsyncGenerator<SweepRow | RefusedPoint> {
  let last: { readonly point: number; readonly input: PointInput } | undefined;
  const inputAt = (point: number): PointInput => {
    const variant = points[point];
    if (variant === undefined) throw new Error(`no point ${point}`);
    if (last?.point !== point) last = { point, input: inputOf(variant) };
    return last.input;
  };
  const start = async ({
    point,
    seed,
  }: {
    readonly point: number;
    readonly seed: number;
  }): Promise<SweepRow | RefusedPoint | undefined> => {
    const variant = points[point];
    const values = variant && known(variant, seed);
    if (values !== undefined) return { point, seed, values };
    const input = inputAt(point);
    if ('refused' in input) return { point, refused: input.refused };
    const told = await runner.run({ ...input, seed });
    return told && { point, seed, values: figuresOf(told.summary) };
  };
  let refused: number | undefined;
  for await (const { result } of runInOrder(runsOf(points.length, seeds), runner.width, start)) {
    // A refusal is told once, not with each seed.
    if ('refused' in result && refused === result.point) continue;
    if ('refused' in result) refused = result.point;
    yield result;
  }
}

function* runsOf(points: number, seeds: readonly number[]): Generator<{ readonly point: number; readonly seed: number }> {
  for (let point = 0; point < points; point++) for (const seed of seeds) yield { point, seed };
}
