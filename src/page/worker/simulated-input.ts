import { formatInputError } from '../../input/documents/input-error.ts';
import type { ImageOrigin } from '../../input/images/image-origin.ts';
import type { SimulationInput } from '../../input/model.ts';
import { readInput } from '../../input/read-input.ts';
import type { RunOrigin } from './worker-protocol.ts';

/** The input of a simulation, or what is wrong with it, as the command line prints it. */
export type SimulatedInput =
  | {
      readonly ok: true;
      readonly input: SimulationInput;
      readonly origins: ReadonlyMap<string, ImageOrigin>;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly errors: readonly string[] };

/** Reads manifests and settings. */
export function simulatedInput({ sources, settings }: Extract<RunOrigin, { kind: 'simulate' }>): SimulatedInput {
  const read = readInput(sources, settings);
  return read.ok ? read : { ok: false, errors: read.errors.map(formatInputError) };
}
