import { unlessAborted } from './unless-aborted.ts';

/** The time of the Scenario while a server runs: its real time since the start, at `speed`. */
export class ServerClock {
  readonly #nowMs: () => number;
  readonly #startMs: number;
  readonly speed: number;

  constructor(nowMs: () => number, speed: number) {
    this.#nowMs = nowMs;
    this.#startMs = nowMs();
    this.speed = speed;
  }

  /** Returns the microseconds of the Scenario since the start, in whole ones. */
  nowMicros(): number {
    return Math.round((this.#nowMs() - this.#startMs) * 1_000 * this.speed);
  }

  /** Waits for so many microseconds of the Scenario. Returns early if the signal says so. */
  async wait(micros: number, signal: AbortSignal): Promise<void> {
    // Timers are exact to a millisecond, and hold 24 days at most.
    const ms = Math.min(2 ** 31 - 1, Math.ceil(micros / 1_000 / this.speed));
    if (ms <= 0) return;
    await unlessAborted<void>(signal, (resolve) => {
      const timer = setTimeout(resolve, ms);
      return () => clearTimeout(timer);
    });
  }
}
