import type { AnyMachineSnapshot, AnyStateNode, InspectionEvent } from 'xstate';
import { transitionId } from '../../statechart/transition-id.ts';
import type { GuardSeen } from './watch-guards.ts';

/** What one event made a machine do. */
export interface ObservedStep {
  /** Ids of the transitions that fired, in order: the event's own, then `always` and raised ones. Empty: nobody handled it. */
  readonly transitions: readonly string[];
  /** Ids of the states that were entered on the way, in order. */
  readonly entered: readonly string[];
  readonly guards: readonly GuardSeen[];
}

/** XState's word of a microstep; `_transitions` is the only place that tells which transitions fired. */
export type Microstep = Extract<InspectionEvent, { type: '@xstate.microstep' }>;

/** Ids of the states that a snapshot is in, without the root; none of a reducer. */
export function activeStates(snapshot: AnyMachineSnapshot): readonly string[] {
  return ((snapshot._nodes ?? []) as readonly AnyStateNode[]).filter(({ parent }) => parent !== undefined).map(({ id }) => id);
}

/** The transitions of a microstep, by id; the entry into the initial state has none. */
export function firedIn({ _transitions }: Microstep): readonly string[] {
  return _transitions.map(transitionId).filter((id) => id !== undefined);
}

/**
 * The states that a microstep enters, a state that is its own target included. `before` are those that were active;
 * undefined in the first microstep of an actor: then the states that it leaves were entered unseen.
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
