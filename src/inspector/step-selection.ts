import type { StepRecord } from '../trace/step-record.ts';
import type { ActorFilter } from './actor-filter.ts';
import { ActorSelection } from './actor-selection.ts';

/** Collects the steps of the actors that a filter selects. After `stepsMax` steps, further ones are only counted. */
export class StepSelection {
  readonly #selection: ActorSelection;
  readonly #stepsMax: number;
  readonly #steps: StepRecord[] = [];
  #count = 0;

  constructor(filter: ActorFilter, stepsMax = Number.POSITIVE_INFINITY) {
    this.#selection = new ActorSelection(filter);
    this.#stepsMax = stepsMax;
  }

  /** Takes the next step of a run. */
  add(step: StepRecord): void {
    const shown = this.#selection.of(step);
    if (shown === undefined) return;
    this.#count += 1;
    if (this.#count <= this.#stepsMax) this.#steps.push(shown);
  }

  /** The number of steps of these actors, kept or not. */
  get count(): number {
    return this.#count;
  }

  /** The kept steps in order; empty if no actor matches. */
  get steps(): readonly StepRecord[] {
    return this.#steps;
  }
}
