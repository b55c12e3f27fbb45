import { median } from './median.ts';
import type { ObservedSteps } from './observed-steps.ts';

/** What runs of one runtime were seen to do, and ours. */
export interface SeenSteps {
  readonly runtime: string;
  readonly real: ObservedSteps;
  readonly ours: ObservedSteps;
}

/** One step, in the median of all runs of a runtime; a run counts once, with its own median. */
export interface StepComparison {
  readonly runtime: string;
  readonly step: string;
  /** In how many runs it was recorded. */
  readonly seen: number;
  readonly real: number;
  readonly ours: number;
  readonly agrees: boolean;
}

/** Fewer tell nothing. */
const seenMin = 3;

/** Medians of a step may be off by this share of the recorded one, or by so many ms. */
const tolerance = { share: 0.15, ms: 1.5 };

/**
 * Returns the steps of all runs together, by runtime, compared. A pull's time hardly shows what one of its
 * steps takes; the median of a step does, as it is its own yardstick.
 */
export function compareSteps(seen: readonly SeenSteps[]): readonly StepComparison[] {
  const runtimes = [...new Set(seen.map(({ runtime }) => runtime))].toSorted();
  return runtimes.flatMap((runtime) => {
    const runs = seen.filter((run) => run.runtime === runtime);
    const steps = [...new Set(runs.flatMap(({ real }) => Object.keys(real)))];
    return steps.flatMap((step) => comparedStep(runtime, step, runs));
  });
}

function comparedStep(runtime: string, step: string, runs: readonly SeenSteps[]): readonly StepComparison[] {
  const values = runs.flatMap(({ real }) => median(real[step] ?? []) ?? []);
  const real = median(values);
  const ours = median(runs.flatMap((run) => median(run.ours[step] ?? []) ?? []));
  if (values.length < seenMin || real === undefined || ours === undefined) return [];
  const isRate = step.endsWith('/s');
  const agrees = Math.abs(ours - real) <= Math.max(tolerance.share * real, isRate ? 0 : tolerance.ms);
  return [{ runtime, step, seen: values.length, real, ours, agrees }];
}
