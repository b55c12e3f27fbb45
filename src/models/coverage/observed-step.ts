import type { AnyMachineSnapshot, AnyStateNode, InspectionEvent } from 'xstate';
import { transitionId } from '../../statechart/transition-id.ts';
import type { GuardEvaluation } from './watch-guards.ts';

/** The effects of one event on a machine. */
export interface ObservedStep {
  /** The ids of the taken transitions, in order: the event's own, then `always` and raised ones. Empty if the event was not handled. */
  readonly transitions: readonly string[];
  /** The ids of the states that were entered, in order. */
  readonly entered: readonly string[];
  readonly guards: readonly GuardEvaluation[];
}

/** XState's inspection event of a microstep. Only its `_transitions` says which transitions were taken. */
export type Microstep = Extract<InspectionEvent, { type: '@xstate.microstep' }>;

/** Returns the ids of the active states of a snapshot without the root; none for a reducer. */
export function activeStates(snapshot: AnyMachineSnapshot): readonly string[] {
  return ((snapshot._nodes ?? []) as readonly AnyStateNode[]).filter(({ parent }) => parent !== undefined).map(({ id }) => id);
}

/** Returns the ids of a microstep's transitions; none for the entry into the initial state. */
export function firedIn({ _transitions }: Microstep): readonly string[] {
  return _transitions.map(transitionId).filter((id) => id !== undefined);
}

/**
 * Returns the states that a microstep enters, including a state that is its own target. `before` are the states that were active before it;
 * undefined in the first microstep of an actor, whose first states were entered unseen.
 */
export function enteredIn({ _transitions, snapshot }: Microstep, before: readonly string[] | undefined): readonly string[] {
  const left = before ?? _transitions.flatMap(({ source }) => withAncestors(source));
  const targets = _transitions.flatMap(({ target }) => target ?? []).map(({ id }) => id);
  const now = activeStates(snapshot as AnyMachineSnapshot);
  return [...(before === undefined ? left : []), ...now.filter((id) => !left.includes(id) || targets.includes(id))];
}

function withAncestors(node: AnyStateNode): readonly string[] {
  return node.parent === undefined ? [] : [...withAncestors(node.parent), node.id];
}
