import type { SimulationInput } from '../../input/model.ts';
import { type SimulateOptions, simulate } from '../../simulation/simulate.ts';
import { SimulationError } from '../../simulation/simulation-error.ts';
import type { EndRecord, HeaderRecord, TraceRecord } from '../../trace/record.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';

export interface Simulated {
  readonly header: HeaderRecord;
  readonly records: readonly TraceRecord[];
  readonly end: EndRecord;
}

/** Runs the simulation; an error of its own becomes a `CommandError` that names the seed, so that the run can be had again. */
export function simulateOrFail(input: SimulationInput, options: SimulateOptions = {}): Simulated {
  try {
    const { records, end } = simulate(input, options);
    const [header] = records;
    if (header?.type !== 'header') throw new Error('the trace begins without a header');
    return { header, records, end };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    throw new CommandError(exitCode.simulation, `the simulation stopped (${error.code}, seed ${input.seed}): ${error.message}`);
  }
}
