import { formatInputError } from '../../input/documents/input-error.ts';
import type { SourceText } from '../../input/documents/source-document.ts';
import type { SimulationInput } from '../../input/model.ts';
import { readInput } from '../../input/read-input.ts';
import type { RunRequest } from '../../input/run-request.ts';
import { withLedChance } from '../../input/scenario/read-luck.ts';
import { faultWords } from './fault-candidate.ts';
import { type Luck, luckFile, plainLuck } from './luck.ts';

/**
 * Returns the function that makes the input of a luck: what reading the luck's file beside the sources makes. Only other faults are read anew.
 * The request has no seed, which would come before the luck's.
 */
export function inputsOfLucks(sources: readonly SourceText[], request: Omit<RunRequest, 'seed'>): (luck: Luck) => SimulationInput {
  const byFaults = new Map<string, SimulationInput>();
  return ({ seed, faults, arrivalOrder, draws }) => {
    const key = JSON.stringify(faults.map(faultWords));
    const known = byFaults.get(key);
    if (known !== undefined) return withLedChance(known, { seed, arrivalOrder, draws });
    const read = readInput([...sources, { name: 'worst.yaml', text: luckFile({ ...plainLuck(seed), faults }) }], request);
    // The inputs and each fault were read before.
    if (!read.ok) throw new Error(read.errors.map(formatInputError).join('\n'));
    byFaults.set(key, read.input);
    return withLedChance(read.input, { seed, arrivalOrder, draws });
  };
}
