import type { StepRecord } from '../trace/step-record.ts';
import type { ActorFilter } from './actor-filter.ts';
import { ActorSelection } from './actor-selection.ts';

/** Collects the steps of the actors that a filter names. What is kept is bounded: behind `stepsMax` steps are only counted. */
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

  /** How many steps the named actors had, kept or not. */
  get count(): number {
    return this.#count;
  }

  /** The steps kept, in order; empty where no actor fits. */
  get steps(): readonly StepRecord[] {
    return this.#steps;
  }
}
