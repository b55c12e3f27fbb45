/** A run that cannot go on: a limit reached, an event that nobody handles, an actor that threw. */
export class SimulationError extends Error {
  /** `limit`, `unhandled-event`, `actor-failed`, `time-backwards`, `input` (what the input stage would have refused). */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SimulationError';
    this.code = code;
  }
}
