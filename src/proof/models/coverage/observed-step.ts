import type { AnyMachineSnapshot, AnyStateNode, InspectionEvent, StateValue } from 'xstate';
import { transitionId } from '../../../charts/statechart/transition-id.ts';
import { appendAll } from '../../../rules/collections/append-all.ts';
import type { GuardEvaluation } from './watch-guards.ts';

/** The effects of one event on a machine. */
export interface ObservedStep {
  /**
   * The ids of the taken transitions, in order: the event's own, then `always` and raised ones. Empty if the
   * event was not handled.
   */
  readonly transitions: readonly string[];
  /** The ids of the states that were entered, in order. */
  readonly entered: readonly string[];
  readonly guards: readonly GuardEvaluation[];
}

/** XState's inspection event of a microstep. Only its `_transitions` says which transitions were taken. */
type Microstep = Extract<InspectionEvent, { type: '@xstate.microstep' }>;

/** Returns the ids of the active states of a snapshot without the root; none for a reducer. */
export function activeStates(snapshot: AnyMachineSnapshot): readonly string[] {
  return ((snapshot._nodes ?? []) as readonly AnyStateNode[])
    .filter(({ parent }) => parent !== undefined)
    .map(({ id }) => id);
}

/** Returns the ids of a microstep's transitions; none for the entry into the initial state. */
export function firedIn({ _transitions }: Microstep): readonly string[] {
  return _transitions.map(transitionId).filter((id) => id !== undefined);
}

/**
 * Returns the states that a microstep enters, including a state that is its own target. `before` are the
 * states that were active before it; undefined in the first microstep of an actor, whose first states were
 * entered unseen.
 */
export function enteredIn(
  { _transitions, snapshot }: Microstep,
  before: readonly string[] | undefined,
): readonly string[] {
  const left = before ?? _transitions.flatMap(({ source }) => withAncestors(source));
  const targets = _transitions.flatMap(({ target }) => target ?? []).map(({ id }) => id);
  const now = activeStates(snapshot as AnyMachineSnapshot);
  return [
    ...(before === undefined ? left : []),
    ...now.filter((id) => !left.includes(id) || targets.includes(id)),
  ];
}

function withAncestors(node: AnyStateNode): readonly string[] {
  return node.parent === undefined ? [] : [...withAncestors(node.parent), node.id];
}

/** Collects XState's inspection events of one machine, microstep by microstep, until a step is over. */
export class StepObserver {
  #before: readonly string[] | undefined;
  #transitions: string[] = [];
  #entered: string[] = [];
  #guards: GuardEvaluation[] = [];

  /**
   * Begins a step from this snapshot, whatever was seen before; undefined if the machine is about to start.
   */
  begin(before: AnyMachineSnapshot | undefined): void {
    this.#before = before && activeStates(before);
    [this.#transitions, this.#entered, this.#guards] = [[], [], []];
  }

  readonly seeGuard = (guard: GuardEvaluation): void => {
    this.#guards.push(guard);
  };

  hear(microstep: Microstep): void {
    appendAll(this.#transitions, firedIn(microstep));
    appendAll(this.#entered, enteredIn(microstep, this.#before));
    this.#before = activeStates(microstep.snapshot as AnyMachineSnapshot);
  }

  /** Ends the step and begins the next one where it led. The entry into the initial state is no microstep. */
  end(after: AnyMachineSnapshot): ObservedStep {
    if (this.#before === undefined) appendAll(this.#entered, activeStates(after));
    const step = { transitions: this.#transitions, entered: this.#entered, guards: this.#guards };
    this.begin(after);
    return step;
  }
}

/**
 * Returns the state of a snapshot as people write it: `pulling`, `serving.busy`; an empty text for a reducer.
 */
export function stateName({ value }: AnyMachineSnapshot): string {
  return value === undefined ? '' : named(value as StateValue);
}

function named(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([key, inner]) => (inner === undefined ? key : `${key}.${named(inner)}`))
    .join(' + ');
}
