import { formatInputError } from '../../../src/inputs/documents/input-error.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import type { RunRequest } from '../../../src/inputs/run-request.ts';
import { type SimulationResult, simulate } from '../../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../../src/run/simulation-input.ts';

/** The input that a YAML text makes, as the command line has it; throws with the text of the first error. */
export function freshInputOf(yaml: string, options: RunRequest = {}): SimulationInput {
  const result = readInput([{ name: 'test.yaml', text: yaml }], options);
  if (!result.ok) throw new Error(result.errors.map(formatInputError).join('\n'));
  return result.input;
}

/** The same on nodes whose runtime needs no image for sandboxes: what a test is about begins at once. */
export function inputOf(yaml: string, options: RunRequest = {}): SimulationInput {
  const input = freshInputOf(yaml, options);
  return { ...input, nodes: input.nodes.map(({ sandboxImage, ...node }) => node) };
}

/** Reads a YAML text as the command line would, and runs it on nodes whose sandboxes need no image. */
export function runYaml(yaml: string, options: RunRequest = {}): SimulationResult {
  return simulate(inputOf(yaml, options));
}
