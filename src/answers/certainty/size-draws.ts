import type { ImageOrigin } from '../../inputs/images/image-origin.ts';
import { imagesOfRanges, withSizeDraw } from '../../inputs/images/with-size-draw.ts';
import { PodPhasesReader } from '../../reports/phases/pod-phases.ts';
import { wholeMicros } from '../../reports/phases/whole-micros.ts';
import { filteredReadings } from '../../reports/run-filter/shown-records.ts';
import { sizeRangeText, type ToldSizeRange } from '../../reports/summary/size-range.ts';
import type { RunSummary } from '../../reports/summary/summary.ts';
import { extremesOf } from '../../rules/collections/extremes.ts';
import { type Pauses, simulateParts } from '../../run/simulation/simulate.ts';
import type { SimulationInput } from '../../run/simulation-input.ts';
import { ReadingTable } from '../../trace/readings.ts';
import type { summarizeRun } from './summarize-run.ts';

const drawsMax = 4;
/**
 * The limit for all draws together, on one quiet core. The time is estimated and not measured, so that the
 * same input gives the same bytes.
 */
const secondsMax = 4;

export interface SizedInput {
  readonly input: SimulationInput;
  readonly origins: ReadonlyMap<string, ImageOrigin>;
}

/** Who runs it, and of which pods the answer is. */
export type DrawOptions = Pick<Parameters<typeof summarizeRun>[1], 'engine' | 'filter'>;

/**
 * Runs the input with other sizes of the images whose sizes the user did not give, a few times if that is
 * quick. Returns the times of the slowest pod; undefined if every size is given or exact, or after an
 * interruption. Throws `SimulationError` as `simulate` does.
 */
export async function drawSizes(
  { input, origins }: SizedInput,
  base: Pick<RunSummary, 'timeToRunningMs' | 'pods' | 'endMs'>,
  options: DrawOptions,
  pauses: Pauses,
): Promise<ToldSizeRange | undefined> {
  const images = imagesOfRanges(input, origins).length;
  if (images === 0) return undefined;
  const draws = Math.min(drawsMax, runsWithin(secondsMax, input, base.endMs));
  const slowest = [base.timeToRunningMs?.max];
  let allRun = base.pods.notRunning === 0 && base.pods.rejected === 0;
  for (let draw = 1; draw <= draws; draw++) {
    const other = withSizeDraw(input, origins, draw);
    const told = await slowestPod(other, options, pauses);
    if (told === undefined) return undefined;
    slowest.push(told.timeToRunningMs);
    allRun &&= told.allRun;
  }
  const times = slowest.flatMap((time) => time ?? []);
  const range = { images, runs: draws + 1, slowestMs: extremesOf(times) };
  return { ...range, sentence: sizeRangeText(range, allRun) };
}

/**
 * Runs the input, and reads of it only how long its slowest pod took. Returns undefined after an
 * interruption.
 */
export async function slowestPod(
  input: SimulationInput,
  { filter, ...options }: DrawOptions,
  pauses: Pauses,
): Promise<{ readonly timeToRunningMs: number | undefined; readonly allRun: boolean } | undefined> {
  let slowestMs: number | undefined;
  let allRun = true;
  const { reason } = await simulateParts(input, options, pauses, () => {
    const pods = new PodPhasesReader();
    const table = new ReadingTable(filteredReadings([pods.readings], filter));
    return {
      note: (record) => table.note(record),
      end: ({ at }) => {
        for (const { timeToRunningMs, state } of pods.pods(at)) {
          if (timeToRunningMs !== undefined)
            slowestMs = Math.max(slowestMs ?? 0, wholeMicros(timeToRunningMs));
          if (state === 'notRunning' || state === 'rejected') allRun = false;
        }
      },
    };
  });
  return reason === 'interrupted' ? undefined : { timeToRunningMs: slowestMs, allRun };
}

/**
 * Measured on one quiet core (docs/decisions/speed.md): the pods that come to run per second, and the virtual
 * seconds of a node on which a pod never does.
 */
const podsPerSecond = 400;
const nodeSecondsPerSecond = 4_000;

/** Returns how many runs that end then are made in so many seconds. */
export function runsWithin(seconds: number, input: SimulationInput, endMs: number): number {
  return Math.floor(seconds / Math.max(reckonedSeconds(input, endMs / 1000), 0.001));
}

/**
 * Returns an estimate of the seconds that a run of so many virtual seconds takes on one quiet core. It is
 * computed and not measured, so that the same input gives the same figure.
 */
export function reckonedSeconds({ pods, nodes }: SimulationInput, virtualSeconds: number): number {
  return pods.length / podsPerSecond + (nodes.length * virtualSeconds) / nodeSecondsPerSecond;
}
