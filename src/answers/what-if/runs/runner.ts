import type { RunTold } from '../../../reports/summary/run-totals.ts';
import type { Pauses, SimulateOptions } from '../../../run/simulation/simulate.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { summarizeRun } from '../../certainty/summarize-run.ts';

/** Who runs inputs: this thread, or others. The result of a run is the same wherever it is run. */
export interface Runner {
  /** How many runs it has at once. */
  readonly width: number;
  /** Returns what the run tells; undefined if it was interrupted. Throws what ends a run. */
  readonly run: (input: SimulationInput) => Promise<RunTold | undefined>;
}

/** Returns the seeds of so many runs of an input. */
export function seedsFrom(from: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}

/** Each worker has this many runs waiting, so that none is idle until the next one comes. */
const waitingPerRunner = 3;

/**
 * Starts one job after another, several at once, and yields their results in the order of the jobs, however
 * many run at once: `width` says how many can. Ends at the first one without a result, which was interrupted.
 * A job is started only when its turn comes.
 */
export async function* runInOrder<Job, Result>(
  jobs: Iterable<Job>,
  width: number,
  start: (job: Job) => Promise<Result | undefined>,
): AsyncGenerator<{ readonly job: Job; readonly result: Result }> {
  const iterator = jobs[Symbol.iterator]();
  const underWay: { readonly job: Job; readonly result: Promise<Result | undefined> }[] = [];
  const fill = (): void => {
    while (underWay.length < (width === 1 ? 1 : width * waitingPerRunner)) {
      const { done, value: job } = iterator.next();
      if (done) return;
      const result = start(job);
      // Its failure is told when its turn comes.
      result.catch(() => {});
      underWay.push({ job, result });
    }
  };
  for (fill(); ; fill()) {
    const first = underWay.shift();
    const result = await first?.result;
    if (first === undefined || result === undefined) return;
    yield { job: first.job, result };
  }
}

/** A run, and its chance: how many random numbers each actor drew, by the names of their streams. */
export interface DrawnRun extends Pick<RunTold, 'summary' | 'podTimes'> {
  readonly draws: Readonly<Record<string, number>>;
}

/** Who makes such runs: this thread, or others. */
export interface DrawnRunner {
  /** How many runs it has at once. */
  readonly width: number;
  /** Returns what the run tells; undefined if it was interrupted. */
  readonly runDrawn: (input: SimulationInput) => Promise<DrawnRun | undefined>;
}

/** Makes the run and counts its draws. Returns undefined if it was interrupted. */
export async function countDraws(
  input: SimulationInput,
  options: Pick<SimulateOptions, 'engine'>,
  pauses: Pauses,
): Promise<DrawnRun | undefined> {
  const draws: Record<string, number> = {};
  const draw = (stream: string, drawn: number): number => {
    draws[stream] = (draws[stream] ?? 0) + 1;
    return drawn;
  };
  const { end, summary, podTimes } = await summarizeRun(input, { ...options, draw }, pauses);
  return end.reason === 'interrupted' ? undefined : { summary, podTimes, draws };
}
