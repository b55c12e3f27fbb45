import type { TimerClock } from '../engine.ts';

/** The delayed events of one actor. A timer with the id of another does not end it; but the id is the newer one's, and forgotten when either fires. */
export class Timers {
  readonly #clock: TimerClock;
  readonly #byId = new Map<unknown, unknown>();

  constructor(clock: TimerClock) {
    this.#clock = clock;
  }

  /** Without an id nobody can cancel it but `cancelAll`. */
  set(id: string | undefined, delay: number, run: () => void): void {
    const key = id ?? {};
    const timer = this.#clock.setTimeout(() => {
      this.#byId.delete(key);
      run();
    }, delay);
    this.#byId.set(key, timer);
  }

  cancel(id: unknown): void {
    const timer = this.#byId.get(id);
    if (timer === undefined) return;
    this.#byId.delete(id);
    this.#clock.clearTimeout(timer);
  }

  /** The newest of each id. */
  cancelAll(): void {
    for (const id of [...this.#byId.keys()]) this.cancel(id);
  }
}
