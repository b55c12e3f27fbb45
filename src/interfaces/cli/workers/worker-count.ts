import { InvalidArgumentError } from 'commander';
import { splitInput } from '../../../run/simulation/simulate.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { wholeNumber } from '../command-options.ts';

const workersMax = 256;

/** A new thread runs cold code first, so it must save more than that. */
const podsPerWorkerMin = 300;

export type WorkersAsked = number | 'auto';

/** For commander: `auto`, or a whole number. */
export function workersAsked(text: string): WorkersAsked {
  if (text === 'auto') return text;
  try {
    return wholeNumber(1, workersMax)(text);
  } catch {
    throw new InvalidArgumentError(`Expected auto, or a whole number from 1 to ${workersMax}.`);
  }
}

/**
 * Returns how many threads run this; 1 is the command's own. `auto` means as many as there are processors, if
 * there is enough work for them.
 */
export function workersFor(
  asked: WorkersAsked,
  input: SimulationInput,
  seeds: number | undefined,
  processors = 1,
): number {
  const most =
    asked === 'auto'
      ? Math.min(processors, Math.floor((input.pods.length * (seeds ?? 1)) / podsPerWorkerMin))
      : asked;
  return most < 2 ? 1 : Math.min(most, seeds ?? splitInput(input).length);
}
