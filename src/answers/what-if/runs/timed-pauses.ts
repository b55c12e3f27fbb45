import type { Pauses } from '../../../run/simulation/simulate.ts';

/** The longest time between two pauses. A step is too short to look at the clock each time. */
const pauseEveryMs = 50;
const stepsPerLook = 256;

interface TimedPausesOptions {
  readonly nowMs: () => number;
  /** Resolves once others have had their turn. */
  readonly turn: () => Promise<unknown>;
  /** Whether somebody wants the runs to end. */
  readonly isStopped: () => boolean;
}

/** Pauses of runs, about 20 a second, in which others may say that the runs shall end. */
export class TimedPauses implements Pauses {
  readonly #options: TimedPausesOptions;
  #beganMs: number;
  #steps = 0;

  constructor(options: TimedPausesOptions) {
    this.#options = options;
    this.#beganMs = options.nowMs();
  }

  readonly isDue = (): boolean =>
    ++this.#steps % stepsPerLook === 0 && this.#options.nowMs() - this.#beganMs > pauseEveryMs;

  readonly goesOn = async (): Promise<boolean> => {
    await this.#options.turn();
    this.#beganMs = this.#options.nowMs();
    return !this.#options.isStopped();
  };
}
