import type { SimulationInput } from '../../input/model.ts';
import type { Pauses, SimulateOptions } from '../../simulation/simulate.ts';
import type { Terminal } from '../terminal.ts';
import { type Simulated, simulateOrFail } from './simulate-or-fail.ts';
import { TraceWithSteps } from './trace-with-steps.ts';

/**
 * Runs the simulation and writes its trace with the steps of its statecharts meanwhile, to the file `out` or to stdout.
 * Fails as `simulateOrFail` does, and where the file cannot be written.
 */
export async function simulateWithSteps(
  input: SimulationInput,
  options: SimulateOptions,
  pauses: Pauses,
  out: string | undefined,
  terminal: Terminal,
): Promise<Simulated> {
  const trace = new TraceWithSteps(out, terminal);
  try {
    const simulated = await simulateOrFail(input, { ...options, onRecord: trace.onRecord, inspect: trace.inspect }, pauses);
    trace.finish();
    return simulated;
  } catch (error) {
    trace.drop();
    throw error;
  }
}
