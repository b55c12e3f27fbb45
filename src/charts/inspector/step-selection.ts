import type { ActorStarted, ActorStep, StepRecord } from '../../trace/step-record.ts';
import { type ActorIdentity, identityIn } from './actor-entry.ts';
import type { ActorFilter } from './actor-filter.ts';
import { followsByItself } from './follows-by-itself.ts';

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
  /**
   * Present if the actor of this step is not shown, but what it takes is from one that is. Its context is left
   * out.
   */
  readonly isSent?: true;
  /** The sender, or the receiver of what is sent, if it is not shown and no earlier step says who it is. */
  readonly participant?: ActorIdentity;
};

/**
 * Passes on the steps of some actors as if there were no others: the parent of an actor is the nearest shown
 * one above it. What they send to others is passed on, too. The first step between a shown actor and one that
 * is not says who that one is.
 */
export class ActorSelection {
  readonly #filter: ActorFilter;
  /**
   * For each running actor, itself if it is shown, otherwise the nearest shown one above it; undefined if
   * there is none.
   */
  readonly #shown = new Map<string, string | undefined>();
  /** The paths of all actors that are or were shown: what an actor has sent may be taken after its end. */
  readonly #senders = new Set<string>();
  /** The actors that are not shown and of which no shown step says who they are. */
  readonly #strangers = new Map<string, ActorIdentity>();

  constructor(filter: ActorFilter) {
    this.#filter = filter;
  }

  /**
   * Returns the step as it is to be shown; undefined if it is not shown. Must be called with every step of a
   * run, in order.
   */
  of(step: SelectedStep): SelectedStep | undefined {
    // The step comes from another selection.
    if (step.participant !== undefined) this.#strangers.set(step.participant.actor, step.participant);
    const shown = this.#shownStep(step);
    const other = shown && (shown.isSent === true ? shown.actor : senderOf(shown));
    const participant = other === undefined ? undefined : this.#strangers.get(other);
    if (shown === undefined || participant === undefined) return shown;
    this.#strangers.delete(participant.actor);
    return participant === step.participant ? shown : { ...shown, participant };
  }

  #shownStep(step: SelectedStep): SelectedStep | undefined {
    const { actor } = step;
    if (step.type === 'actorStarted') return this.#startedStep(step);
    const isShown = this.#shown.get(actor) === actor;
    if (step.type === 'actorStep') return isShown ? step : this.#sentStep(step);
    this.#shown.delete(actor);
    return isShown ? step : undefined;
  }

  #startedStep(step: SelectedStep & ActorStarted): SelectedStep | undefined {
    const { actor } = step;
    const above = step.parent === undefined ? undefined : this.#shown.get(step.parent);
    const isShown = this.#filter.matches(step);
    this.#shown.set(actor, isShown ? actor : above);
    if (!isShown) {
      this.#strangers.set(actor, identityIn(step));
      return undefined;
    }
    this.#senders.add(actor);
    if (above === step.parent) return step;
    const { parent, ...rest } = step;
    return { maker: parent, ...rest, ...(above === undefined ? {} : { parent: above }) };
  }

  /** Returns the step of an actor that is not shown, if a shown one has sent what it takes. */
  #sentStep(step: SelectedStep & ActorStep): SelectedStep | undefined {
    const { source, context: _, ...rest } = step;
    if (source === undefined || !this.#senders.has(source) || followsByItself(step)) return undefined;
    return step.isSent === true ? step : { ...rest, source, isSent: true };
  }
}

/** Returns who sent the event of a step, or made the actor; undefined for chance, the scenario and an end. */
export function senderOf(step: SelectedStep): string | undefined {
  if (step.type === 'actorStarted') return step.maker ?? step.parent;
  return step.type === 'actorStep' ? step.source : undefined;
}
