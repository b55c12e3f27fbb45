import type { ActorStarted, ActorStep, ActorStopped, StepRecord } from '../../trace/step-record.ts';
import type { ActorFilter } from './actor-filter.ts';

/**
 * Collects the steps of the actors that a filter selects. After `stepsMax` steps, further ones are only
 * counted.
 */
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

/** A step in a selection. The actor's creator is kept even if the actor is shown below another one. */
export type SelectedStep =
  | (ActorStarted & { readonly maker?: string | undefined })
  | ActorStep
  | ActorStopped;

/**
 * Passes on the steps of some actors as if there were no others: the parent of an actor is the nearest shown
 * one above it. Remembers only the parents of running actors.
 */
export class ActorSelection {
  readonly #filter: ActorFilter;
  /**
   * For each running actor, itself if it is shown, otherwise the nearest shown one above it; undefined if
   * there is none.
   */
  readonly #shown = new Map<string, string | undefined>();

  constructor(filter: ActorFilter) {
    this.#filter = filter;
  }

  /**
   * Returns the step as it is to be shown; undefined if it is not shown. Must be called with every step of a
   * run, in order.
   */
  of(step: SelectedStep): SelectedStep | undefined {
    const { actor } = step;
    if (step.type !== 'actorStarted') {
      const isShown = this.#shown.get(actor) === actor;
      if (step.type === 'actorStopped') this.#shown.delete(actor);
      return isShown ? step : undefined;
    }
    const above = step.parent === undefined ? undefined : this.#shown.get(step.parent);
    const isShown = this.#filter.matches(step);
    this.#shown.set(actor, isShown ? actor : above);
    if (!isShown) return undefined;
    if (above === step.parent) return step;
    const { parent, ...rest } = step;
    return { maker: parent, ...rest, ...(above === undefined ? {} : { parent: above }) };
  }
}
