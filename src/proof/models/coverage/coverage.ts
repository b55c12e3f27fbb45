import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
  isMachineSnapshot,
} from 'xstate';
import { type AnyReducer, toStatechart } from '../../../../machines/reducer.ts';
import { statesOf, transitionsOf } from '../../../charts/statechart/transition-id.ts';
import type { Exploration } from '../exploration/explore.ts';
import type { CoveredMachine, GuardCoverage, MachineCoverage } from './machine-coverage.ts';
import { activeStates, enteredIn, firedIn, type ObservedStep } from './observed-step.ts';
import { type GuardEvaluation, guardsOf, outcomeOf, watchGuards } from './watch-guards.ts';

/** Counts which states, transitions and guards of some machines are reached, in any number of runs. */
export interface Coverage {
  /**
   * For `createActor(machine, { inspect: coverage.inspect })`: counts what the actor and all its children do,
   * by machine id.
   */
  readonly inspect: (event: InspectionEvent) => void;
  /**
   * Returns a copy of the machine (and of the machines among its actors) whose guards are counted too. Run
   * the copy.
   */
  readonly watch: <M extends AnyStateMachine | AnyReducer>(machine: M) => M;
  /** Adds a step that was seen elsewhere: in a replay or an exploration. */
  readonly add: (step: ObservedStep) => void;
  /** Adds everything that an exploration saw. */
  readonly addExploration: (exploration: Exploration) => void;
  /** Returns what was reached so far for each machine, in the given order. */
  readonly result: () => readonly MachineCoverage[];
}

/**
 * Returns a coverage in which nothing is reached yet. Machines that were not given are not counted. Copies of
 * a machine count as the machine.
 */
export function createCoverage(machines: readonly CoveredMachine[]): Coverage {
  const hits = new Map<string, number>();
  const active = new WeakMap<object, readonly string[]>();
  const hit = (id: string) => hits.set(id, (hits.get(id) ?? 0) + 1);
  const seeGuard = (guard: GuardEvaluation) => hit(outcomeOf(guard));
  const add = ({ transitions, entered, guards }: ObservedStep) => {
    for (const id of [...transitions, ...entered]) hit(id);
    for (const guard of guards) seeGuard(guard);
  };
  const inspect = (event: InspectionEvent) => {
    if (event.type === '@xstate.microstep') {
      add({ transitions: firedIn(event), entered: enteredIn(event, active.get(event.actorRef)), guards: [] });
      active.set(event.actorRef, activeStates(event.snapshot as AnyMachineSnapshot));
    } else if (
      event.type === '@xstate.snapshot' &&
      !active.has(event.actorRef) &&
      isMachineSnapshot(event.snapshot)
    ) {
      // The entry into the initial state is no microstep.
      const entered = activeStates(event.snapshot);
      add({ transitions: [], entered, guards: [] });
      active.set(event.actorRef, entered);
    }
  };
  return {
    inspect,
    watch: (machine) => watchGuards(machine, seeGuard),
    add,
    addExploration: ({ logic, edges }) => {
      add(logic.initial.step);
      for (const { to } of edges) add(to.step);
    },
    result: () => machines.map((covered) => reportCoverage(covered, (id) => hits.get(id) ?? 0)),
  };
}

/**
 * Returns what was reached of a machine, as data. Items that are listed as unreachable imply others: the
 * transitions that leave an unreachable state, and the guard of a transition that is never taken, which is
 * never true.
 */
function reportCoverage(
  { machine, unreachable = [] }: CoveredMachine,
  hitsOf: (item: string) => number,
): MachineCoverage {
  const chart = toStatechart(machine);
  const reasons = new Map(unreachable.map(({ item, reason }) => [item, reason]));
  const transitions = transitionsOf(chart).map(({ definition: _, ...transition }) => {
    const hits = hitsOf(transition.id);
    return {
      ...transition,
      covered: hits > 0,
      hits,
      unreachable: reasons.get(transition.id) ?? reasons.get(transition.source),
    };
  });
  const unfired = new Map(transitions.map(({ id, unreachable: reason }) => [id, reason]));
  return {
    machine: machine.id,
    states: statesOf(chart).map((node) => {
      const { id, parent } = node;
      const isInitial = parent?.initial.target?.includes(node) === true;
      return { id, isInitial, covered: hitsOf(id) > 0, hits: hitsOf(id), unreachable: reasons.get(id) };
    }),
    transitions,
    guards: guardsOf(chart).map((guard): GuardCoverage => {
      const trueHits = hitsOf(`${guard.id} = true`);
      const falseHits = hitsOf(`${guard.id} = false`);
      const unreached = unfired.get(guard.transition);
      const neverTrue = reasons.get(`${guard.id} = true`) ?? (guard.isPart ? undefined : unreached);
      const neverFalse = reasons.get(`${guard.id} = false`);
      const covered =
        (trueHits > 0 || neverTrue !== undefined) && (falseHits > 0 || neverFalse !== undefined);
      return { ...guard, covered, trueHits, falseHits, neverTrue, neverFalse };
    }),
  };
}
