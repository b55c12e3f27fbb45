/** A run that cannot go on: a limit reached, an event without a transition, an actor that threw. */
export class SimulationError extends Error {
  /**
   * `limit`, `unhandled-event`, `actor-failed`, `time-backwards`, `input` (what the input stage would have
   * refused).
   */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SimulationError';
    this.code = code;
  }
}

/** Returns which run an error of the simulation ended, and why; undefined for any other error. */
export function stoppedText(error: unknown, seed: number): string | undefined {
  return error instanceof SimulationError
    ? `the simulation stopped (${error.code}, seed ${seed}): ${error.message}`
    : undefined;
}
