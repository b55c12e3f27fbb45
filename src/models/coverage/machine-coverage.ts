import type { AnyStateMachine } from 'xstate';
import type { AnyReducer } from '../../../machines/reducer.ts';
import type { Unreachable } from '../machine-model.ts';
/** What was seen of one machine, as plain data for reports and other tools. Lists are in the order of the machine's file. */
export interface MachineCoverage {
  /** The machine's id, `imagePull`. */
  readonly machine: string;
  readonly states: readonly StateCoverage[];
  readonly transitions: readonly TransitionCoverage[];
  /** One entry for each guarded transition, and one for each part of a guard that has several. */
  readonly guards: readonly GuardCoverage[];
}

export interface StateCoverage {
  /** The state's id, `imagePull.inspecting`. The root itself is not listed. */
  readonly id: string;
  /** Whether it is the initial state of its parent. */
  readonly isInitial: boolean;
  readonly covered: boolean;
  /** How many times it was entered. */
  readonly hits: number;
  /** Why nothing can reach it; undefined if something should. */
  readonly unreachable: string | undefined;
}

export interface TransitionCoverage {
  /** The transition's name, `imagePull.inspecting IMAGE_STATUS.ANSWERED[3] → checkingBackOff`; see src/statechart/transition-id.ts. */
  readonly id: string;
  /** The state that it leaves, `imagePull.inspecting`; the machine's id for a transition of the root. */
  readonly source: string;
  /** The event in words: `IMAGE_STATUS.ANSWERED`, `always`, `after retry`, `*`, `done`. */
  readonly event: string;
  /** The transition's index among the candidates of its source and event, from 0. */
  readonly index: number;
  /** The state that it enters; undefined if it stays. */
  readonly target: string | undefined;
  /** The guard in words, `isUsable`, `and(isUsable, not(isGone))`; undefined if there is none. */
  readonly guard: string | undefined;
  readonly covered: boolean;
  /** How many times it was taken. */
  readonly hits: number;
  readonly unreachable: string | undefined;
}

export interface GuardCoverage {
  /** The guard's name, `<transition> if isUsable`; that of a part is `<transition> if and(a, b): a`. */
  readonly id: string;
  /** The id of the transition that it guards. */
  readonly transition: string;
  readonly guard: string;
  /** Whether it is a part of a guard that has several. */
  readonly isPart: boolean;
  /** Whether each outcome was seen, or every outcome that is possible. */
  readonly covered: boolean;
  readonly trueHits: number;
  readonly falseHits: number;
  /** Why it is never true: it is listed as `<id> = true`, or its transition is listed. */
  readonly neverTrue: string | undefined;
  /** Why it is never false: it is listed as `<id> = false`. */
  readonly neverFalse: string | undefined;
}

/** A machine or a reducer to watch, and its unreachable items. A `MachineModel` is one. */
export interface CoveredMachine {
  readonly machine: AnyStateMachine | AnyReducer;
  readonly unreachable?: readonly Unreachable[];
}
