import { formatInputError } from '../../input/input-error.ts';
import type { SimulationInput } from '../../input/model.ts';
import { readInput } from '../../input/read-input.ts';
import { optionsOfSettings } from '../options-of-settings.ts';
import type { RunRequest } from './worker-protocol.ts';

/** What is simulated, or what is wrong with it, as the command line prints it. */
export type SimulatedInput =
  | { readonly ok: true; readonly input: SimulationInput; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly errors: readonly string[] };

/** Reads manifests and settings. */
export function simulatedInput({ sources, settings }: Extract<RunRequest, { kind: 'simulate' }>): SimulatedInput {
  const asked = optionsOfSettings(settings);
  if (!asked.ok) return asked;
  const read = readInput(sources, asked.options);
  return read.ok ? read : { ok: false, errors: read.errors.map(formatInputError) };
}
