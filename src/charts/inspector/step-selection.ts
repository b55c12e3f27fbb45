import type { StepRecord } from '../../trace/step-record.ts';
import { type ActorIdentity, identityIn } from './actor-entry.ts';
import type { ActorFilter } from './actor-filter.ts';

/**
 * Collects the steps of the actors that a filter selects. After `stepsMax` steps, further ones are only
 * counted.
 */
export class StepSelection {
  readonly #selection: ActorSelection;
  readonly #stepsMax: number;
  readonly #steps: SelectedStep[] = [];
  #count = 0;

  constructor(filter: ActorFilter, stepsMax = Number.POSITIVE_INFINITY) {
    this.#selection = new ActorSelection(filter);
    this.#stepsMax = stepsMax;
  }

  /** Takes the next step of a run. */
  add(step: SelectedStep): void {
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
  get steps(): readonly SelectedStep[] {
    return this.#steps;
  }
}

/** A step in a selection. */
export type SelectedStep = StepRecord & {
  /** The actor that made this one, if this one is shown below another. */
  readonly maker?: string | undefined;
  /** The sender of this step, if it is not shown and no earlier step says who it is. */
  readonly participant?: ActorIdentity;
};

/**
 * Passes on the steps of some actors as if there were no others: the parent of an actor is the nearest shown
 * one above it. The first step that an actor which is not shown has sent says who that one is.
 */
export class ActorSelection {
  readonly #filter: ActorFilter;
  /**
   * For each running actor, itself if it is shown, otherwise the nearest shown one above it; undefined if
   * there is none.
   */
  readonly #shown = new Map<string, string | undefined>();
  /** The actors that are not shown and have sent nothing so far. An actor may end before its message is taken. */
  readonly #silent = new Map<string, ActorIdentity>();

  constructor(filter: ActorFilter) {
    this.#filter = filter;
  }

  /**
   * Returns the step as it is to be shown; undefined if it is not shown. Must be called with every step of a
   * run, in order.
   */
  of(step: SelectedStep): SelectedStep | undefined {
    // The step comes from another selection.
    if (step.participant !== undefined) this.#silent.set(step.participant.actor, step.participant);
    const shown = this.#shownStep(step);
    const sender = shown && senderOf(shown);
    const participant = sender === undefined ? undefined : this.#silent.get(sender);
    if (shown === undefined || participant === undefined) return shown;
    this.#silent.delete(participant.actor);
    return participant === step.participant ? shown : { ...shown, participant };
  }

  #shownStep(step: SelectedStep): SelectedStep | undefined {
    const { actor } = step;
    if (step.type !== 'actorStarted') {
      const isShown = this.#shown.get(actor) === actor;
      if (step.type === 'actorStopped') this.#shown.delete(actor);
      return isShown ? step : undefined;
    }
    const above = step.parent === undefined ? undefined : this.#shown.get(step.parent);
    const isShown = this.#filter.matches(step);
    this.#shown.set(actor, isShown ? actor : above);
    if (!isShown) {
      this.#silent.set(actor, identityIn(step));
      return undefined;
    }
    if (above === step.parent) return step;
    const { parent, ...rest } = step;
    return { maker: parent, ...rest, ...(above === undefined ? {} : { parent: above }) };
  }
}

/** Returns who sent the event of a step, or made the actor; undefined for chance, the scenario and an end. */
export function senderOf(step: SelectedStep): string | undefined {
  if (step.type === 'actorStarted') return step.maker ?? step.parent;
  return step.type === 'actorStep' ? step.source : undefined;
}
