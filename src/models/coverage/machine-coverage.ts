import type { AnyStateMachine } from 'xstate';
import type { AnyReducer } from '../../../machines/reducer.ts';
import type { Unreachable } from '../machine-model.ts';
/** What of one machine was seen: plain data, for reports and for other tools. Lists are in the order of the machine's file. */
export interface MachineCoverage {
  /** The machine's id, `imagePull`. */
  readonly machine: string;
  readonly states: readonly StateCoverage[];
  readonly transitions: readonly TransitionCoverage[];
  /** One for each guarded transition, and one for each part of a guard made of several. */
  readonly guards: readonly GuardCoverage[];
}

export interface StateCoverage {
  /** `imagePull.inspecting`; the root itself is not listed. */
  readonly id: string;
  /** Whether its parent begins here. */
  readonly isInitial: boolean;
  readonly covered: boolean;
  /** How many times it was entered. */
  readonly hits: number;
  /** Why nothing can reach it; undefined where something should. */
  readonly unreachable: string | undefined;
}

export interface TransitionCoverage {
  /** `imagePull.inspecting IMAGE_STATUS.ANSWERED[3] → checkingBackOff`, see src/statechart/transition-id.ts. */
  readonly id: string;
  /** The state that it leaves, `imagePull.inspecting`; the machine's id where the root holds it. */
  readonly source: string;
  /** `IMAGE_STATUS.ANSWERED`, `always`, `after retry`, `*`, `done`. */
  readonly event: string;
  /** Its place among the candidates of source and event, from 0. */
  readonly index: number;
  /** The state that it enters; undefined where it stays. */
  readonly target: string | undefined;
  /** `isUsable`, `and(isUsable, not(isGone))`; undefined where it has none. */
  readonly guard: string | undefined;
  readonly covered: boolean;
  /** How many times it fired. */
  readonly hits: number;
  readonly unreachable: string | undefined;
}

export interface GuardCoverage {
  /** `<transition> if isUsable`; a part: `<transition> if and(a, b): a`. */
  readonly id: string;
  /** The id of the transition that it guards. */
  readonly transition: string;
  readonly guard: string;
  /** Whether it is a part of a guard made of several. */
  readonly isPart: boolean;
  /** Seen both ways, or as many ways as can be. */
  readonly covered: boolean;
  readonly trueHits: number;
  readonly falseHits: number;
  /** Why it is never true (listed as `<id> = true`, or its transition is listed). */
  readonly neverTrue: string | undefined;
  /** Why it is never false (listed as `<id> = false`). */
  readonly neverFalse: string | undefined;
}

/** A machine or a reducer to watch, and what of it nothing can reach; a `MachineModel` is one. */
export interface CoveredMachine {
  readonly machine: AnyStateMachine | AnyReducer;
  readonly unreachable?: readonly Unreachable[];
}
