import { formatInputError } from '../../src/input/input-error.ts';
import type { InputOptions } from '../../src/input/input-options.ts';
import type { SimulationInput } from '../../src/input/model.ts';
import { readInput } from '../../src/input/read-input.ts';
import { type SimulationResult, simulate } from '../../src/simulation/simulate.ts';

/** The input that a YAML text makes; throws with the text of the first error. */
export function inputOf(yaml: string, options: InputOptions = {}): SimulationInput {
  const result = readInput([{ name: 'test.yaml', text: yaml }], options);
  if (!result.ok) throw new Error(result.errors.map(formatInputError).join('\n'));
  return result.input;
}

/** Reads a YAML text as the command line would, and runs it. */
export function runYaml(yaml: string, options: InputOptions = {}): SimulationResult {
  return simulate(inputOf(yaml, options));
}
