import type { Problems } from '../documents/problems.ts';
import { faultOption } from './fault-option.ts';
import type { ReadScenario } from './read-scenario.ts';
import type { WrittenFault } from './written-fault.ts';

/** The most faults that a Scenario may have. */
const faultsMax = 1_000;

/** Returns the Scenario's faults and then those of the options. Wrong options are reported and left out. */
export function writtenFaults(scenario: ReadScenario | undefined, options: readonly string[], problems: Problems): WrittenFault[] {
  const ofScenario = (scenario?.value.faults ?? []).flatMap((fault, index): WrittenFault[] => {
    if (scenario === undefined) return [];
    const { document, path } = scenario.object;
    return [{ fault, place: (inner, on = 'value') => ({ document, path: [...path, 'faults', index, ...inner], on }) }];
  });
  if (options.length > faultsMax) {
    problems.add({ code: 'OPTION', file: '--fault', message: `${options.length} of them: at most ${faultsMax} are read` });
    return ofScenario;
  }
  return [...ofScenario, ...options.flatMap((option, index) => faultOption(option, index + 1, problems) ?? [])];
}
