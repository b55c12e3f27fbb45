import { summarizeRun } from '../../certainty/summarize-run.ts';
import type { SimulationInput } from '../../input/model.ts';
import type { RunTold } from '../../report/summary/run-totals.ts';
import type { Pauses, SimulateOptions } from '../../simulation/simulate.ts';

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
