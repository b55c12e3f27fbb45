import { type Pauses, type SimulateOptions, withoutPauses } from '../../../run/simulation/simulate.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { summarizeRun } from '../../certainty/summarize-run.ts';
import type { Runner } from './runner.ts';

/** Returns a runner that makes one run after another in this thread. */
export function runHere(
  options: Pick<SimulateOptions, 'engine'> = {},
  pauses: Pauses = withoutPauses,
): Runner {
  const run = async (input: SimulationInput) => {
    const { end, summary, podTimes, idleFaults } = await summarizeRun(input, options, pauses);
    return end.reason === 'interrupted' ? undefined : { summary, podTimes, idleFaults };
  };
  return { width: 1, run };
}
