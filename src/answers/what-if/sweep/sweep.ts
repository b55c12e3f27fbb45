import { figureRows } from '../../../reports/comparison/figure-rows.ts';
import type { RunSummary } from '../../../reports/summary/summary.ts';
import { drawOfRun, inputOfDraw, type SeededInput } from '../runs/drawn-sizes.ts';
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
export type PointInput = SeededInput | { readonly refused: string };

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

/** Some seeds of a point, which are run together. The seed of the input is none of theirs. */
export interface SweepChunk extends SeededInput {
  readonly seeds: readonly number[];
  /** Of each seed the draw of sizes that its run has; 0: the likeliest. */
  readonly draws: readonly number[];
}

/** Returns the chunk of these seeds. `firstSeed` is that of the sweep, whose run has the likeliest sizes. */
export function sweepChunk(sized: SeededInput, seeds: readonly number[], firstSeed: number): SweepChunk {
  const { input, origins } = sized;
  return {
    input,
    ...(origins === undefined ? {} : { origins }),
    seeds,
    draws: seeds.map((seed) => drawOfRun(sized, seed - firstSeed)),
  };
}

/** Who runs chunks: this process, or others. The figures of a run are the same wherever it is run. */
export interface ChunkRunner {
  /** How many chunks it has at once. */
  readonly width: number;
  /** How many seeds a chunk has; fewer at the end of a point. */
  readonly seedsPerChunk: number;
  /** Returns the figures of each seed, in order; undefined if it was interrupted. Throws what ends a run. */
  readonly run: (chunk: SweepChunk) => Promise<readonly FigureValues[] | undefined>;
}

/** Returns what runs chunks of one run each, as many at once as the runner does. */
export function runByRun(runner: Runner): ChunkRunner {
  return { width: runner.width, seedsPerChunk: 1, run: (chunk) => runChunk(chunk, runner) };
}

/** Makes the runs of a chunk, several at once if the runner does. Returns undefined if it was interrupted. */
export async function runChunk(
  chunk: SweepChunk,
  { width, run }: Runner,
): Promise<readonly FigureValues[] | undefined> {
  const { seeds, draws } = chunk;
  const values: FigureValues[] = [];
  const runs = seeds.map((seed, at) => ({ seed, draw: draws[at] ?? 0 }));
  const start = ({ seed, draw }: (typeof runs)[number]) => run(inputOfDraw(chunk, seed, draw));
  for await (const { result } of runInOrder(runs, width, start)) values.push(figuresOf(result.summary));
  return values.length === seeds.length ? values : undefined;
}

/** A chunk before its input is made. */
interface Job {
  readonly point: number;
  readonly seeds: readonly number[];
}

/**
 * Runs every point with every seed and yields what came of it: points in their order, seeds in theirs,
 * however many runs there are at once. Chunks of which all runs are known are not made again. Ends early
 * after an interruption.
 */
export async function* sweepRuns(
  { points, seeds, inputOf, known = () => undefined }: SweepOptions,
  runner: ChunkRunner,
): AsyncGenerator<SweepRow | RefusedPoint> {
  let last: { readonly point: number; readonly input: PointInput } | undefined;
  const variantAt = (point: number): Variant => {
    const variant = points[point];
    if (variant === undefined) throw new Error(`no point ${point}`);
    return variant;
  };
  const inputAt = (point: number): PointInput => {
    if (last?.point !== point) last = { point, input: inputOf(variantAt(point)) };
    return last.input;
  };
  const start = async (job: Job): Promise<readonly FigureValues[] | RefusedPoint | undefined> => {
    const before = job.seeds.map((seed) => known(variantAt(job.point), seed));
    if (before.every((values) => values !== undefined)) return before;
    const input = inputAt(job.point);
    if ('refused' in input) return { point: job.point, refused: input.refused };
    return runner.run(sweepChunk(input, job.seeds, seeds[0] ?? 0));
  };
  let refused: number | undefined;
  for await (const { job, result } of runInOrder(
    jobsOf(points.length, seeds, runner.seedsPerChunk),
    runner.width,
    start,
  )) {
    if ('refused' in result) {
      // A refusal is told once, not with each chunk.
      if (refused !== result.point) yield result;
      refused = result.point;
    } else
      for (const [index, values] of result.entries())
        yield { point: job.point, seed: job.seeds[index] ?? 0, values };
  }
}

function* jobsOf(points: number, seeds: readonly number[], size: number): Generator<Job> {
  for (let point = 0; point < points; point++)
    for (let at = 0; at < seeds.length; at += size) yield { point, seeds: seeds.slice(at, at + size) };
}
