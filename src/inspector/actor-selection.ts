import type { ActorStarted, ActorStep, ActorStopped } from '../trace/step-record.ts';
import type { ActorFilter } from './actor-filter.ts';

/** A step as a selection shows it: an actor keeps who made it, whoever it is shown below. */
export type SelectedStep = (ActorStarted & { readonly maker?: string | undefined }) | ActorStep | ActorStopped;

/**
 * Lets the steps of some actors through, as if there were no others: the parent of an actor is the nearest above it that is shown.
 * Keeps who is above whom of the running actors, and nothing else.
 */
export class ActorSelection {
  readonly #filter: ActorFilter;
  /** Of each running actor: itself where it is shown, else the nearest above that is; undefined: none. */
  readonly #shown = new Map<string, string | undefined>();

  constructor(filter: ActorFilter) {
    this.#filter = filter;
  }

  /** The step as it is to be shown; undefined: it is not. Takes every step of a run, in order. */
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
