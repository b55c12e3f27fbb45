import type { AnyMachineSnapshot } from 'xstate';
import { activeStates, enteredIn, firedIn, type Microstep, type ObservedStep } from './observed-step.ts';
import type { GuardEvaluation } from './watch-guards.ts';

/** Collects XState's inspection events of one machine, microstep by microstep, until a step is over. */
export class StepObserver {
  #before: readonly string[] | undefined;
  #transitions: string[] = [];
  #entered: string[] = [];
  #guards: GuardEvaluation[] = [];

  /** Begins a step from this snapshot, whatever was seen before; undefined if the machine is about to start. */
  begin(before: AnyMachineSnapshot | undefined): void {
    this.#before = before && activeStates(before);
    [this.#transitions, this.#entered, this.#guards] = [[], [], []];
  }

  readonly seeGuard = (guard: GuardEvaluation): void => {
    this.#guards.push(guard);
  };

  hear(microstep: Microstep): void {
    this.#transitions.push(...firedIn(microstep));
    this.#entered.push(...enteredIn(microstep, this.#before));
    this.#before = activeStates(microstep.snapshot as AnyMachineSnapshot);
  }

  /** Ends the step and begins the next one where it led. The entry into the initial state is no microstep. */
  end(after: AnyMachineSnapshot): ObservedStep {
    if (this.#before === undefined) this.#entered.push(...activeStates(after));
    const step = { transitions: this.#transitions, entered: this.#entered, guards: this.#guards };
    this.begin(after);
    return step;
  }
}
