import type { ImageOrigin } from '../input/images/image-origin.ts';
import { imagesOfRanges, withSizeDraw } from '../input/images/with-size-draw.ts';
import type { SimulationInput } from '../input/model.ts';
import { sizeRangeText, type ToldSizeRange } from '../report/summary/size-range.ts';
import type { RunSummary } from '../report/summary/summary.ts';
import type { Pauses } from '../simulation/simulate.ts';
import { summarizeRun } from './summarize-run.ts';

const drawsMax = 4;
/**
 * The limit for all draws together, on one quiet core. The time is estimated and not measured, so that the same input gives the same bytes.
 */
const secondsMax = 4;

export interface SizedInput {
  readonly input: SimulationInput;
  readonly origins: ReadonlyMap<string, ImageOrigin>;
}

/** Who runs it, and of which pods the answer is. */
export type DrawOptions = Pick<Parameters<typeof summarizeRun>[1], 'engine' | 'filter'>;

/**
 * Runs the input with other sizes of the images whose sizes the user did not give, a few times if that is quick. Returns the times of the
 * slowest pod; undefined if every size is given or exact, or after an interruption. Throws `SimulationError` as `simulate` does.
 */
export async function drawSizes(
  { input, origins }: SizedInput,
  base: Pick<RunSummary, 'timeToRunningMs' | 'endMs'>,
  options: DrawOptions,
  pauses: Pauses,
): Promise<ToldSizeRange | undefined> {
  const images = imagesOfRanges(input, origins).length;
  if (images === 0) return undefined;
  const seconds = Math.max(reckonedSeconds(input, base.endMs / 1000), 0.001);
  const draws = Math.min(drawsMax, Math.floor(secondsMax / seconds));
  const slowest = [base.timeToRunningMs?.max];
  for (let draw = 1; draw <= draws; draw++) {
    const other = withSizeDraw(input, origins, draw);
    const { summary, end } = await summarizeRun(other, options, pauses);
    if (end.reason === 'interrupted') return undefined;
    slowest.push(summary.timeToRunningMs?.max);
  }
  const times = slowest.flatMap((time) => time ?? []);
  const slowestMs = times.length === 0 ? null : { min: Math.min(...times), max: Math.max(...times) };
  const range = { images, runs: draws + 1, slowestMs };
  return { ...range, sentence: sizeRangeText(range) };
}

/**
 * Measured on one quiet core (docs/decisions/speed.md): the pods that come to run per second, and the virtual seconds of a node on which a
 * pod never does.
 */
const podsPerSecond = 400;
const nodeSecondsPerSecond = 4_000;

/**
 * Returns an estimate of the seconds that a run of so many virtual seconds takes on one quiet core. It is computed and not measured, so
 * that the same input gives the same figure.
 */
export function reckonedSeconds({ pods, nodes }: SimulationInput, virtualSeconds: number): number {
  return pods.length / podsPerSecond + (nodes.length * virtualSeconds) / nodeSecondsPerSecond;
}
