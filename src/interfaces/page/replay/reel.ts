import { actorLabel, participantLabel } from '../../../charts/inspector/actor-entry.ts';
import { ActorFilter } from '../../../charts/inspector/actor-filter.ts';
import type { StatelyMessage } from '../../../charts/inspector/stately-message.ts';
import { StatelyMessages, type StatelyMessagesOptions } from '../../../charts/inspector/stately-messages.ts';
import { type SelectedStep, StepSelection } from '../../../charts/inspector/step-selection.ts';

interface ReelOptions extends StatelyMessagesOptions {
  readonly steps: readonly SelectedStep[];
  /** Patterns of `ActorFilter`. */
  readonly actors: string;
}

/** The steps that are shown, in order, as messages. */
export class Reel {
  /** The virtual time of each step in ms. It never falls. */
  readonly times: Float64Array;
  readonly #options: ReelOptions;
  readonly #shown: readonly SelectedStep[];
  #messages: StatelyMessages;
  #position = 0;
  #names: ReadonlyMap<string, string> | undefined;

  constructor(options: ReelOptions) {
    this.#options = options;
    this.#shown = shownSteps(options.steps, new ActorFilter(options.actors));
    this.times = Float64Array.from(this.#shown, ({ at }) => at);
    this.#messages = new StatelyMessages(options);
  }

  get length(): number {
    return this.#shown.length;
  }

  /** All steps that are shown. */
  get steps(): readonly SelectedStep[] {
    return this.#shown;
  }

  /** The number of actors at the very beginning. */
  get beginning(): number {
    const first = this.#shown.findIndex(({ type }) => type !== 'actorStarted');
    return first < 0 ? this.length : first;
  }

  /** The title of each actor by its path, also of those that only send. */
  get names(): ReadonlyMap<string, string> {
    this.#names ??= new Map(
      this.#shown.flatMap((step) => [
        ...(step.participant === undefined
          ? []
          : [[step.participant.actor, participantLabel(step.participant)] as const]),
        ...(step.type === 'actorStarted' ? [[step.actor, actorLabel(step)] as const] : []),
      ]),
    );
    return this.#names;
  }

  /** Returns the step at a position; undefined after the last. */
  at(position: number): SelectedStep | undefined {
    return this.#shown[position];
  }

  /**
   * Returns the messages of the steps from one position to before another. Continuing after an earlier call
   * costs only these steps.
   */
  *messages(from: number, to: number): Generator<StatelyMessage> {
    if (from < this.#position) {
      this.#messages = new StatelyMessages(this.#options);
      this.#position = 0;
    }
    while (this.#position < Math.min(to, this.length)) {
      const step = this.#shown[this.#position];
      const isAsked = this.#position >= from;
      this.#position += 1;
      const messages = step === undefined ? [] : this.#messages.of(step);
      if (isAsked) yield* messages;
    }
  }
}

function shownSteps(steps: readonly SelectedStep[], filter: ActorFilter): readonly SelectedStep[] {
  const selection = new StepSelection(filter);
  for (const step of steps) selection.add(step);
  return selection.steps;
}
