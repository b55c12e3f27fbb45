import {
  type Pauses,
  type SimulateOptions,
  type SimulationResult,
  simulateWithPauses,
} from '../../../run/simulation/simulate.ts';
import { stoppedText } from '../../../run/simulation/simulation-error.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import type { EndRecord, HeaderRecord, TraceRecord } from '../../../trace/record.ts';
import { CommandError, exitCode } from '../command-error.ts';

export interface Simulated {
  readonly header: HeaderRecord;
  readonly records: readonly TraceRecord[];
  readonly end: EndRecord;
}

/**
 * Runs the simulation. An error of the simulation becomes a `CommandError` that names the seed, so that the
 * run can be repeated.
 */
export async function simulateOrFail(
  input: SimulationInput,
  options: SimulateOptions,
  pauses: Pauses,
): Promise<Simulated> {
  return orFail(input, async () => withHeader(await simulateWithPauses(input, options, pauses)));
}

/** Returns the result of `run`. An error of the simulation becomes a `CommandError` that names the seed. */
export async function orFail<T>({ seed }: SimulationInput, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw commandErrorOf(error, seed);
  }
}

export function withHeader({ records, end }: SimulationResult): Simulated {
  const [header] = records;
  if (header?.type !== 'header') throw new Error('the trace begins without a header');
  return { header, records, end };
}

/** Returns the `CommandError` for an error of the simulation; any other error is returned unchanged. */
export function commandErrorOf(error: unknown, seed: number): unknown {
  const stopped = stoppedText(error, seed);
  return stopped === undefined ? error : new CommandError(exitCode.simulation, stopped);
}
