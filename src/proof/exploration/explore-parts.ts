import type { ChosenRun } from '../../run/simulation/choices.ts';
import { type Pauses, simulate, splitInput } from '../../run/simulation/simulate.ts';
import { SimulationError } from '../../run/simulation/simulation-error.ts';
import type { SimulationInput } from '../../run/simulation-input.ts';
import { type ToldChoice, tellChoices } from './choice-words.ts';
import {
  type Counterexample,
  type Coverage,
  Exploration,
  type ExplorationOptions,
  runsOn,
} from './exploration.ts';
import { shrinkChoices } from './shrink-choices.ts';

/** A run that breaks an invariant, with as few choices as it takes. */
export interface SmallCounterexample {
  readonly invariant: string;
  readonly message: string;
  readonly atMicros: number;
  readonly chosen: ChosenRun & { readonly part: number };
  readonly choices: readonly ToldChoice[];
  /** How many there were when it was found. */
  readonly choicesFound: number;
}

/** What has been explored of an input. */
export interface Explored {
  readonly coverage: Coverage;
  readonly counterexamples: readonly SmallCounterexample[];
  readonly isInterrupted: boolean;
}

/** How many steps are made between two looks at whether a pause is due. */
const stepsAtOnce = 4;
const nothing: Coverage = { states: 0, steps: 0, settled: 0, atHorizon: 0, joined: 0, isWhole: true };

/** Returns why an input cannot be explored; undefined if it can. */
export function whyUnexplorable(input: SimulationInput): string | undefined {
  const { podActions = [], podChains = [], cronRuns = [], jobRuns = [], nodes } = input;
  if (podActions.length > 0 || podChains.length > 0 || cronRuns.length > 0 || jobRuns.length > 0)
    return 'its pods are deleted, changed or made while the run goes on (actions, StatefulSets, Jobs, CronJobs), and such controllers cannot be taken back';
  if (nodes.some(({ join, goneAtMicros }) => join !== undefined || goneAtMicros !== undefined))
    return 'its nodes come or go while the run goes on, and what binds their pods cannot be taken back';
  return undefined;
}

/**
 * Explores the input part by part (`splitInput`), and shrinks what is found. It pauses between steps, and ends
 * as it is when it is interrupted.
 */
export async function exploreParts(
  input: SimulationInput,
  options: ExplorationOptions,
  pauses: Pauses,
  onProgress: (coverage: Coverage) => void,
): Promise<Explored> {
  let coverage = nothing;
  let isInterrupted = false;
  const counterexamples: SmallCounterexample[] = [];
  for (const [part, partInput] of splitInput(input).entries()) {
    const exploration = new Exploration(partInput, {
      ...options,
      statesMax: Math.max(1, options.statesMax - coverage.states),
    });
    while (exploration.advance(stepsAtOnce) && !isInterrupted) {
      if (!pauses.isDue()) continue;
      onProgress(sum(coverage, exploration.coverage));
      isInterrupted = !(await pauses.goesOn());
    }
    coverage = sum(coverage, exploration.coverage);
    for (const found of exploration.counterexamples)
      counterexamples.push(smallest(partInput, part, found, options));
    if (isInterrupted || (!coverage.isWhole && options.goesOn !== true)) break;
  }
  return { coverage, counterexamples, isInterrupted };
}

function sum(one: Coverage, other: Coverage): Coverage {
  return {
    states: one.states + other.states,
    steps: one.steps + other.steps,
    settled: one.settled + other.settled,
    atHorizon: one.atHorizon + other.atHorizon,
    joined: one.joined + other.joined,
    isWhole: one.isWhole && other.isWhole,
  };
}

function smallest(
  partInput: SimulationInput,
  part: number,
  found: Counterexample,
  { lateMicros, invariants }: ExplorationOptions,
): SmallCounterexample {
  const { invariant, violation, atMicros } = found;
  const judged = invariants.find(({ name }) => name === invariant);
  const broken = (choices: ChosenRun['choices']) => {
    try {
      const { records } = simulate(partInput, { chosen: { part: 0, lateMicros, choices } });
      const [first] = judged?.check(records) ?? [];
      return (
        first && { message: first.message, atMicros: Math.round((records[first.record]?.at ?? 0) * 1_000) }
      );
    } catch (error) {
      if (invariant !== runsOn.name || !(error instanceof SimulationError)) throw error;
      return { message: error.message, atMicros };
    }
  };
  const choices = shrinkChoices(found.choices, (fewer) => broken(fewer) !== undefined);
  return {
    invariant,
    message: violation.message,
    atMicros,
    ...broken(choices),
    chosen: { part, lateMicros, choices },
    choices: tellChoices(partInput, { lateMicros, choices }),
    choicesFound: found.choices.length,
  };
}
