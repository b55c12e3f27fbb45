import { actorLabel } from '../../../charts/inspector/actor-entry.ts';
import { ActorFilter } from '../../../charts/inspector/actor-filter.ts';
import type { StatelyMessage } from '../../../charts/inspector/stately-message.ts';
import { StatelyMessages, type StatelyMessagesOptions } from '../../../charts/inspector/stately-messages.ts';
import { StepSelection } from '../../../charts/inspector/step-selection.ts';
import type { StepRecord } from '../../../trace/step-record.ts';

interface ReelOptions extends StatelyMessagesOptions {
  readonly steps: readonly StepRecord[];
  /** Patterns of `ActorFilter`. */
  readonly actors: string;
}

/** The steps that are shown, in order, as messages. */
export class Reel {
  /** The virtual time of each step in ms. It never falls. */
  readonly times: Float64Array;
  readonly #options: ReelOptions;
  readonly #shown: readonly StepRecord[];
  #messages: StatelyMessages;
  #position = 0;

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
  get steps(): readonly StepRecord[] {
    return this.#shown;
  }

  /** The number of actors at the very beginning. */
  get beginning(): number {
    const first = this.#shown.findIndex(({ type }) => type !== 'actorStarted');
    return first < 0 ? this.length : first;
  }

  /** Returns the title of each actor by its path. */
  names(): ReadonlyMap<string, string> {
    const started = this.#shown.filter((step) => step.type === 'actorStarted');
    return new Map(started.map((step) => [step.actor, actorLabel(step)]));
  }

  /** Returns the step at a position; undefined after the last. */
  at(position: number): StepRecord | undefined {
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

function shownSteps(steps: readonly StepRecord[], filter: ActorFilter): readonly StepRecord[] {
  const selection = new StepSelection(filter);
  for (const step of steps) selection.add(step);
  return selection.steps;
}
