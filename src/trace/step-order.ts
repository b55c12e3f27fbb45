import type { StepRecord } from './step-record.ts';

/** Whether steps come in their order, and tell of actors that are there. */
export class StepOrder {
  readonly #running = new Set<string>();
  readonly #stopped = new Set<string>();
  #count = 0;

  /** What is wrong with the next step, undefined if nothing. */
  outOfPlace(step: StepRecord): string | undefined {
    if (step.step !== this.#count) return `step ${step.step} where ${this.#count} was expected: steps are missing or out of order`;
    const wrong = this.#wrongActor(step);
    if (wrong !== undefined) return wrong;
    this.#count++;
    if (step.type === 'actorStarted') this.#running.add(step.actor);
    if (step.type === 'actorStopped') {
      this.#running.delete(step.actor);
      this.#stopped.add(step.actor);
    }
    return undefined;
  }

  #wrongActor(step: StepRecord): string | undefined {
    const { type, actor } = step;
    if (type === 'actorStarted') {
      if (this.#isKnown(actor)) return `a second actor ${actor}`;
      if (step.parent !== undefined && !this.#isKnown(step.parent)) return `parent ${step.parent} has not been started`;
      return undefined;
    }
    if (!this.#running.has(actor)) return `actor ${actor} ${this.#stopped.has(actor) ? 'has been stopped' : 'has not been started'}`;
    if (type === 'actorStep' && step.source !== undefined && !this.#isKnown(step.source))
      return `source ${step.source} has not been started`;
    return undefined;
  }

  #isKnown(actor: string): boolean {
    return this.#running.has(actor) || this.#stopped.has(actor);
  }
}
