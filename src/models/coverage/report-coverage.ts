import { statesOf, transitionsOf } from '../../statechart/transition-id.ts';
import type { CoveredMachine, GuardCoverage, MachineCoverage } from './machine-coverage.ts';
import { guardsOf } from './watch-guards.ts';

/**
 * What of a machine was reached, as data. What is listed as unreachable takes along what follows from it: the transitions
 * that leave an unreachable state, and the guard of a transition that never fires, which is never true.
 */
export function reportCoverage({ machine, unreachable = [] }: CoveredMachine, hitsOf: (item: string) => number): MachineCoverage {
  const reasons = new Map(unreachable.map(({ item, reason }) => [item, reason]));
  const transitions = transitionsOf(machine).map(({ definition: _, ...transition }) => {
    const hits = hitsOf(transition.id);
    return { ...transition, covered: hits > 0, hits, unreachable: reasons.get(transition.id) ?? reasons.get(transition.source) };
  });
  const unfired = new Map(transitions.map(({ id, unreachable: reason }) => [id, reason]));
  return {
    machine: machine.id,
    states: statesOf(machine).map((node) => {
      const { id, parent } = node;
      const isInitial = parent?.initial.target?.includes(node) === true;
      return { id, isInitial, covered: hitsOf(id) > 0, hits: hitsOf(id), unreachable: reasons.get(id) };
    }),
    transitions,
    guards: guardsOf(machine).map((guard): GuardCoverage => {
      const trueHits = hitsOf(`${guard.id} = true`);
      const falseHits = hitsOf(`${guard.id} = false`);
      const unreached = unfired.get(guard.transition);
      const neverTrue = reasons.get(`${guard.id} = true`) ?? (guard.isPart ? undefined : unreached);
      const neverFalse = reasons.get(`${guard.id} = false`);
      const covered = (trueHits > 0 || neverTrue !== undefined) && (falseHits > 0 || neverFalse !== undefined);
      return { ...guard, covered, trueHits, falseHits, neverTrue, neverFalse };
    }),
  };
}
