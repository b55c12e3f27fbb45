import type { AnyStateMachine } from 'xstate';
import type { AnyReducer } from '../../../../machines/reducer.ts';
import type { machineCoverage } from '../../../reports/json/machines.ts';
import type { Parsed } from '../../../trace/record.ts';
import type { Unreachable } from '../machine-model.ts';

/**
 * What was seen of one machine, as plain data for reports and other tools. Lists are in the order of the
 * machine's file.
 */
export type MachineCoverage = Parsed<typeof machineCoverage>;

export type StateCoverage = MachineCoverage['states'][number];

export type TransitionCoverage = MachineCoverage['transitions'][number];

export type GuardCoverage = MachineCoverage['guards'][number];

/** A machine or a reducer to watch, and its unreachable items. A `MachineModel` is one. */
export interface CoveredMachine {
  readonly machine: AnyStateMachine | AnyReducer;
  readonly unreachable?: readonly Unreachable[];
}
